import CivilTime
import HTTP
import Postgres

/// A person's settings: the input as typed, and its problems.
struct SettingsForm {
  var name: String
  var email: String
  /// Empty for the browser's language.
  var language: String
  var timeZone: String
  var theme: String
  var accent: String
  /// The names of the chosen places of a phone's bar.
  var bar: Set<String>
  var hasShortcuts: Bool
  /// Days as a date input has them; empty for none.
  var awayFrom: String
  var awayUntil: String
  var birthday: String
  var password = ""
  var errors = FormErrors()

  /// The account's present address.
  let storedEmail: String
  /// Whether a letter to that address was answered.
  let isVerified: Bool
  private let storedTimeZone: String
  private let householdTimeZone: String
  /// The names of all time zones.
  let zones: [String]
  /// Whether the password was given within the last 15 minutes.
  let isConfirmed: Bool
  /// Whether the account is an operator's.
  let isAdmin: Bool
  /// Whether the person has access tokens, which a new password can end.
  let hasTokens: Bool
  /// Whether a webhook of theirs was switched off by failures.
  let hasFailedWebhook: Bool

  var changesEmail: Bool { email != storedEmail }
  /// Whether the form asks for the password.
  var asksPassword: Bool { !isConfirmed }

  /// From the stored values.
  /// - Parameter zones: the names of all time zones.
  init(_ row: Row, zones: [String]) throws {
    self.zones = zones
    name = try row["name"]
    storedEmail = try row["email"]
    email = storedEmail
    isVerified = try row["is_verified"]
    let language: String? = try row["language"]
    self.language = language ?? ""
    storedTimeZone = try row["time_zone"]
    timeZone = storedTimeZone
    householdTimeZone = try row["household_time_zone"]
    theme = try row["theme"]
    accent = try row["accent"]
    bar = Set((try row["bar"] as String).split(separator: " ").map(String.init))
    hasShortcuts = try row["has_shortcuts"]
    awayFrom = try row["away_from"] ?? ""
    awayUntil = try row["away_until"] ?? ""
    birthday = try row["birthday"] ?? ""
    isConfirmed = try row["is_confirmed"]
    isAdmin = try row["is_admin"]
    hasTokens = try row["has_tokens"]
    hasFailedWebhook = try row["has_failed_webhook"]
  }

  /// Applies the fields that were sent; the others stay.
  mutating func fill(_ form: Form) {
    name = form["name"] ?? name
    email = form["email"].map(\.trimmed) ?? email
    language = form["language"] ?? language
    timeZone = form["time_zone"].map(\.trimmed) ?? timeZone
    theme = form["theme"] ?? theme
    accent = form["accent"] ?? accent
    // A hidden empty one says that the form asked.
    if form["bar"] != nil { bar = Set(form.all("bar")).subtracting([""]) }
    // A hidden "false" follows the checkbox: the first value counts.
    hasShortcuts = form["shortcuts"].map { $0 != "false" } ?? hasShortcuts
    awayFrom = form["away_from"].map(\.trimmed) ?? awayFrom
    awayUntil = form["away_until"].map(\.trimmed) ?? awayUntil
    birthday = form["birthday"].map(\.trimmed) ?? birthday
    password = form["current_password"] ?? ""
  }

  /// The operation of the form, and what is against its rules.
  func edit(_ resident: Resident) -> (EditSettings, Problems) {
    func day(_ text: String) -> CalendarDate? { text.isEmpty ? nil : CalendarDate(text) ?? .unreadable }
    let language = Language(rawValue: language)
    let editing = EditSettings(
      resident: resident, name: name, language: language, timeZone: timeZone, presentTimeZone: storedTimeZone,
      theme: theme, accent: accent, bar: Place.choices.filter { bar.contains($0.rawValue) }, hasShortcuts: hasShortcuts,
      awayFrom: day(awayFrom), awayUntil: day(awayUntil), birthday: day(birthday))
    var problems = editing.problems(zones: zones)
    if !bar.isSubset(of: Place.choices.map(\.rawValue)) { problems.add("bar", .unknownChoice) }
    if language == nil && !self.language.isEmpty { problems.add("language", .unknownChoice) }
    return (editing, problems)
  }
}

extension SettingsForm {
  /// Whether the address is confirmed, and what happens to another.
  func emailHint(_ strings: Strings) -> String {
    "\(isVerified ? strings.settingsEmailVerified : strings.settingsEmailUnverified) \(strings.settingsEmailHint)"
  }

  /// The purpose of the person's clock, and the household's clock, which may be another.
  func timeZoneHint(_ strings: Strings) -> String {
    let household =
      householdTimeZone == storedTimeZone
      ? strings.settingsTimeZoneHousehold(zone: householdTimeZone)
      : strings.settingsTimeZoneDiffers(zone: householdTimeZone)
    return "\(strings.settingsTimeZoneHint) \(household)"
  }

  func languages(_ strings: Strings) -> [Choice] { Self.languages(chosen: language, strings) }

  /// - Parameter chosen: "" for the browser's.
  static func languages(chosen: String, _ strings: Strings) -> [Choice] {
    let names = [
      ("", strings.settingsLanguageBrowser), ("en", "English"), ("fr", "Français"), ("ko", "한국어"), ("ru", "Русский"),
    ]
    return names.map { Choice(value: $0, label: $1, isSelected: $0 == chosen) }
  }

  func themes(_ strings: Strings) -> [Choice] {
    let names = [strings.settingsThemeSystem, strings.settingsThemeLight, strings.settingsThemeDark]
    return zip(EditSettings.themes, names).map { Choice(value: $0, label: $1, isSelected: $0 == theme) }
  }

  func accents(_ strings: Strings) -> [Choice] {
    let names = [
      strings.settingsAccentEmber, strings.settingsAccentHoney, strings.settingsAccentMoss,
      strings.settingsAccentLagoon,
      strings.settingsAccentSky, strings.settingsAccentPlum, strings.settingsAccentRose, strings.settingsAccentSlate,
    ]
    return zip(EditSettings.accents, names).map { Choice(value: $0, label: $1, isSelected: $0 == accent) }
  }

  func places(_ strings: Strings) -> [Choice] {
    Place.choices.map { Choice(value: $0.rawValue, label: strings.text($0), isSelected: bar.contains($0.rawValue)) }
  }
}
