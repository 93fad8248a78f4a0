import HTTP

/// The household's settings.
struct HouseholdForm {
  var name: String
  /// An emoji, or nothing.
  var icon: String
  /// Whether an item needs a description (R4).
  var descriptionRequired: Bool
  var errors = FormErrors()

  /// From the stored values.
  init(_ visitor: Visitor) {
    name = visitor.householdName
    icon = visitor.householdIcon
    descriptionRequired = visitor.descriptionRequired
  }

  mutating func fill(_ form: Form) {
    name = form["name"] ?? name
    icon = form["icon"].map(\.trimmed) ?? icon
    descriptionRequired = form["description_required"].map { $0 != "false" } ?? false
  }

  mutating func check(_ strings: Strings) {
    errors.check("name", hasWords: name, atMost: 10_000, strings)
    if icon.isLonger(than: 32) || icon.count > 1
      || icon.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    {
      errors.add("icon", strings.householdIconInvalid)
    }
  }
}

/// A valid invitation.
struct OpenInvitation {
  let id: UUID
  let ends: String
}
