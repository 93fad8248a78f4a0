/// The state of the HTML at a point of a view, which decides how an expression there is escaped.
///
/// A subset of the tokenizer of the HTML Living Standard (section 13.2.5), stricter than the standard: elements must be
/// closed, and anything that could run a script is refused.
struct HTMLContext: Equatable {
  struct Element: Equatable {
    let name: String
    let offset: Int

    /// Branches may open an element at different places.
    static func == (one: Self, other: Self) -> Bool { one.name == other.name }
  }

  enum Mode: Equatable {
    case text
    /// `<title>` and `<textarea>`: text whose only end is their own end tag.
    case plainText
    /// `<script>` and `<style>`
    case code
    case comment
    case declaration
    case tagName
    case endTagName
    /// Inside a tag, where an attribute may begin.
    case tag
    /// Inside a tag, where a space, `/` or `>` has to come next.
    case afterName
    case attributeName
    case afterEquals
    case unquoted
    case quoted(UInt8)
    /// After a `<` at the end of a literal.
    case less
  }

  /// The state of a URL attribute.
  enum URL: Equatable {
    case none
    case start
    /// The bytes so far may still be the beginning of a scheme.
    case scheme([UInt8])
    /// After the point where a scheme could end: a path, a query or a fragment follows.
    case inside
    /// Two branches have different beginnings.
    case unknown
  }

  var mode = Mode.text
  var open: [Element] = []
  /// The tag and the attribute being read.
  var element = Element(name: "", offset: 0)
  var attribute = ""
  var url = URL.none

  /// Whether white space is part of the page's text.
  var isPreformatted: Bool {
    switch mode {
    case .text: open.contains { $0.name == "pre" }
    case .tag, .afterName, .afterEquals: false
    default: true
    }
  }

  /// The common state after two branches, nil if they are incompatible.
  func joined(_ other: Self) -> Self? {
    var one = self
    var two = other
    one.settle()
    two.settle()
    if one.mode != two.mode, [.tag, .afterName].contains(one.mode), [.tag, .afterName].contains(two.mode) {
      one.mode = .afterName
      two.mode = .afterName
    }
    // Between attributes the last attribute's name no longer matters, and in text the last tag's.
    if [.text, .plainText, .tag, .afterName].contains(one.mode) { (one.attribute, two.attribute) = ("", "") }
    if one.mode == .text { (one.element, two.element) = (Self().element, Self().element) }
    if one.url != two.url, one.attribute == two.attribute {
      one.url = [one.url, two.url].contains(.start) ? .unknown : .scheme([])
      two.url = one.url
    }
    return one == two ? one : nil
  }

  /// A tag ends the name before it: `<input{% if … %} checked{% end %}>`.
  mutating func settle() {
    if mode == .tagName || mode == .attributeName { mode = .afterName }
  }

  /// For messages.
  var name: String {
    switch mode {
    case .text: open.last.map { "inside <\($0.name)>" } ?? "in text"
    case .plainText, .code: "inside <\(open.last?.name ?? element.name)>"
    case .comment: "in a comment"
    case .declaration: "in a declaration"
    case .tagName, .endTagName, .less: "in a tag's name"
    case .tag, .afterName: "inside the tag <\(element.name)>"
    case .attributeName: "in an attribute's name"
    case .afterEquals, .unquoted: "in an attribute without quotes"
    case .quoted: "in the attribute \(attribute)"
    }
  }

  static let void: Set<String> = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
  ]

  private static let urlAttributes: Set<String> = [
    "href", "src", "action", "formaction", "poster", "cite", "data", "srcset", "imagesrcset", "ping", "manifest",
    "background", "longdesc", "xlink:href", "hx-get", "hx-post", "hx-put", "hx-patch", "hx-delete", "hx-push-url",
    "hx-replace-url",
  ]

  private static let safeSchemes: Set<String> = ["http", "https", "mailto", "tel", "webcal"]

  /// Why an attribute is not allowed at all, nil if it is.
  static func refusal(ofAttribute name: String) -> String? {
    let name = name.hasPrefix("data-hx-") ? String(name.dropFirst("data-".count)) : name
    if name.hasPrefix("on") || name.hasPrefix("hx-on") {
      return "the attribute \(name) would run a script, which the content security policy forbids"
    }
    if name == "style" { return "the attribute style is forbidden by the content security policy: use a class" }
    if name == "srcdoc" { return "the attribute srcdoc is not supported" }
    return nil
  }

  static func isURL(attribute name: String) -> Bool {
    urlAttributes.contains(name.hasPrefix("data-hx-") ? String(name.dropFirst("data-".count)) : name)
  }

  static func isSafe(scheme: [UInt8]) -> Bool {
    safeSchemes.contains(String(decoding: scheme, as: UTF8.self).lowercased())
  }
}
