import Testing

@testable import ViewCompiler

@Suite struct ContextTests {
  /// Where an expression stands decides how it is escaped.
  @Test(arguments: [
    ("<p>{{ x }}</p>", "text"),
    ("{{ x }}", "text"),
    ("<title>{{ x }}</title>", "attribute"),
    ("<textarea name=\"a\">{{ x }}</textarea>", "attribute"),
    ("<svg><title>{{ x }}</title></svg>", "text"),
    ("<p title=\"{{ x }}\"></p>", "attribute"),
    ("<p title='{{ x }}'></p>", "attribute"),
    ("<p title = \"a {{ x }}\"></p>", "attribute"),
    ("<p title=\"'{{ x }}'>\"></p>", "attribute"),
    ("<p title=\"href=\" alt=\"{{ x }}\"></p>", "attribute"),
    ("<p data-href=\"{{ x }}\"></p>", "attribute"),
    ("<meta content='{\"a\": \"{{ x }}\"}'>", "attribute"),
    ("<a href=\"{{ x }}\"></a>", "url"),
    ("<A HREF='{{ x }}'></A>", "url"),
    ("<a href=\" {{ x }}\"></a>", "url"),
    ("<a href=\"{{ x }}?page=2\"></a>", "url"),
    ("<img src=\"{{ x }}\">", "url"),
    ("<form action=\"{{ x }}\"></form>", "url"),
    ("<button formaction=\"{{ x }}\"></button>", "url"),
    ("<button hx-post=\"{{ x }}\"></button>", "url"),
    ("<button data-hx-delete=\"{{ x }}\"></button>", "url"),
    ("<svg><use href=\"{{ x }}\"/></svg>", "url"),
    ("<a href=\"/items/{{ x }}\"></a>", "urlComponent"),
    ("<a href=\"/items?q={{ x }}&amp;page=2\"></a>", "urlComponent"),
    ("<a href=\"#item-{{ x }}\"></a>", "urlComponent"),
    ("<a href=\"item-{{ x }}\"></a>", "urlComponent"),
    ("<a href=\"mailto:{{ x }}\"></a>", "urlComponent"),
    ("<a href=\"https://example.org/{{ x }}\"></a>", "urlComponent"),
    ("<a href=\"/a\" title=\"{{ x }}\"></a>", "attribute"),
    ("<a href=\"/a\">{{ x }}</a>", "text"),
    ("<a href=\"{% if a %}/b{% else %}/c/{% end %}{{ x }}\"></a>", "urlComponent"),
    ("<a href={% if a %}{% end %}\"{{ x }}\"></a>", "url"),
    ("<!-- a --><p>{{ x }}</p>", "text"),
    ("<input value=\"{{ x }}\"{% if a %} checked{% end %}>", "attribute"),
  ])
  func method(html: String, method: String) throws {
    #expect(try statements("{% view %}" + html).contains("out.\(method)(x)"))
  }

  @Test func theSecondExpressionOfAURLIsAComponent() throws {
    let lines = try statements("{% view %}<a href=\"{{ a }}{{ b }}\"></a>")
    #expect(lines.contains("out.url(a)") && lines.contains("out.urlComponent(b)"))
  }

  /// Places where no escaping helps. The view begins in column 11.
  @Test(arguments: [
    ("<script>{{ x }}</script>", "1:22: error: an expression cannot stand inside <script>"),
    (
      "<script>let a</script>",
      "1:19: error: <script> with content is forbidden by the content security policy: put it into a file in Public/"
    ),
    (
      "<style>p {}</style>",
      "1:18: error: <style> with content is forbidden by the content security policy: put it into a file in Public/"
    ),
    (
      "<p onclick=\"{{ x }}\"></p>",
      "1:14: error: the attribute onclick would run a script, which the content security policy forbids"
    ),
    (
      "<p ONCLICK='a'></p>",
      "1:14: error: the attribute onclick would run a script, which the content security policy forbids"
    ),
    (
      "<p hx-on:click='a'></p>",
      "1:14: error: the attribute hx-on:click would run a script, which the content security policy forbids"
    ),
    (
      "<p data-hx-on:a='a'></p>",
      "1:14: error: the attribute hx-on:a would run a script, which the content security policy forbids"
    ),
    (
      "<p style='color: red'></p>",
      "1:14: error: the attribute style is forbidden by the content security policy: use a class"
    ),
    ("<iframe srcdoc='a'></iframe>", "1:19: error: the attribute srcdoc is not supported"),
    ("<p title={{ x }}></p>", "1:23: error: an expression cannot stand in an attribute without quotes"),
    ("<p title=a{{ x }}></p>", "1:24: error: an expression cannot stand in an attribute without quotes"),
    ("<{{ x }}></p>", "1:15: error: an expression cannot stand in a tag's name"),
    ("<p{{ x }}></p>", "1:16: error: an expression cannot stand in a tag's name"),
    ("<p {{ x }}></p>", "1:17: error: an expression cannot stand inside the tag <p>"),
    ("<p a{{ x }}></p>", "1:18: error: an expression cannot stand in an attribute's name"),
    ("</{{ x }}>", "1:12: error: write &lt; for a < in text"),
    ("<!-- {{ x }} -->", "1:19: error: an expression cannot stand in a comment"),
    ("<!doctype {{ x }}>", "1:24: error: an expression cannot stand in a declaration"),
    (
      "<a href=\"javascript:{{ x }}\"></a>",
      "1:30: error: a URL in a view is relative, or begins with http, https, mailto, tel or webcal"
    ),
    (
      "<a href=\"data:a\"></a>",
      "1:24: error: a URL in a view is relative, or begins with http, https, mailto, tel or webcal"
    ),
    (
      "<a href=\"{{ x }}:{{ y }}\"></a>",
      "1:27: error: a URL in a view is relative, or begins with http, https, mailto, tel or webcal"
    ),
    (
      "<a href=\"java{{ x }}script:y\"></a>",
      "1:37: error: a URL in a view is relative, or begins with http, https, mailto, tel or webcal"
    ),
    (
      "<a href=\"{% if a %}/b{% end %}{{ x }}\"></a>",
      "1:44: error: this URL begins differently in two branches: write it whole in each of them"
    ),
    ("<p on{% if a %}{% end %}click=\"a\"></p>", "1:35: error: a space is missing between attributes"),
    ("<p {% if a %}b{% end %}c></p>", "1:34: error: a space is missing between attributes"),
  ])
  func refused(html: String, message: String) {
    #expect(problems(["page": "{% view %}" + html]) == ["Views/page.html:" + message])
  }

  @Test(arguments: [
    "<input{% if a %} checked{% end %}>",
    "<input {% if a %}checked{% end %}>",
    "<input {% if a %}checked{% else %}disabled{% end %} name=\"a\">",
    "<p class=\"a{% if b %} c{% end %}\"></p>",
    "<p class=\"{% for c in d %}{{ c }} {% end %}\"></p>",
    "<p{% for c in d %} data-{% end %}></p>",
    "{% if a %}<p>b</p>{% else if c %}<p>d</p>{% end %}",
    "{% switch a %}{% case .b %}<p></p>{% case .c %}{% default %}d{% end %}",
    "<textarea>{% if a %}b{% end %}</textarea>",
    "<br><br/><img src=\"/a\" alt=\"\"><hr>",
    "<svg viewBox=\"0 0 1 1\"><path d=\"M0 0\"/><g/></svg>",
    "<path d=\"M0 0\"/>",
    "<my-element></my-element>",
    "<a href=\"webcal://example.org/a.ics\">1 > 0 &amp; 2</a>",
  ])
  func accepted(html: String) {
    #expect(problems(["page": "{% view %}" + html]) == [])
  }
}
