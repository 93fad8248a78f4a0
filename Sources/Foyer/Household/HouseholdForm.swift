import HTTP

/// The household's settings.
struct HouseholdForm {
  var name: String
  /// An emoji, or nothing.
  var icon: String
  /// Whether an item needs a description (R4).
  var descriptionRequired: Bool
  /// The clock of repeats and of the calendar.
  var timeZone: String
  var errors = FormErrors()

  private let storedTimeZone: String
  /// The names of all time zones.
  let zones: [String]

  /// From the stored values.
  init(_ visitor: Visitor, timeZone: String, zones: [String]) {
    (storedTimeZone, self.timeZone, self.zones) = (timeZone, timeZone, zones)
    name = visitor.householdName
    icon = visitor.householdIcon
    descriptionRequired = visitor.descriptionRequired
  }

  mutating func fill(_ form: Form) {
    name = form["name"] ?? name
    icon = form["icon"].map(\.trimmed) ?? icon
    descriptionRequired = form["description_required"].map { $0 != "false" } ?? false
    timeZone = form["time_zone"].map(\.trimmed) ?? timeZone
  }

  mutating func check(_ strings: Strings) {
    errors.check("name", hasWords: name, atMost: 10_000, strings)
    if icon.isLonger(than: 32) || icon.count > 1
      || icon.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    {
      errors.add("icon", strings.householdIconInvalid)
    }
    if timeZone != storedTimeZone && !zones.contains(timeZone) {
      errors.add("time_zone", strings.settingsTimeZoneUnknown)
    }
  }
}

/// A valid invitation.
struct OpenInvitation {
  let id: UUID
  let ends: String
}
