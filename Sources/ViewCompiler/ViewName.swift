/// The Swift name of a view: `Views/items/_item.html` is `Views.Items._item`.
struct ViewName: Hashable {
  /// Without the folder `Views` and without `.html`: `items/_item`, as in an include.
  let path: String
  /// `["Items"]`
  let namespaces: [String]
  /// `_item`, in backticks if it is a keyword.
  let function: String

  /// Nil unless the path is made of letters, digits, `_`, `-` and `/`, with a letter (after `_`s) first in each part.
  init?(path: String) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard let last = parts.last, parts.allSatisfy(Self.isPlain) else { return nil }
    self.path = path
    namespaces = parts.dropLast().map { part in
      let name = camelCase(part, separators: "-_")
      return name.prefix(1).uppercased() + name.dropFirst()
    }
    let underscores = last.prefix { $0 == "_" }
    function = quoted(underscores + camelCase(last.dropFirst(underscores.count), separators: "-"))
  }

  /// `Views.Items`
  var namespace: String { (["Views"] + namespaces).joined(separator: ".") }

  /// `Views.Items._item`
  var qualified: String { "\(namespace).\(function)" }

  private static func isPlain(_ part: Substring) -> Bool {
    guard let first = part.utf8.first(where: { $0 != UInt8(ascii: "_") }), isLetter(first) else { return false }
    return part.utf8.allSatisfy { isIdentifierByte($0) || $0 == UInt8(ascii: "-") }
  }
}

/// `empty-list` → `emptyList`.
func camelCase(_ name: some StringProtocol, separators: String) -> String {
  let words = name.split { separators.contains($0) }
  guard let first = words.first else { return String(name) }
  return words.dropFirst().reduce(String(first)) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
}

/// A name in backticks if Swift would read it as something else.
func quoted(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

private let keywords: Set<String> = [
  "Any", "Protocol", "Self", "Type", "actor", "as", "associatedtype", "async", "await", "break", "case", "catch",
  "class",
  "continue", "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate",
  "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator",
  "precedencegroup",
  "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super",
  "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while", "_",
]
