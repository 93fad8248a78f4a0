import Testing

@testable import ViewCompiler

/// Every mistake is reported with the place in the view.
@Suite struct ViewErrorTests {
  @Test(arguments: [
    ("", "1:1: error: a view begins with its parameters: {% view name: Type, … %}"),
    ("<p></p>", "1:1: error: a view begins with its parameters: {% view name: Type, … %}"),
    ("{% view %}\n\n{{ x", "3:1: error: this tag has no end: }} is missing"),
    ("{% view %}\n{% if x", "2:1: error: this tag has no end: %} is missing"),
    ("{% view %}\n{# x", "2:1: error: this comment has no end: #} is missing"),
    ("{% view %}\n{{ }}", "2:1: error: an expression is missing between {{ and }}"),
    ("{% view %}\n{{ f(x }}", "2:8: error: this bracket was never opened"),
    ("{% view %}\n{{ f(x", "2:5: error: this bracket is never closed"),
    ("{% view %}\n{{ x) }}", "2:5: error: this bracket was never opened"),
    ("{% view %}\n{{ \"x }}\n", "2:4: error: this string has no end on its line"),
    ("{% view %}\n{{ x /* y */ }}", "2:6: error: comments are written {# … #}, outside of code"),
    ("{% view %}\n  {% unless x %}", "2:3: error: unknown tag 'unless'"),
    ("{% view %}\n{% %}", "2:1: error: a tag begins with a keyword: {% if … %}"),
    ("{% view %}\n{% if x %}\n<p></p>\n", "2:1: error: this if has no {% end %}"),
    ("{% view %}\n{% for x in y %}", "2:1: error: this for has no {% end %}"),
    ("{% view %}\n{% switch x %}", "2:1: error: this switch has no {% end %}"),
    ("{% view %}\n{% switch x %}\n{% case .a %}", "2:1: error: this switch has no {% end %}"),
    (
      "{% view %}\n{% switch x %}\na{% case .a %}{% end %}",
      "3:1: error: between switch and its first case there is nothing to print"
    ),
    ("{% view %}\n{% switch x %}{% end %}", "2:15: error: a switch begins with a case"),
    ("{% view %}\n{% switch x %}{% default .a %}{% end %}", "2:26: error: default stands alone"),
    ("{% view %}\n{% if %}{% end %}", "2:1: error: something is missing after if"),
    ("{% view %}\n{% for %}{% end %}", "2:1: error: something is missing after for"),
    ("{% view %}\n{% end %}", "2:1: error: this end closes nothing"),
    ("{% view %}\n{% else %}", "2:1: error: this else belongs to no if"),
    ("{% view %}\n{% case .a %}", "2:1: error: this case belongs to no switch"),
    ("{% view %}\n{% if x %}{% else %}{% else %}{% end %}", "2:21: error: an if has one else, and it comes last"),
    (
      "{% view %}\n{% if x %}{% else unless y %}{% end %}",
      "2:19: error: an else stands alone or goes on with if: {% else if … %}"
    ),
    ("{% view %}\n{% let x %}", "2:1: error: write {% let name = value %}"),
    ("{% view %}\n{% view %}", "2:1: error: a file holds one view, and its view tag comes first"),
    ("{% view %}\n<p></p>{% layout a %}", "2:8: error: the layout tag comes right after the view tag"),
    ("{% view %}\n{% block a %}{% end %}", "2:1: error: a block needs a layout: {% layout … %} after the view tag"),
    ("{% view %}\n{% slot %}", "2:1: error: a slot has a name: {% slot main %}"),
    ("{% view %}\n{% slot a b %}", "2:1: error: a slot has a name: {% slot main %}"),
    ("{% view %}\n{% include %}", "2:1: error: include needs a view's path, such as items/_item"),
    ("{% view %}\n{% include items/_none x: 1 %}", "2:12: error: there is no view Views/items/_none.html"),
    (
      "{% view %}\n<p title=\"{% include page %}\"></p>",
      "2:22: error: an include prints whole elements: it cannot stand in the attribute title"
    ),
    (
      "{% view %}\n<p {% slot a %}></p>", "2:4: error: a slot prints whole elements: it cannot stand inside the tag <p>"
    ),
    ("{% view %}\n<div>\n<p>\n</div>", "4:1: error: </div> stands where <p> of line 3 is still open"),
    ("{% view %}\n<div>\n<p></p>", "2:1: error: <div> is never closed"),
    ("{% view %}\n</div>", "2:1: error: </div> closes nothing"),
    ("{% view %}\n<br></br>", "2:5: error: <br> has no end tag"),
    ("{% view %}\n<div/>", "2:1: error: only void elements and SVG end with />: write <div></div>"),
    ("{% view %}\n<p title=></p>", "2:10: error: the attribute title has no value"),
    ("{% view %}\n<p a\"b></p>", "2:5: error: this has no place in an attribute's name"),
    ("{% view %}\n<p a=\"b\"c></p>", "2:9: error: a space is missing between attributes"),
    ("{% view %}\n<p%></p>", "2:3: error: a tag's name is made of letters and digits"),
    ("{% view %}\n1 < 2", "2:4: error: write &lt; for a < in text"),
    ("{% view %}\n<p", "2:3: error: the HTML ends in a tag's name"),
    ("{% view %}\n<p title=\"a", "2:12: error: the HTML ends in the attribute title"),
    ("{% view %}\n<!-- a", "2:7: error: the HTML ends in a comment"),
    ("{% view %}\n<!--> a", "2:1: error: this comment is empty: take it away"),
    ("{% view %}\n<!-- a --!> b", "2:8: error: a comment ends with -->"),
    ("{% view %}\n<title>a", "2:1: error: <title> is never closed"),
    (
      "{% view %}\n{% if x %}<p>{% end %}",
      "2:7: error: this branch ends inside <p>, where another way through ends in text"
    ),
    (
      "{% view %}\n{% if x %}<p>{% else %}<b>{% end %}",
      "2:22: error: this branch ends inside <b>, where another way through ends inside <p>"
    ),
    (
      "{% view %}\n<p {% if x %}title=\"{% end %}\"></p>",
      "2:10: error: this branch ends in the attribute title, where another way through ends inside the tag <p>"
    ),
    (
      "{% view %}\n<div>{% if x %}</div>{% end %}",
      "2:12: error: this branch ends in text, where another way through ends inside <div>"
    ),
    (
      "{% view %}\n{% for x in y %}<li>{% end %}", "2:8: error: this loop ends inside <li>, not where it began: in text"
    ),
    (
      "{% view %}\n{% switch x %}{% case .a %}{% case .b %}<p>{% end %}",
      "2:36: error: this branch ends inside <p>, where another way through ends in text"
    ),
  ])
  func mistake(view: String, message: String) {
    #expect(problems(["page": view]) == ["Views/page.html:" + message])
  }

  @Test(arguments: [
    ("{% layout none %}", "2:11: error: there is no view Views/none.html"),
    (
      "{% layout frame %}\n{% block main %}{% end %}{% block nav %}{% end %}",
      "3:26: error: Views/frame.html has no slot 'nav'"
    ),
    (
      "{% layout frame %}\n",
      "2:11: error: Views/frame.html has a slot 'main' that no block fills (a slot that may stay empty is written {% slot main optional %})"
    ),
    (
      "{% layout frame %}\n{% block main %}{% end %}\n{% block main %}{% end %}",
      "4:1: error: the block 'main' is filled twice"
    ),
    (
      "{% layout frame %}\n  <p></p>",
      "3:3: error: a view with a layout holds only blocks: put this into {% block main %} … {% end %}"
    ),
    ("{% layout frame %}\n{% block main %}{% block main %}{% end %}{% end %}", "3:17: error: blocks do not nest"),
    ("{% layout frame %}\n{% block main %}\n<p>\n{% end %}", "4:1: error: <p> is never closed"),
    ("{% layout frame %}\n{% block main %}", "3:1: error: this block has no {% end %}"),
    ("{% include frame %}", "2:12: error: Views/frame.html is a layout: it is used with {% layout %}"),
  ])
  func mistakeWithLayout(view: String, message: String) {
    let frame = "{% view %}\n<main>{% slot main %}</main>{% slot aside optional %}"
    #expect(problems(["page": "{% view %}\n" + view, "frame": frame]) == ["Views/page.html:" + message])
  }

  @Test func allFilesAreReportedAtOnce() {
    let found = problems(["a": "{% view %}<p>", "b": "{% view %}{% end %}"])
    #expect(
      found.sorted() == [
        "Views/a.html:1:11: error: <p> is never closed", "Views/b.html:1:11: error: this end closes nothing",
      ])
  }

  @Test func names() {
    #expect(ViewName(path: "items/_item")?.qualified == "Views.Items._item")
    #expect(ViewName(path: "layout")?.qualified == "Views.layout")
    #expect(ViewName(path: "shared/parts/empty-list")?.qualified == "Views.Shared.Parts.emptyList")
    #expect(ViewName(path: "blocked-dates/default")?.qualified == "Views.BlockedDates.`default`")
    #expect(ViewName(path: "_quick_add")?.qualified == "Views._quick_add")
    for path in ["", "a b", "1", "a//b", "é", "a/_"] { #expect(ViewName(path: path) == nil) }
    #expect(
      problems(["a b": "{% view %}"]) == [
        "Views/a b.html:1:1: error: a view's path is made of letters, digits, - and _"
      ])
    #expect(
      problems(["a/index": "{% view %}", "b/index": "{% view %}"]) == [
        "Views/b/index.html:1:1: error: Views/a/index.html has the same file name: Swift tells files apart by it,"
          + " so choose another"
      ])
    #expect(
      problems(["a-b": "{% view %}", "aB": "{% view %}"]) == [
        "Views/aB.html:1:1: error: this view and Views/a-b.html would have the same Swift name Views.aB"
      ])
  }
}
