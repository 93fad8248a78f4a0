import HTTP
import Postgres

/// What a person sets for themselves: what was typed, and what is wrong with it.
struct SettingsForm {
  var name: String
  var email: String
  /// Empty: whatever the browser asks for.
  var language: String
  var timeZone: String
  var theme: String
  var accent: String
  var hasShortcuts: Bool
  var password = ""
  var errors = FormErrors()

  /// The address that the account has.
  let storedEmail: String
  /// Whether the password was given within the last 15 minutes.
  let isConfirmed: Bool

  var changesEmail: Bool { email != storedEmail }
  /// Whether the form asks for the password.
  var asksPassword: Bool { !isConfirmed }

  /// What is stored.
  init(_ row: Row) throws {
    name = try row["name"]
    storedEmail = try row["email"]
    email = storedEmail
    let language: String? = try row["language"]
    self.language = language ?? ""
    timeZone = try row["time_zone"]
    theme = try row["theme"]
    accent = try row["accent"]
    hasShortcuts = try row["has_shortcuts"]
    isConfirmed = try row["is_confirmed"]
  }

  /// Takes over what was sent; a field that was not sent stays as it is.
  mutating func fill(_ form: Form) {
    name = form["name"] ?? name
    email = form["email"].map(\.trimmingSpaces) ?? email
    language = form["language"] ?? language
    timeZone = form["time_zone"].map(\.trimmingSpaces) ?? timeZone
    theme = form["theme"] ?? theme
    accent = form["accent"] ?? accent
    // The box is followed by a hidden "false": the first one counts.
    hasShortcuts = form["shortcuts"].map { $0 != "false" } ?? hasShortcuts
    password = form["current_password"] ?? ""
  }

  mutating func check(_ strings: Strings) {
    if name.isBlank { errors.add("name", strings.formRequired) }
    errors.check("name", name, atMost: 10_000, strings)
    if changesEmail && !Email.isPlausible(email) { errors.add("email", strings.formEmailInvalid) }
    if !language.isEmpty && Language(rawValue: language) == nil {
      errors.add("language", strings.settingsUnknownChoice)
    }
    if !Self.themes.contains(theme) { errors.add("theme", strings.settingsUnknownChoice) }
    if !Self.accents.contains(accent) { errors.add("accent", strings.settingsUnknownChoice) }
  }

  static let themes = ["system", "light", "dark"]
  static let accents = ["ember", "honey", "moss", "lagoon", "sky", "plum", "rose", "slate"]

  /// Offered while one types; any other that PostgreSQL knows is taken, too.
  static let commonTimeZones = [
    "UTC", "Africa/Cairo", "Africa/Casablanca", "Africa/Johannesburg", "Africa/Lagos", "Africa/Nairobi",
    "America/Argentina/Buenos_Aires", "America/Bogota", "America/Chicago", "America/Denver", "America/Halifax",
    "America/Lima", "America/Los_Angeles", "America/Mexico_City", "America/New_York", "America/Sao_Paulo",
    "America/Toronto", "America/Vancouver", "Asia/Almaty", "Asia/Bangkok", "Asia/Dubai", "Asia/Ho_Chi_Minh",
    "Asia/Hong_Kong", "Asia/Jakarta", "Asia/Jerusalem", "Asia/Karachi", "Asia/Kolkata", "Asia/Manila",
    "Asia/Novosibirsk", "Asia/Seoul", "Asia/Shanghai", "Asia/Singapore", "Asia/Taipei", "Asia/Tashkent",
    "Asia/Tbilisi", "Asia/Tehran", "Asia/Tokyo", "Asia/Vladivostok", "Asia/Yekaterinburg", "Asia/Yerevan",
    "Atlantic/Reykjavik", "Australia/Brisbane", "Australia/Melbourne", "Australia/Perth", "Australia/Sydney",
    "Europe/Amsterdam", "Europe/Athens", "Europe/Berlin", "Europe/Brussels", "Europe/Bucharest", "Europe/Dublin",
    "Europe/Helsinki", "Europe/Istanbul", "Europe/Kyiv", "Europe/Lisbon", "Europe/London", "Europe/Madrid",
    "Europe/Minsk", "Europe/Moscow", "Europe/Oslo", "Europe/Paris", "Europe/Prague", "Europe/Rome", "Europe/Samara",
    "Europe/Stockholm", "Europe/Vienna", "Europe/Warsaw", "Europe/Zurich", "Indian/Reunion", "Pacific/Auckland",
    "Pacific/Honolulu", "Pacific/Noumea", "Pacific/Tahiti",
  ]
}

/// One of the choices of a `<select>`.
struct Choice {
  let value: String
  let label: String
  let isSelected: Bool
}

extension SettingsForm {
  func languages(_ strings: Strings) -> [Choice] {
    let names = [
      ("", strings.settingsLanguageBrowser), ("en", "English"), ("fr", "Français"), ("ko", "한국어"), ("ru", "Русский"),
    ]
    return names.map { Choice(value: $0, label: $1, isSelected: $0 == language) }
  }

  func themes(_ strings: Strings) -> [Choice] {
    let names = [strings.settingsThemeSystem, strings.settingsThemeLight, strings.settingsThemeDark]
    return zip(Self.themes, names).map { Choice(value: $0, label: $1, isSelected: $0 == theme) }
  }

  func accents(_ strings: Strings) -> [Choice] {
    let names = [
      strings.settingsAccentEmber, strings.settingsAccentHoney, strings.settingsAccentMoss,
      strings.settingsAccentLagoon,
      strings.settingsAccentSky, strings.settingsAccentPlum, strings.settingsAccentRose, strings.settingsAccentSlate,
    ]
    return zip(Self.accents, names).map { Choice(value: $0, label: $1, isSelected: $0 == accent) }
  }
}
