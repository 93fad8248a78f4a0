/// A view as a syntax tree.
///
///     {% view page: Page, items: [Item] %}      the parameters of the function that the file becomes; comes first
///     {% layout layout page: page %}            this file fills the slots of Views/layout.html; comes second
///     {% block main %} … {% end %}              what goes into the slot `main`
///     {% slot main %}  {% slot aside optional %}   in a layout: a place for a block
///     {{ item.title }}                          a Swift expression, escaped for the place it stands at
///     {% if … %} {% else if … %} {% else %} {% end %}       {% for item in items %} … {% end %}
///     {% switch … %} {% case … %} {% default %} {% end %}   {% let name = … %}
///     {% include items/_item item: item %}      another view, with its arguments
///     {# … #}                                   a comment
///
/// The tags contain Swift, whose mistakes the Swift compiler reports at the view's own line. A line that contains only
/// tags and comments is removed, and so is indentation, except in `<pre>`, `<textarea>` and attribute values. The first
/// expression of a URL attribute is checked for its scheme, any later part of it is percent-encoded.
struct View {
  let source: Source
  let name: ViewName
  /// The Swift parameters of its function, as written.
  var parameters: Code
  /// The layout whose slots this view fills.
  var layout: Call?
  /// The output of the view; with a layout, only `{% let %}` and blocks.
  var body: [Node] = []
  var slots: [Slot] = []

  struct Call {
    let path: String
    let arguments: Code
    let offset: Int
  }

  struct Slot {
    let name: String
    let isOptional: Bool
  }

  /// One branch of an `if` or a `switch`: the line that opens it, and its nodes.
  struct Arm {
    /// `if code {`, `else if code {`, `else`, `case code`, `default`
    let keyword: String
    let code: Code
    let body: [Node]
  }

  enum Node {
    case literal(Range<Int>)
    case expression(Code)
    case binding(Code)
    case condition([Arm])
    case selection(Code, [Arm])
    case loop(Code, [Node])
    case include(Call)
    case slot(Slot, offset: Int)
    case block(name: String, [Node], offset: Int, end: Int)
  }
}

/// Parses one view.
struct ViewParser {
  let source: Source
  let name: ViewName
  private var tokens: [Token] = []
  private var index = 0
  private var slots: [View.Slot] = []
  private var inBlock = false
  private var depth = 0

  init(source: Source, name: ViewName) {
    self.source = source
    self.name = name
  }

  static func parse(_ source: Source, name: ViewName) throws(Diagnostic) -> View {
    var parser = ViewParser(source: source, name: name)
    return try parser.view()
  }

  private mutating func view() throws(Diagnostic) -> View {
    guard String(validating: source.bytes, as: UTF8.self) != nil else {
      throw source.error(0, "this file is not UTF-8")
    }
    tokens = try Lexer(source: source).tokens()
    skipBlank()
    guard index < tokens.count, case .tag("view", let parameters, _) = tokens[index] else {
      throw source.error(0, "a view begins with its parameters: {% view name: Type, … %}")
    }
    index += 1
    var view = View(source: source, name: name, parameters: parameters)
    let start = index
    skipBlank()
    if index < tokens.count, case .tag("layout", let code, let range) = tokens[index] {
      index += 1
      view.layout = try call(code, range, what: "layout")
      view.body = try blocks()
    } else {
      index = start
      view.body = try nodes(until: [], opened: nil).nodes
    }
    view.slots = slots
    return view
  }

  private mutating func skipBlank() {
    while index < tokens.count {
      switch tokens[index] {
      case .comment: index += 1
      case .literal(let range) where source.bytes[range].allSatisfy(isSpace): index += 1
      default: return
      }
    }
  }

  /// The content of a view with a layout: blocks, and bindings that they share.
  private mutating func blocks() throws(Diagnostic) -> [View.Node] {
    var found: [View.Node] = []
    var names: Set<String> = []
    while true {
      skipBlank()
      guard index < tokens.count else { return found }
      let token = tokens[index]
      index += 1
      switch token {
      case .tag("let", let code, let range): found.append(try binding(code, range))
      case .tag("block", let code, let range):
        try check(code, isNameOf: "block", at: range)
        guard names.insert(code.text).inserted else {
          throw source.error(range.lowerBound, "the block '\(code.text)' is filled twice")
        }
        inBlock = true
        let (body, end) = try nodes(until: ["end"], opened: ("block", range.lowerBound))
        index += 1
        inBlock = false
        found.append(.block(name: code.text, body, offset: range.lowerBound, end: end))
      case .tag("end", _, let range): throw source.error(range.lowerBound, "this end closes nothing")
      default:
        let range = token.range
        let first = range.first { !isSpace(source.bytes[$0]) } ?? range.lowerBound
        throw source.error(first, "a view with a layout holds only blocks: put this into {% block main %} … {% end %}")
      }
    }
  }

  /// Nodes up to one of the keywords in `stop`, which stays the next token; the offset of that token.
  private mutating func nodes(
    until stop: [String], opened: (keyword: String, offset: Int)?
  ) throws(Diagnostic) -> (nodes: [View.Node], end: Int) {
    depth += 1
    defer { depth -= 1 }
    guard depth < 100 else { throw source.error(opened?.offset ?? 0, "tags are nested too deeply") }
    var found: [View.Node] = []
    while index < tokens.count {
      let token = tokens[index]
      if case .tag(let keyword, _, let range) = token, stop.contains(keyword) { return (found, range.lowerBound) }
      index += 1
      switch token {
      case .literal(let range): found.append(.literal(range))
      case .expression(let code, _): found.append(.expression(code))
      case .comment: break
      case .tag(let keyword, let code, let range): found.append(try node(keyword, code, range))
      }
    }
    guard let opened else { return (found, source.bytes.count) }
    throw source.error(opened.offset, "this \(opened.keyword) has no {% end %}")
  }

  private mutating func node(
    _ keyword: String, _ code: Code, _ range: Range<Int>
  ) throws(Diagnostic) -> View.Node {
    let offset = range.lowerBound
    switch keyword {
    case "if": return try condition(code, offset)
    case "for":
      try check(code, after: keyword, at: offset)
      let (body, _) = try nodes(until: ["end"], opened: (keyword, offset))
      index += 1
      return .loop(code, body)
    case "switch": return try selection(code, offset)
    case "let": return try binding(code, range)
    case "include": return .include(try call(code, range, what: "include"))
    case "slot":
      var parts = code.text.split(separator: " ").map(String.init)
      let isOptional = parts.count == 2 && parts[1] == "optional"
      if isOptional { parts.removeLast() }
      let name = parts.joined(separator: " ")
      try check(Code(text: name, offset: code.offset), isNameOf: "slot", at: range)
      let slot = View.Slot(name: name, isOptional: isOptional)
      if !slots.contains(where: { $0.name == name }) { slots.append(slot) }
      return .slot(slot, offset: offset)
    case "block":
      throw source.error(
        offset, inBlock ? "blocks do not nest" : "a block needs a layout: {% layout … %} after the view tag")
    case "layout": throw source.error(offset, "the layout tag comes right after the view tag")
    case "view": throw source.error(offset, "a file holds one view, and its view tag comes first")
    case "end": throw source.error(offset, "this end closes nothing")
    case "else": throw source.error(offset, "this else belongs to no if")
    case "case", "default": throw source.error(offset, "this \(keyword) belongs to no switch")
    case "": throw source.error(offset, "a tag begins with a keyword: {% if … %}")
    default: throw source.error(offset, "unknown tag '\(keyword)'")
    }
  }

  private mutating func condition(_ first: Code, _ offset: Int) throws(Diagnostic) -> View.Node {
    try check(first, after: "if", at: offset)
    var arms: [View.Arm] = []
    var code = first
    var keyword = "if"
    while true {
      let (body, end) = try nodes(until: ["else", "end"], opened: ("if", offset))
      arms.append(View.Arm(keyword: keyword, code: code, body: body))
      guard case .tag(let next, let rest, _) = tokens[index] else {
        preconditionFailure("nodes(until:) stops at a tag")
      }
      index += 1
      if next == "end" { return .condition(arms) }
      guard keyword != "else" else { throw source.error(end, "an if has one else, and it comes last") }
      guard rest.text.isEmpty || rest.text.hasPrefix("if ") else {
        throw source.error(rest.offset, "an else stands alone or goes on with if: {% else if … %}")
      }
      keyword = rest.text.isEmpty ? "else" : "else if"
      code = Code(text: String(rest.text.dropFirst(3)), offset: rest.offset + (rest.text.isEmpty ? 0 : 3))
    }
  }

  private mutating func selection(_ subject: Code, _ offset: Int) throws(Diagnostic) -> View.Node {
    try check(subject, after: "switch", at: offset)
    var arms: [View.Arm] = []
    skipBlank()
    while index < tokens.count {
      guard case .tag(let keyword, let code, let range) = tokens[index] else {
        throw source.error(
          tokens[index].range.lowerBound, "between switch and its first case there is nothing to print")
      }
      index += 1
      switch keyword {
      case "case", "default":
        if keyword == "case" { try check(code, after: keyword, at: range.lowerBound) }
        guard keyword == "case" || code.text.isEmpty else { throw source.error(code.offset, "default stands alone") }
        let (body, _) = try nodes(until: ["case", "default", "end"], opened: ("switch", offset))
        arms.append(View.Arm(keyword: keyword, code: code, body: body))
      case "end" where !arms.isEmpty: return .selection(subject, arms)
      default: throw source.error(range.lowerBound, "a switch begins with a case")
      }
    }
    throw source.error(offset, "this switch has no {% end %}")
  }

  private func binding(_ code: Code, _ range: Range<Int>) throws(Diagnostic) -> View.Node {
    guard code.text.contains("=") else { throw source.error(range.lowerBound, "write {% let name = value %}") }
    return .binding(code)
  }

  /// `items/_item page: page, item: item`
  private func call(_ code: Code, _ range: Range<Int>, what: String) throws(Diagnostic) -> View.Call {
    let path = code.text.utf8.prefix { !isSpace($0) }
    guard !path.isEmpty else {
      throw source.error(range.lowerBound, "\(what) needs a view's path, such as items/_item")
    }
    let rest = code.text.utf8.dropFirst(path.count)
    let arguments = rest.drop(while: isSpace)
    return View.Call(
      path: String(Substring(path)),
      arguments: Code(
        text: String(Substring(arguments)), offset: code.offset + path.count + (rest.count - arguments.count)),
      offset: code.offset)
  }

  private func check(_ code: Code, after keyword: String, at offset: Int) throws(Diagnostic) {
    guard code.text.isEmpty else { return }
    throw source.error(offset, "something is missing after \(keyword)")
  }

  private func check(_ code: Code, isNameOf what: String, at range: Range<Int>) throws(Diagnostic) {
    guard let first = code.text.utf8.first, isLetter(first), code.text.utf8.allSatisfy(isIdentifierByte) else {
      throw source.error(range.lowerBound, "a \(what) has a name: {% \(what) main %}")
    }
  }
}
