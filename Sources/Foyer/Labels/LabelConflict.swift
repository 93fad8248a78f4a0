extension LabelForm {
  /// - Parameter theirs: as it is stored.
  func conflict(with theirs: LabelForm, _ strings: Strings) -> Conflict {
    func color(_ color: String) -> ConflictField.Side { .init(text: color, fields: [("color", color)], color: color) }
    var conflict = Conflict(
      action: "\(kind.path)/\(id)", version: theirs.version, takeTheirs: "\(kind.path)/\(id)/edit")
    let stored = theirs.color ?? ""
    conflict.fields = [
      ConflictField(words: "name", strings.labelsFieldName, name, theirs.name),
      ConflictField(strings.labelsFieldColor, color(self.color ?? stored), color(stored)),
    ]
    if kind.hasIcons {
      let stored = theirs.icon ?? ""
      conflict.fields.append(ConflictField("icon", strings.labelsFieldIcon, icon ?? stored, stored))
    }
    return conflict
  }
}
