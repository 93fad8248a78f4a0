/// Generates the Swift function of a view.
struct ViewGenerator {
  /// Every view of the package by its path, for includes and layouts.
  typealias Views = [String: View]

  private let view: View
  private let views: Views
  private var reader: HTMLReader
  private var lines: [String] = []
  /// HTML that must be printed before the next statement.
  private var pending: [UInt8] = []
  private var indentation = 2

  private init(_ view: View, _ views: Views) {
    self.view = view
    self.views = views
    reader = HTMLReader(source: view.source)
  }

  static func generate(_ view: View, _ views: Views) throws(Diagnostic) -> String {
    var generator = ViewGenerator(view, views)
    return try generator.file()
  }

  private mutating func file() throws(Diagnostic) -> String {
    let name = view.name
    add("import HTML")
    add("")
    add("extension \(name.namespace) {")
    let slots = view.slots.map { "\(quoted($0.name)): (inout Output) -> Void" }
    let own = view.parameters.text.isEmpty ? [] : [view.parameters.text]
    let parameters = (["_ out: inout Output"] + own + slots).joined(separator: ", ")
    locate(view.parameters.offset)
    add("  internal static func \(name.function)(\(parameters)) {")
    if let layout = view.layout {
      try fill(layout)
    } else {
      try print(view.body)
      try end(view.source.bytes.count)
    }
    add("  }")
    add("}")
    return lines.joined(separator: "\n") + "\n"
  }

  /// A page with a layout: each block becomes a local function, and the layout is called with them.
  private mutating func fill(_ layout: View.Call) throws(Diagnostic) {
    guard let target = views[layout.path] else { throw unknown(layout) }
    var filled: Set<String> = []
    for node in view.body {
      switch node {
      case .block(let name, let body, let offset, let end):
        guard target.slots.contains(where: { $0.name == name }) else {
          throw view.source.error(offset, "\(target.source.path) has no slot '\(name)'")
        }
        filled.insert(name)
        indent("func block_\(name)(_ out: inout Output) {")
        indentation += 1
        try print(body)
        try self.end(end)
        indentation -= 1
        indent("}")
      default: try print([node])
      }
    }
    var arguments = ["&out"] + (layout.arguments.text.isEmpty ? [] : [layout.arguments.text])
    for slot in target.slots {
      guard filled.contains(slot.name) || slot.isOptional else {
        throw view.source.error(
          layout.offset,
          "\(target.source.path) has a slot '\(slot.name)' that no block fills"
            + " (a slot that may stay empty is written {% slot \(slot.name) optional %})")
      }
      arguments.append("\(quoted(slot.name)): " + (filled.contains(slot.name) ? "block_\(slot.name)" : "{ _ in }"))
    }
    statement("\(target.name.qualified)(\(arguments.joined(separator: ", ")))", at: layout.arguments.offset)
  }

  private func unknown(_ call: View.Call) -> Diagnostic {
    view.source.error(call.offset, "there is no view Views/\(call.path).html")
  }

  /// The end of a view or a block, where every tag and element must be closed.
  private mutating func end(_ offset: Int) throws(Diagnostic) {
    if let element = reader.context.open.last {
      throw view.source.error(element.offset, "<\(element.name)> is never closed")
    }
    guard reader.context.mode == .text else {
      throw view.source.error(offset, "the HTML ends \(reader.context.name)")
    }
    while let last = pending.last, isSpace(last) { pending.removeLast() }
    flush()
    reader.context = HTMLContext()
  }

  private mutating func print(_ nodes: [View.Node]) throws(Diagnostic) {
    for node in nodes {
      switch node {
      case .literal(let range): try reader.read(range, into: &pending)
      case .expression(let code): try print(code)
      case .binding(let code): statement("let \(code.text)", at: code.offset, column: "let ")
      case .condition(let arms): try condition(arms)
      case .selection(let subject, let arms): try selection(subject, arms)
      case .loop(let code, let body): try loop(code, body)
      case .include(let call):
        try checkIsText(call.offset, "an include")
        guard let target = views[call.path] else { throw unknown(call) }
        guard target.slots.isEmpty else {
          throw view.source.error(call.offset, "\(target.source.path) is a layout: it is used with {% layout %}")
        }
        let arguments = call.arguments.text.isEmpty ? "&out" : "&out, \(call.arguments.text)"
        statement("\(target.name.qualified)(\(arguments))", at: call.arguments.offset)
      case .slot(let slot, let offset):
        try checkIsText(offset, "a slot")
        statement("\(quoted(slot.name))(&out)", at: offset)
      case .block: preconditionFailure("the parser lets blocks only into views with a layout")
      }
    }
  }

  private func checkIsText(_ offset: Int, _ what: String) throws(Diagnostic) {
    guard reader.context.mode != .text else { return }
    throw view.source.error(offset, "\(what) prints whole elements: it cannot stand \(reader.context.name)")
  }

  /// `{{ code }}`, escaped for its place in the HTML.
  private mutating func print(_ code: Code) throws(Diagnostic) {
    let method: String
    switch (reader.context.mode, reader.context.url) {
    case (.text, _): method = "text"
    case (.plainText, _): method = "attribute"
    case (.quoted, .none): method = "attribute"
    case (.quoted, .start):
      method = "url"
      // Not empty, and no safe scheme: a colon after it is refused.
      reader.context.url = .scheme([UInt8(ascii: "?")])
    case (.quoted, .scheme), (.quoted, .inside): method = "urlComponent"
    case (.quoted, .unknown):
      throw view.source.error(
        code.offset, "this URL begins differently in two branches: write it whole in each of them")
    default:
      throw view.source.error(code.offset, "an expression cannot stand \(reader.context.name)")
    }
    statement("out.\(method)(\(code.text))", at: code.offset, column: "out.\(method)(")
  }

  private mutating func condition(_ arms: [View.Arm]) throws(Diagnostic) {
    flush()
    reader.context.settle()
    let start = reader.context
    // Without an else, possibly no branch runs.
    var meeting = arms.last?.keyword == "else" ? nil : start
    for arm in arms {
      let head = arm.keyword == "if" ? "if " : "} \(arm.keyword) "
      statement("\(head)\(arm.code.text)\(arm.code.text.isEmpty ? "" : " "){", at: arm.code.offset, column: head)
      try branch(arm, from: start, meeting: &meeting)
    }
    indent("}")
    reader.context = meeting ?? start
  }

  private mutating func selection(_ subject: Code, _ arms: [View.Arm]) throws(Diagnostic) {
    flush()
    reader.context.settle()
    let start = reader.context
    var meeting: HTMLContext?
    for (index, arm) in arms.enumerated() {
      let head = arm.keyword == "case" ? "case " : "default"
      if index == 0 {
        // Swift allows no #sourceLocation before the first case: line breaks move it to its line.
        let last = view.source.position(subject.offset).line + subject.text.count { $0 == "\n" }
        let (line, column) = view.source.position(arm.code.offset)
        let space =
          line > last
          ? String(repeating: "\n", count: line - last)
            + String(repeating: " ", count: max(column - 1 - head.utf8.count, 0)) : " "
        let opening = "switch \(subject.text) {\(space)\(head)\(arm.code.text):"
        statement(opening, at: subject.offset, column: "switch ")
      } else {
        statement("\(head)\(arm.code.text):", at: arm.code.offset, column: head)
      }
      let written = lines.count
      try branch(arm, from: start, meeting: &meeting)
      if lines.count == written { indent("  break") }
    }
    indent("}")
    reader.context = meeting ?? start
  }

  /// One branch of an `if` or `switch`: all begin in the same state, and must end in compatible ones.
  private mutating func branch(
    _ arm: View.Arm, from start: HTMLContext, meeting: inout HTMLContext?
  ) throws(Diagnostic) {
    reader.context = start
    try inside(arm.body)
    guard let joined = (meeting ?? reader.context).joined(reader.context) else {
      throw view.source.error(
        arm.code.offset,
        "this branch ends \(reader.context.name), where another way through ends \((meeting ?? start).name)")
    }
    meeting = joined
  }

  private mutating func loop(_ code: Code, _ body: [View.Node]) throws(Diagnostic) {
    reader.context.settle()
    flush()
    let start = reader.context
    let written = lines.count
    // The state after the first iteration must be able to begin the second: the body is read again from the common
    // state.
    for _ in 0..<3 {
      let began = reader.context
      statement("for \(code.text) {", at: code.offset, column: "for ")
      try inside(body)
      indent("}")
      guard let joined = began.joined(reader.context) else {
        throw view.source.error(code.offset, "this loop ends \(reader.context.name), not where it began: \(start.name)")
      }
      reader.context = joined
      if joined == began { return }
      lines.removeSubrange(written...)
    }
    throw view.source.error(code.offset, "this loop does not end where it began: \(start.name)")
  }

  private mutating func inside(_ body: [View.Node]) throws(Diagnostic) {
    indentation += 1
    try print(body)
    flush()
    indentation -= 1
  }

  // MARK: Lines of Swift

  private mutating func add(_ line: String) { lines.append(line) }

  private mutating func indent(_ line: String) {
    flush()
    add(String(repeating: "  ", count: indentation) + line)
  }

  /// A statement with code from the view. `column` is the width of the text before that code: the statement is indented
  /// so that the compiler reports the view's own column, if there is room.
  private mutating func statement(_ text: String, at offset: Int, column: String? = nil) {
    flush()
    locate(offset)
    let prefix = (column ?? "").utf8.count
    let spaces = max(view.source.position(offset).column - 1 - prefix, 0)
    add(String(repeating: " ", count: column == nil ? indentation * 2 : spaces) + text)
  }

  private mutating func locate(_ offset: Int) {
    add("#sourceLocation(file: \(literal(view.source.path)), line: \(view.source.position(offset).line))")
  }

  private mutating func flush() {
    guard !pending.isEmpty else { return }
    let text = String(decoding: pending, as: UTF8.self)
    pending = []
    add(String(repeating: "  ", count: indentation) + "out.raw(\(literal(text)))")
  }
}

/// A Swift string literal.
func literal(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": result += "\\\""
    case "\\": result += "\\\\"
    case "\n": result += "\\n"
    case "\r": result += "\\r"
    case "\t": result += "\\t"
    case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value):
      result += "\\u{\(String(scalar.value, radix: 16))}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}
