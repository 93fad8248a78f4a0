import Foundation
import Testing

@testable import ViewCompiler

/// Generated code given to the Swift compiler with the settings of the package, warnings as errors.
@Suite struct EndToEndTests {
  /// The folder that the tests were built into: it holds the module and the objects of HTML.
  private static let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()

  private static let flags =
    [
      "-wmo", "-swift-version", "6", "-warnings-as-errors", "-enable-upcoming-feature",
      "NonisolatedNonsendingByDefault",
      "-enable-upcoming-feature", "ExistentialAny", "-enable-upcoming-feature", "InternalImportsByDefault",
      // The module's objects ask for the runtime of what they were built with; bin/check --deep names it.
    ] + (ProcessInfo.processInfo.environment["SANITIZER"].map { ["-sanitize=\($0)"] } ?? [])

  private func run(_ program: String, _ arguments: [String], in folder: URL) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.currentDirectoryURL = folder
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }

  /// Compiles views and a main program, and runs it unless the compiler complains.
  private func build(
    _ views: [String: String], locales: [String: String], main: String
  ) throws -> (status: Int32, output: String) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "foyer-views-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = try compile(views, locales: locales).merging(["main.swift": main]) { $1 }
    for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
    let objects = try FileManager.default.contentsOfDirectory(
      at: Self.products.appending(path: "HTML.build"), includingPropertiesForKeys: nil
    ).filter { $0.pathExtension == "o" }.map { $0.path() }
    let modules = Self.products.appending(path: "Modules").path()
    let compiled = try run(
      "swiftc", Self.flags + ["-I", modules, "-o", "program"] + files.keys.sorted() + objects, in: folder)
    guard compiled.status == 0 else { return compiled }
    return try run("./program", [], in: folder)
  }

  private static let views = [
    "layout": """
    {% view title: String, strings: Strings %}
    <!doctype html>
    <html lang="{{ strings.language.rawValue }}">
      <head><title>{{ title }}</title>{% slot head optional %}</head>
      <body>{% slot main %}</body>
    </html>
    """,
    "nested": """
    {% view strings: Strings %}
    {% layout layout title: "Nested", strings: strings %}
    {% block main %}<main>{% slot body %}</main>{% end %}
    """,
    "items/page": """
    {% view items: [Item], strings: Strings %}
    {% layout nested strings: strings %}
    {% block body %}
      <p>{{ strings.left(count: items.count) }}</p>
      {% for item in items %}
        {% include items/_item item: item %}
      {% end %}
    {% end %}
    """,
    "items/_item": """
    {% view item: Item %}
    <a href="{{ item.link }}"{% if item.isDone %} class="done"{% end %} title='{{ item.title }}'>
      {% if let note = item.note %}
        {{ note }}
      {% else if item.isDone %}
        done
      {% else %}
        open
      {% end %}
    </a>
    {% switch item.kind %}

    {# a remark #}
    {% case .plain %}
    {% case .late(let days) where days > 1 %}
      <b>{{ days }}</b>
    {% case .late %}
      <b>late</b>
    {% end %}
    """,
    "default": "{% view %}\n{% include default-text text: \"a\" %}",
    "default-text": "{% view text: String, `in`: Int = 1 %}\n{% let copy = text %}{{ copy }}",
  ]

  private static let locales: [String: String] = [
    "en": catalogue("nplurals=2; plural=(n != 1);", ["{count} item", "{count} items"]),
    "fr": catalogue("nplurals=2; plural=(n > 1);", ["{count} tâche", "{count} tâches"]),
    "ko": catalogue("nplurals=1; plural=0;", ["할 일 {count}개"]),
    "ru": catalogue(
      "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);",
      ["{count} дело", "{count} дела", "{count} дел"]),
  ]

  private static func catalogue(_ plural: String, _ forms: [String]) -> String {
    let header = "msgid \"\"\nmsgstr \"Plural-Forms: \(plural)\\n\"\n\nmsgid \"left\"\nmsgid_plural \"left\"\n"
    return header + forms.enumerated().map { "msgstr[\($0)] \"\($1)\"\n" }.joined()
      + "\nmsgid \"is.default\"\nmsgstr \"{in}, {name}\"\n"
  }

  private static let types = """
    import HTML
    struct Item {
      enum Kind { case plain, late(Int) }
      var title: String, link = "/", note: String? = nil, isDone = false, kind = Kind.plain
    }

    """

  @Test func generatedCodeCompilesWithoutWarningsAndRuns() throws {
    let main =
      Self.types + """
        var out = Output()
        let items = [
          Item(title: "<'&'>", link: "javascript:alert(1)", note: "\\"note\\"", kind: .late(3)),
          Item(title: "b", isDone: true, kind: .late(1)), Item(title: "c"),
        ]
        Views.Items.page(&out, items: items, strings: Strings(.en))
        Views.`default`(&out)
        print(String(decoding: out.bytes, as: UTF8.self))
        for language in Language.allCases {
          let strings = Strings(language)
          print([0, 1, 2, 5, 11, 21, 102, 12345].map { strings.left(count: $0) }.joined(separator: "; "))
          print(strings.isDefault(in: 1, name: "x"))
        }
        """
    let result = try build(Self.views, locales: Self.locales, main: main)
    #expect(
      result.output == """
        <!doctype html>
        <html lang="en">
        <head><title>Nested</title></head>
        <body><main><p>3 items</p>
        <a href="#" title='&lt;&#39;&amp;&#39;&gt;'>
        &#34;note&#34;
        </a>
        <b>3</b>

        <a href="/" class="done" title='b'>
        done
        </a>
        <b>late</b>

        <a href="/" title='c'>
        open
        </a>

        </main></body>
        </html>a
        0 items; 1 item; 2 items; 5 items; 11 items; 21 items; 102 items; 12,345 items
        1, x
        0 tâche; 1 tâche; 2 tâches; 5 tâches; 11 tâches; 21 tâches; 102 tâches; 12\u{202F}345 tâches
        1, x
        할 일 0개; 할 일 1개; 할 일 2개; 할 일 5개; 할 일 11개; 할 일 21개; 할 일 102개; 할 일 12,345개
        1, x
        0 дел; 1 дело; 2 дела; 5 дел; 11 дел; 21 дело; 102 дела; 12\u{A0}345 дел
        1, x

        """)
  }

  @Test func mistakesInSwiftAreReportedInTheView() throws {
    var views = Self.views
    views["items/_item"] = views["items/_item"]?.replacing("{{ note }}", with: "{{ nope }}")
      .replacing("item.link", with: "item.lnik").replacing(".plain", with: ".plan")
    views["items/page"] = views["items/page"]?.replacing("strings.left", with: "strings.lfet")
    let result = try build(views, locales: Self.locales, main: Self.types)
    #expect(result.status != 0)
    for message in [
      "Views/items/_item.html:2:18: error: value of type 'Item' has no member 'lnik'",
      "Views/items/_item.html:4:10: error: cannot find 'nope' in scope",
      "Views/items/_item.html:14:10: error: type 'Item.Kind' has no member 'plan'",
      "Views/items/page.html:4:18: error: value of type 'Strings' has no member 'lfet'",
    ] {
      #expect(result.output.contains(message), "\(result.output)")
    }
  }
}
