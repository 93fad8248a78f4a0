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

  /// The form's values, and everything that is against the rules.
  var edit: (EditHousehold, Problems) {
    let editing = EditHousehold(name: name, icon: icon, needsDescription: descriptionRequired, timeZone: timeZone)
    return (editing, editing.problems(zones: zones, present: storedTimeZone))
  }
}

/// A valid invitation.
struct OpenInvitation {
  let id: UUID
  let ends: String
}
