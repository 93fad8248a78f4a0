extension Answer {
  /// What a browser sends of the page's form with this action, as it stands: fields, ticked boxes and chosen options.
  func fields(of action: String) -> [(String, String)] {
    let forms = text.components("<form ").dropFirst()
    guard let start = forms.first(where: { $0.prefix { $0 != ">" }.contains(" action=\"\(action)\"") })
    else { return [] }
    let form = String(start.components("</form>")[0])
    var fields: [(String, String)] = []
    var selected: String?
    for part in form.split(separator: "<") {
      let tag = String(part.prefix { $0 != ">" })
      let name = tag.value(of: "name")
      if tag.hasPrefix("input "), let name {
        switch tag.value(of: "type") {
        case "file", "submit": break
        case "checkbox", "radio": if tag.contains(" checked") { fields.append((name, tag.value(of: "value") ?? "on")) }
        default: fields.append((name, tag.value(of: "value") ?? ""))
        }
      } else if tag.hasPrefix("textarea "), let name {
        // The browser drops the line break that the tag ends with, and sends CR LF for each other one.
        let words = part.drop { $0 != ">" }.dropFirst().drop { $0 == "\n" }
        fields.append((name, unescaped(String(words)).replacing("\n", with: "\r\n")))
      } else if tag.hasPrefix("select "), let name {
        selected = name
        fields.append((name, ""))
      } else if tag.hasPrefix("option "), let name = selected, tag.contains(" selected") {
        fields.removeAll { $0.0 == name }
        fields.append((name, tag.value(of: "value") ?? ""))
      } else if tag.hasPrefix("/select") {
        selected = nil
      }
    }
    return fields
  }
}

extension String {
  fileprivate func value(of attribute: String) -> String? {
    guard let start = components(" \(attribute)=\"").dropFirst().first else { return nil }
    return unescaped(String(start.prefix { $0 != "\"" }))
  }
}
