import SeededRandom
import Testing

@testable import Foyer
@testable import Postgres

extension Member {
  /// Searches everything as the page's script does.
  fileprivate func search(_ text: String) async throws -> Answer {
    try await get("/search?q=\(percentEncoded(text))", fragment())
  }
}

extension Answer {
  /// The titles of a group in order, with what is marked in brackets.
  fileprivate func found(_ group: String) -> [String] {
    let list = between("<h2 id=\"found-\(group)\">", "</section>") ?? ""
    return list.components("<span class=\"found-title\"").dropFirst().map { entry in
      let title = entry.components("</span>")[0].components(">").dropFirst().joined(separator: ">")
      return title.components("<mark>").joined(separator: "[").components("</mark>").joined(separator: "]")
    }
  }

  /// The names of the groups, in order.
  fileprivate var groups: [String] { text.components("<h2 id=\"found-").dropFirst().map { $0.components("\"")[0] } }
}

extension FoyerTests {
  @Suite struct SearchTests {
    @Test func `A text of ASCII alone is folded without looking at accents, to the same`() async throws {
      let rows = try await TestApp.shared().rows(
        """
        SELECT string_agg(text, '' ORDER BY text) FILTER (WHERE \(fragment: SearchQueries.folded("text")) <> searched(text)) AS other,
          count(*) FILTER (WHERE octet_length(text) = char_length(text) AND lower(text) <> searched(text))::int AS ascii
        FROM (SELECT chr(n) || 'É' AS text FROM generate_series(1, 700) AS n UNION ALL SELECT 'Ab' || chr(n) FROM generate_series(1, 700) AS n) AS texts
        """)
      #expect(try rows[0]["other"] as String? == nil)
      #expect(try rows[0]["ascii"] == 0)
    }

    @Test func `A text of ASCII alone is marked as one with an accent is`() {
      func marked(_ text: String, _ folded: String, _ terms: [String]) -> String {
        MarkedText(text, folded: folded, terms: terms).pieces.map { $0.isMarked ? "[\($0.text)]" : $0.text }.joined()
      }
      let words = ["Milk", "milkshake", "buttermilk", "2%", "a-b", "O'Neill", "MILK", "il", "x"]
      var random = SeededRandom()
      for _ in 0..<2_000 {
        let text = (0..<Int.random(in: 1...5, using: &random)).map { _ in words.randomElement(using: &random)! }
          .joined(separator: random.next() % 9 == 0 ? "  " : " ")
        let terms = (0..<Int.random(in: 1...3, using: &random)).map { _ in
          ["milk", "il", "butter", "x", "2", "-b", "ill", "shake", "nothing", "milks"].randomElement(using: &random)!
        }
        let folded = text.lowercased()
        #expect(marked(text, folded, terms) + " é" == marked("\(text) é", "\(folded) é", terms), "\(text), \(terms)")
      }
    }

    @Test func `Everything of the household is found, in groups, each with its match marked`() async throws {
      let app = try await TestApp.shared()
      let (member, other) = (try await app.member(), try await app.member())
      let listing = try await other.list("Marmalade Cottage", place: "Lyon")
      let request = try await member.ask(listing)
      let item = try await member.add("Buy marmalade")
      _ = try await member.post(
        "/recipes", ["id": "\(UUID.v7())", "name": "Orange marmalade", "ingredients": "3 eggs"])
      let (category, tag) = (
        try await member.add(.category, "Marmalade jars"), try await member.add(.tag, "marmalades")
      )
      try app.rows("UPDATE people SET name = 'Ada Marmal' WHERE household_id = \(member.household)")
      let answer = try await member.search("MARMAL")
      #expect(answer.groups == ["items", "recipes", "hosts", "stays", "people", "categories", "tags"])
      #expect(answer.found("items") == ["Buy [marmal]ade"])
      #expect(answer.found("recipes") == ["Orange [marmal]ade"])
      #expect(answer.found("hosts").contains("[Marmal]ade Cottage"))
      #expect(answer.found("stays") == ["[Marmal]ade Cottage"])
      #expect(answer.found("people") == ["Ada [Marmal]"])
      #expect(answer.found("categories") == ["[Marmal]ade jars"])
      #expect(answer.found("tags") == ["[marmal]ades"])
      for path in [
        "/items/\(item)/edit", "/hosts/\(listing)", "/requests#request-\(request)", "/items?category=\(category)",
        "/items?tag=\(tag)",
      ] { #expect(answer.contains("href=\"\(path)\""), "\(path)") }
      #expect(answer.contains("<p hx-swap-oob=\"innerHTML:#found-count\">7 results</p>"))
      // The host finds the guest by the name that the request was sent with.
      let hosts = try await other.search("lovelace")
      #expect(hosts.found("stays") == ["Ada [Lovelace]"])
      #expect(hosts.contains("href=\"/hosting/requests/\(request)\""))
    }

    @Test func `Nothing of another household is found but what it publishes`() async throws {
      let app = try await TestApp.shared()
      let (stranger, third, member) = (try await app.member(), try await app.member(), try await app.member())
      let word = "quincunx\(UUID.v7())".components("-").joined()
      try await stranger.add("An item \(word)", description: word)
      _ = try await stranger.post("/recipes", ["id": "\(UUID.v7())", "name": "Pie \(word)", "ingredients": "3 eggs"])
      try await stranger.add(.category, "Category \(word)")
      try await stranger.add(.tag, "Tag \(word)")
      let listing = try await stranger.list("House \(word)", published: false)
      try app.rows("UPDATE people SET name = \("Eve \(word)") WHERE household_id = \(stranger.household)")
      _ = try await stranger.ask(try await third.list("Third"))
      #expect(try await member.search(word).groups == [])
      // The one that was asked sees who has asked.
      #expect(try await third.search(word).groups == ["stays"])
      _ = try await stranger.list("House \(word)", published: true)
      let answer = try await member.search(word)
      #expect(answer.groups == ["hosts"])
      #expect(answer.contains("href=\"/hosts/\(listing)\""))
    }

    @Test func `The best come first: the title's beginning, then a word's, and open before done`() async throws {
      let member = try await TestApp.shared().member()
      let done = try await member.add("Tea towels")
      _ = try await member.post("/items/\(done)/done", ["done": "true"])
      for title in ["Buy steam iron", "Cup of tea", "Tea"] { try await member.add(title) }
      try await member.add(
        "Errands", description: "First to the bank, then to the shop for a tin of teapot cleaner and home")
      let answer = try await member.search("tea")
      #expect(
        answer.found("items") == ["[Tea]", "[Tea] towels", "Cup of [tea]", "Errands", "Buy s[tea]m iron"])
      // Where a description has the word, the words around it are shown.
      #expect(answer.shows("… shop for a tin of ") && answer.contains("<mark>tea</mark>pot cleaner and home"))
      // Each word counts, in any order.
      #expect(try await member.search("tea cup").found("items") == ["[Cup] of [tea]"])
      #expect(try await member.search("tea shoe").groups == [])
    }

    @Test(arguments: [
      ("Réserver l'hôtel", "hotel", "Réserver l'[hôtel]"), ("Cafe\u{301} noir", "café n", "[Cafe\u{301}] [n]oir"),
      ("Первый чай", "чай", "Первый [чай]"), ("Ёлка и гирлянда", "елк", "[Ёлк]а и гирлянда"),
      ("전기 밥솥", "밥솥", "전기 [밥솥]"), ("전기 밥솥", "밥소", "전기 [밥솥]"), ("전기 밥솥", "밥ㅅ", "전기 [밥솥]"),
      ("전기 밥솥", "밥", "전기 [밥]솥"), ("전기 밥솥", "바", "전기 [밥]솥"), ("전기 밥솥", "ㅂ", "전기 [밥]솥"),
      ("Große Straße", "strasse", "Große [Straße]"), ("Œufs", "oeu", "[Œufs]"), ("ＦＵＬＬ width", "ful", "[ＦＵＬ]Ｌ width"),
      ("100% sure", "0%", "10[0%] sure"), ("snake_case", "e_c", "snak[e_c]ase"),
      ("back\\slash", "k\\s", "bac[k\\s]lash"),
      ("O'Reilly", "o'r", "[O'R]eilly"), ("Say \"when\"", "\"wh", "Say [\"wh]en\""),
      ("<b>bold</b>", "<b", "[<b]>bold</b>"),
    ])
    func `Words are found by their beginnings, accent-blind and in four scripts`(
      title: String, query: String, marked: String
    ) async throws {
      let member = try await TestApp.shared().member()
      try await member.add(title)
      try await member.add("Nothing of the kind")
      _ = try await member.post("/recipes", ["id": "\(UUID.v7())", "name": title, "ingredients": "3 eggs"])
      try await member.add(.tag, title)
      let answer = try await member.search(query)
      for group in ["items", "tags"] { #expect(answer.found(group) == [marked], "\(group)") }
      #expect(answer.found("recipes").contains(marked))
    }

    @Test func `Where a word is in many items, the best of them are found, and a link leads to all`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      try member.fill(400)
      try app.rows(
        "UPDATE items SET title = 'Late item', done_at = NULL WHERE household_id = \(member.household) AND title = 'Item 7'"
      )
      try app.rows(
        "UPDATE items SET done_at = now() WHERE household_id = \(member.household) AND title LIKE 'Item 1%'")
      let many = try await member.search("item")
      #expect(many.found("items").count == 8 && many.found("items").allSatisfy { $0.hasPrefix("[Item] ") })
      #expect(!many.contains("is-over"))
      #expect(many.contains("<a class=\"found-all\" href=\"/items?status=all&amp;q=item\">All matches</a>"))
      // A syllable that is being typed is a range of the titles, too.
      try app.rows("UPDATE items SET title = '밥솥 ' || title WHERE household_id = \(member.household)")
      for text in ["ㅂ", "바", "밥", "밥ㅅ", "밥소"] {
        let titles = try await member.search(text).found("items")
        #expect(titles.count == 8 && titles.allSatisfy { $0.hasPrefix("[") }, "\(text)")
      }
      // Few enough to count.
      let some = try await member.search("late 밥솥")
      #expect(some.found("items").count == 1 && !some.contains("found-all"))
      #expect(try await member.search("39").contains(">All 14 matches</a>"))
    }

    @Test func `Trash is not searched, nor are deleted labels`() async throws {
      let member = try await TestApp.shared().member()
      let item = try await member.add("Gooseberry jam")
      let tag = try await member.add(.tag, "gooseberries")
      #expect(try await member.search("gooseberr").groups == ["items", "tags"])
      _ = try await member.post("/items/\(item)/delete")
      _ = try await member.post("/tags/\(tag)/delete")
      #expect(try await member.search("gooseberr").groups == [])
    }

    @Test func `Pages are found by their names in the reader's language`() async throws {
      let app = try await TestApp.shared()
      let french = try await app.member(headers: ["accept-language": "fr"])
      #expect(try await french.search("corb").found("pages") == ["[Corb]eille"])
      // What was chosen counts, not what the browser asks for.
      _ = try await french.post("/settings", ["language": "ko"])
      #expect(try await french.search("휴지").found("pages") == ["[휴지]통"])
      #expect(try await french.search("corb").groups == [])
      let member = try await app.member()
      #expect(try await member.search("secur").contains("href=\"/settings/security\""))
      let signOut = try await member.search("sign out")
      #expect(
        signOut.contains("<form method=\"post\" action=\"/logout\" data-signs-out>") && signOut.field("csrf") != nil)
      // Before anything is typed there are all of them.
      let start = try await member.get("/search")
      #expect(start.title == "Search · Foyer" && start.groups == ["pages"] && start.found("pages").count > 20)
      for page in Features(Feature.all).places where page.path != NamedPlace.signOut {
        #expect(try await member.get(page.path).status == 200, "\(page.path)")
      }
    }

    @Test(arguments: [
      (
        Language.en,
        [
          "plan": "/plan", "menu": "/plan", "shop": "/shopping", "eaters": "/household/eaters",
          "who eats": "/household/eaters", "invite": "/household", "groceries": "/shopping", "password": "/settings",
        ]
      ),
      (
        .fr,
        [
          "menu": "/plan", "planning": "/plan", "acheter": "/shopping", "allergies": "/household/eaters",
          "inviter": "/household",
        ]
      ),
      (.ko, ["메뉴": "/plan", "마트": "/shopping", "알레르기": "/household/eaters", "초대": "/household"]),
      (.ru, ["план": "/plan", "магазин": "/shopping", "едоки": "/household/eaters", "пригласить": "/household"]),
    ])
    func `R40: pages are found by the words that people look for them by`(
      language: Language, places: [String: String]
    ) async throws {
      let member = try await TestApp.shared().member(headers: ["accept-language": language.rawValue])
      for (text, path) in places {
        let pages = try await member.search(text).between("<h2 id=\"found-pages\">", "</section>")
        #expect(pages?.components("href=\"\(path)\"").count == 2, "\(text)")
      }
      // Only by their beginnings.
      #expect(try await !member.search("roceri").groups.contains("pages"))
    }

    @Test func `Planned meals, lines of the shopping list and messages are found by their household alone`()
      async throws
    {
      let app = try await TestApp.shared()
      let (host, guest, stranger) = (try await app.member(), try await app.member(), try await app.member())
      _ = try await guest.post(
        "/plan", ["id": "\(UUID.v7())", "day": "2031-01-01", "meal": "dinner", "text": "Quinquonce stew"])
      _ = try await guest.post("/shopping", ["id": "\(UUID.v7())", "text": "2 quinquonces"])
      let request = try await guest.ask(try await host.list("Quiet House"))
      _ = try await guest.post(
        "/requests/\(request)/messages", ["id": "\(UUID.v7())", "message": "We bring a quinquonce."])
      let found = try await guest.search("quinq")
      #expect(found.groups == ["meals", "shopping", "messages"])
      #expect(found.found("meals") == ["[Quinq]uonce stew"])
      #expect(found.contains("href=\"/plan?week=2031-W01#day-2031-01-01\"") && found.shows("1 January 2031 · Dinner"))
      #expect(found.found("shopping") == ["2 [quinq]uonces"])
      #expect(found.found("messages") == ["Quiet House"] && found.contains("bring a <mark>quinq</mark>uonce."))
      #expect(found.contains("href=\"/requests/\(request)\""))
      let theirs = try await host.search("quinq")
      #expect(theirs.groups == ["messages"] && theirs.contains("href=\"/hosting/requests/\(request)\""))
      #expect(try await stranger.search("quinq").groups == [])
    }

    /// R22: whoever may ask for a page of a feature reads in the guide what it is for, and gets there by a link.
    @Test func `R22: the guide has each feature, and leads there`() async throws {
      // Shown where a provider or mail is configured.
      let configured: Set = ["/settings/oidc", "/settings/email"]
      for feature in Feature.all {
        let table = RouteTable([feature])
        let own = zip(table.router.routes, table.kinds).filter { [.own, .named].contains($1) }.map(\.0.pattern)
        #expect(own.isEmpty || !feature.guide.isEmpty || !configured.isDisjoint(with: own), "\(own.first ?? "")")
      }
      let features = Features(Feature.all)
      let member = try await TestApp.shared().member()
      let guide = try await member.get("/settings/how-to")
      for line in features.guide {
        #expect(guide.contains("<dt><a href=\"\(line.path)\">"), "\(line.path)")
        #expect(try await member.get(line.path.components("#")[0]).status == 200, "\(line.path)")
      }
      let paths = Set(features.guide.map { $0.path.components("#")[0].components("?")[0] })
      for place in features.places where place.key != nil && !["/favorites", "/tags", "/requests"].contains(place.path)
      {
        #expect(paths.contains(place.path), "\(place.path)")
      }
      let news = try await member.get("/settings/whats-new")
      for entry in NewsEntry.all {
        #expect(news.contains("id=\"news-\(entry.name)\""))
        guard let path = entry.path else { continue }
        #expect(try await member.get(path).status == 200, "\(path)")
      }
    }

    @Test func `Any text is answered sanely`() async throws {
      let member = try await TestApp.shared().member()
      try await member.add("Something")
      let blanks = ["", " ", "\u{3164}", "\u{200b}", "\t\n"]
      for text in blanks { #expect(try await member.search(text).groups == ["pages"], "\(text)") }
      for text in naughtyNames + [
        "%", "_", "\\", "''", "\"", "\u{301}", "a\u{301}", "½", "ㅏ", "\u{1160}", "😀", "a b c d e f g h i j",
      ]
      where !text.isBlank {
        #expect(try await member.search(text).status == 200, "\(text)")
      }
      #expect(try await member.get("/search?q=a%00b").status == 400)
      #expect(try await member.get("/search?q=%FF").status == 400)
      for text in [String(repeating: "밥", count: 800), String(repeating: "e\u{301} ", count: 700)] {
        #expect(try await member.search(text).status == 200)
      }
      let long = try await member.get("/search?q=\(String(repeating: "a", count: 8_000))")
      #expect(long.status == 200 && long.groups == [])
      // A line of a request has at most 8 KiB.
      for count in [10_000, 100_000] {
        #expect(try await member.get("/search?q=\(String(repeating: "a", count: count))").status == 414)
      }
      // Names of any kind are found as they are.
      for name in naughtyNames { try await member.add(name) }
      #expect(try await member.search("drop table").found("items").count == 1)
    }

    @Test func `The list of shortcuts is a page, and a fragment for the dialog`() async throws {
      let member = try await TestApp.shared().member()
      let page = try await member.get("/settings/how-to")
      #expect(page.contains("<h2 id=\"keys-title\"") && page.contains("<h1"))
      let part = try await member.get("/settings/how-to", fragment("keys-dialog"))
      #expect(part.contains("<h2 id=\"keys-title\"") && !part.contains("<h1") && part.contains("method=\"dialog\""))
      // Each place is where the script goes.
      let script = try #require(contents(ofFile: "\(packageRoot)/Public/keyboard.js"))
      for place in Features(Feature.all).places {
        guard let key = place.key else { continue }
        let path = try #require(script.components(" \(key): \"/").dropFirst().first?.components("\"")[0])
        #expect("/\(path)" == place.path, "\(key)")
        #expect(try await member.get("/\(path)").status == 200, "\(key)")
      }
    }
  }
}
