import Testing

@testable import ViewCompiler

@Suite struct GeneratedCodeTests {
  @Test func aSmallView() throws {
    let files = try compile([
      "items/_item": """
      {% view item: Item,
              isOpen: Bool = false %}
      {# one row #}
      <li id="item-{{ item.id }}"{% if item.done %} class="done"{% end %}>
        {{ item.title }}
      </li>

      """
    ])
    #expect(
      files["Views.items._item.swift"] == """
        import HTML

        extension Views.Items {
        #sourceLocation(file: "Views/items/_item.html", line: 1)
          internal static func _item(_ out: inout Output, item: Item,
                isOpen: Bool = false) {
            out.raw("<li id=\\"item-")
        #sourceLocation(file: "Views/items/_item.html", line: 4)
          out.attribute(item.id)
            out.raw("\\"")
        #sourceLocation(file: "Views/items/_item.html", line: 4)
                                      if item.done {
              out.raw(" class=\\"done\\"")
            }
            out.raw(">\\n")
        #sourceLocation(file: "Views/items/_item.html", line: 5)
        out.text(item.title)
            out.raw("\\n</li>")
          }
        }

        """)
    #expect(
      files["Views.swift"] == """
        /// The pages and their parts: Views/ compiled, a function for each file.
        internal enum Views {}

        extension Views { internal enum Items {} }

        """)
  }

  @Test func tags() throws {
    let view = """
      {% view %}
      {% for item in items where item.isOpen %}
        {% if let note = item.note { $0 } %}
        {% else if item.a || "%}" == item.b %}
        {% else %}
        {% end %}
      {% end %}
      {% let sum = items.map { $0.n }.reduce(0, +) %}
      {% switch sum %}
      {% case 0 %}
      {% case let n where n > 1 %}
        many
      {% default %}
      {% end %}
      {% include page items: items.filter { $0.isOpen } %}
      {% include page %}
      """
    #expect(
      try statements(view) == [
        "for item in items where item.isOpen {",
        "if let note = item.note { $0 } {", "} else if item.a || \"%}\" == item.b {", "} else {", "}",
        "}",
        "let sum = items.map { $0.n }.reduce(0, +)",
        "switch sum {", "case 0:", "break", "case let n where n > 1:", "out.raw(\"many\\n\")", "default:", "break", "}",
        "Views.page(&out, items: items.filter { $0.isOpen })", "out.raw(\"\\n\")", "Views.page(&out)",
      ])
  }

  @Test(arguments: [
    #"{{ f { $0 } }}"#, #"{{ f { $0 }}}"#, #"{{ "}}" }}"#, #"{{ "\("}}")" }}"#, ##"{{ #"}}""# }}"##,
    #"{{ ["a": 1]["a"]! }}"#,
    #"{{ "\"}}" }}"#, #"{{ "a\(f("b)"))}}" }}"#,
  ])
  func expressionsEndOutsideOfStringsAndBraces(text: String) throws {
    let code = text.dropFirst(2).dropLast(2).trimmingPrefix(while: \.isWhitespace)
    let expected = code.last == " " ? code.dropLast() : code
    #expect(try statements("{% view %}" + text) == ["out.text(\(expected))"])
  }

  @Test func aLayoutAndItsSlots() throws {
    let frame = """
      {% view title: String %}
      <head>{% slot head optional %}</head>
      <main>
        {% slot main %}
      </main>
      """
    let page = """
      {% view name: String %}
      {% layout frame title: greeting %}
      {% let greeting = "Hello " + name %}
      {% block main %}
        <h1>{{ greeting }}</h1>
      {% end %}
      """
    #expect(
      try statements(page, with: ["frame": frame]) == [
        "let greeting = \"Hello \" + name",
        "func block_main(_ out: inout Output) {", "out.raw(\"<h1>\")", "out.text(greeting)", "out.raw(\"</h1>\")", "}",
        "Views.frame(&out, title: greeting, head: { _ in }, main: block_main)",
      ])
    let layout = try #require(try compile(["page": page, "frame": frame])["Views.frame.swift"])
    #expect(
      layout.contains(
        "func frame(_ out: inout Output, title: String, head: (inout Output) -> Void, main: (inout Output) -> Void) {"))
    #expect(layout.contains("\n    main(&out)\n"))
  }

  /// What is left of a view's white space.
  @Test(arguments: [
    ("<p>\n  a\n    b\n</p>\n", "<p>\na\nb\n</p>\n"),
    ("\n\n<p>\n\n\n\ta\r\n</p>", "<p>\na\r\n</p>"),
    ("  {% let a = 1 %}  \n  <p></p>\n", "<p></p>\n"),
    ("a {# b #} c", "a  c"),
    ("a\n  {# b #}{% let c = 1 %} {# d #}\n  e", "a\ne"),
    ("a {% let c = 1 %}\nb", "a \nb"),
    ("<pre>\n  a\n    b\n</pre>", "<pre>\n  a\n    b\n</pre>"),
    ("<pre>a\n  b</pre>\n  c", "<pre>\na\n  b</pre>\nc"),
    ("<textarea>  a\n   b</textarea>", "<textarea>\n  a\n   b</textarea>"),
    ("<textarea>\n{% let a = 1 %}\n</textarea>", "<textarea>\n</textarea>"),
    ("<p\n   title=\"a\n   b\"\n   class=\"c\">", "<p\ntitle=\"a\n   b\"\nclass=\"c\">"),
    ("<pre>a > b</pre>", "<pre>\na > b</pre>"),
  ])
  func whiteSpace(view: String, expected: String) throws {
    #expect(try raw("{% view %}\n" + view) == expected)
  }

  @Test func aValueInATextAreaKeepsItsFirstLineBreak() throws {
    #expect(
      try statements("{% view %}\n<textarea>{{ x }}</textarea>")
        == ["out.raw(\"<textarea>\\n\")", "out.attribute(x)", "out.raw(\"</textarea>\")"])
  }

  @Test func literals() {
    #expect(literal("a\"b\\c\n\t\r\u{7}é\u{85}\\(x)") == #""a\"b\\c\n\t\r\u{7}é\u{85}\\(x)""#)
  }

  @Test func nothingAtAllStillCompiles() throws {
    let files = try compile([:])
    #expect(files["Views.swift"]?.contains("enum Views {}") == true)
    #expect(files["Locales.swift"]?.hasPrefix("//") == true)
  }
}
