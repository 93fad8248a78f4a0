import HTTP

/// Puts the fields of a form that was sent in vain back into the form of its page.
struct FormFiller {
  /// Fields that are not filled in, but name the form's row.
  private static let kept: Set<String> = ["id", "version", "base", "back"]

  private let page: [UInt8]
  private let action: String
  /// The values for each field, in the order of the fields of that name.
  private var values: [(name: String, value: String)]
  private var filled: [UInt8] = []

  /// The page with the form filled, and what has no field in it; nil if the page has no form that is sent to this path.
  static func fill(
    _ page: [UInt8], action: String, with fields: [(name: String, value: String)]
  ) -> (page: [UInt8], rest: [(name: String, value: String)])? {
    var filler = FormFiller(page: page, action: action, values: fields)
    guard let form = filler.find() else { return nil }
    filler.write(form)
    return (filler.filled, filler.values)
  }

  private struct Place {
    var range: Range<Int>
    /// The folded elements around the form.
    var folds: [PageTag]
    /// How many hidden fields are as they were sent: it tells the forms of one path from one another.
    var likeness: Int
    let isExact: Bool
  }

  /// The form that is sent to the path, by itself or by one of its buttons.
  private func find() -> Place? {
    var (folds, found): ([PageTag], Place?) = ([], nil)
    var open: Place?
    var position = 0
    while let tag = PageTag.next(in: page, from: position, to: page.count) {
      position = tag.range.upperBound
      switch tag.name {
      case "details": folds.append(tag)
      case "/details": _ = folds.popLast()
      case "form" where tag["method"] == "post":
        let isExact = tag["action"] == action
        open = Place(
          range: tag.range.upperBound..<page.count, folds: folds, likeness: isExact ? 1 : -1_000, isExact: isExact)
      case "input", "button":
        guard tag["type"] == "hidden" else {
          if tag["formaction"] == action { open?.likeness += 1_000 }
          continue
        }
        if let name = tag["name"], !Self.kept.contains(name),
          values.contains(where: { $0.name == name && $0.value == tag["value"] })
        {
          open?.likeness += 1
        }
      case "/form":
        guard var form = open else { continue }
        open = nil
        form.range = form.range.lowerBound..<tag.range.lowerBound
        if form.likeness >= 0, found.map({ $0.likeness < form.likeness || !$0.isExact && form.isExact }) ?? true {
          found = form
        }
      default: continue
      }
    }
    return found
  }

  private mutating func take(_ name: String) -> String? {
    values.firstIndex { $0.name == name }.map { values.remove(at: $0).value }
  }

  private mutating func write(_ form: Place) {
    var position = 0
    for fold in form.folds {
      filled += page[position..<fold.range.lowerBound] + fold.replacing([("open", "")])
      position = fold.range.upperBound
    }
    var select: String?
    while let tag = PageTag.next(in: page, from: max(position, form.range.lowerBound), to: form.range.upperBound) {
      filled += page[position..<tag.range.lowerBound]
      position = tag.range.upperBound
      switch tag.name {
      case "input": filled += input(tag)
      case "textarea":
        filled += page[tag.range]
        guard let words = tag["name"].flatMap({ take($0) }) else { continue }
        // The browser drops the first line break.
        filled += Array("\n\(PageTag.escaped(words))".utf8)
        position = PageTag.next(in: page, from: position, to: form.range.upperBound)?.range.lowerBound ?? position
      case "select":
        select = tag["name"]
        filled += page[tag.range]
      case "/select":
        if let select { _ = take(select) }
        select = nil
        filled += page[tag.range]
      case "option":
        guard let select, let value = values.first(where: { $0.name == select })?.value else {
          filled += page[tag.range]
          continue
        }
        filled += tag.replacing([("selected", (tag["value"] ?? "") == value ? "" : nil)])
      case "details": filled += tag.replacing([("open", "")])
      default: filled += page[tag.range]
      }
    }
    filled += page[position...]
  }

  private mutating func input(_ tag: PageTag) -> [UInt8] {
    guard let name = tag["name"] else { return Array(page[tag.range]) }
    switch tag["type"] {
    case "file", "password": return Array(page[tag.range])
    case "checkbox", "radio":
      let place = values.firstIndex { $0.name == name && $0.value == tag["value"] ?? "on" }
      if let place { values.remove(at: place) }
      return tag.replacing([("checked", place == nil ? nil : "")])
    case "hidden":
      guard let value = take(name), Self.kept.contains(name) else { return Array(page[tag.range]) }
      return tag.replacing([("value", value)])
    default:
      guard let value = take(name) else { return Array(page[tag.range]) }
      return tag.replacing([("value", value)])
    }
  }
}
