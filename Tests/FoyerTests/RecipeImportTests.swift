import Crypto
import Processes
import RecipeImport
import Testing

@testable import Foyer

extension FoyerTests {
  /// R37: recipes from elsewhere, and what can go wrong on the way.
  @Suite struct RecipeImports {
    /// A small page, written for this test.
    static let page = """
      <!doctype html><html><head><title>Leek soup</title>
      <script type="application/ld+json">{"@context":"https://schema.org","@type":"Recipe","name":"Leek &amp; potato soup",
      "recipeIngredient":["2 leeks","500 g potatoes","1 l vegetable stock"],"recipeYield":"4 servings","prepTime":"PT15M",
      "cookTime":"PT1H","recipeCuisine":"French","recipeInstructions":[{"@type":"HowToStep","text":"Chop everything."},
      {"@type":"HowToStep","text":"Boil it for an hour."}]}</script></head><body><h1>Leek soup</h1></body></html>
      """

    /// How many recipes the household has, whatever became of them.
    private static func count(_ member: Member) throws -> Int {
      try member.app.number("SELECT count(*) AS n FROM recipes WHERE household_id = \(member.household)")
    }

    private static func fetching() async throws -> TestApp { try await TestApp(["FOYER_FETCH_ALLOW": "127.0.0.0/8"]) }

    @Test func `R37: a page on the web is shown first and imported then`() async throws {
      let app = try await Self.fetching()
      let member = try await app.member()
      let endpoint = try FakeEndpoint(.answer(type: "text/html; charset=utf-8", body: Self.page))
      let preview = try await member.post("/recipes/import", ["url": endpoint.url])
      #expect(preview.status == 200)
      for text in ["2 leeks", "500 g potatoes", "Chop everything.", "Boil it for an hour."] {
        #expect(preview.shows(text), "\(text)")
      }
      #expect(preview.shows("Import"))
      #expect(try Self.count(member) == 0)
      // The preview's form is what makes the recipe, with every field ready to correct.
      #expect(preview.field("prep_minutes") == "15" && preview.field("cook_minutes") == "60")
      #expect(preview.area("ingredients") == "2 leeks\n500 g potatoes\n1 l vegetable stock")
      let names = [
        "id", "name", "ingredients", "steps", "servings", "prep_minutes", "cook_minutes", "cuisine", "source_url",
      ]
      let values = try names.map { try #require(preview.field($0) ?? preview.area($0), "\($0)") }
      let answer = try await member.post(
        "/recipes",
        [
          names[0]: values[0], names[1]: values[1], names[2]: values[2], names[3]: values[3], names[4]: values[4],
          names[5]: values[5], names[6]: values[6], names[7]: values[7], names[8]: values[8],
        ])
      #expect(answer.status == 303)
      let page = try await member.get(try #require(answer["location"]))
      #expect(page.shows("Leek & potato soup"))
      #expect(page.shows("1 l vegetable stock"))
      #expect(page.shows(endpoint.url))
      await app.app.stop()
    }

    @Test func `A pasted text is previewed, also where another app shares it`() async throws {
      let member = try await TestApp.shared().member()
      let text = "Pancakes\n\nIngredients\n2 eggs\n200 g flour\n\nMethod\n1. Mix.\n2. Fry."
      for field in ["text", "page"] {
        let preview = try await member.post("/recipes/import", [field: text])
        #expect(preview.field("name") == "Pancakes" && preview.area("ingredients") == "2 eggs\n200 g flour")
        #expect(preview.area("steps") == "Mix.\nFry.")
      }
      let shared = try await member.get("/recipes/import?text=2%20eggs%0A200%20g%20flour%0AMethod%0AMix.")
      #expect(shared.field("name") == "" && shared.area("ingredients") == "2 eggs\n200 g flour")
      #expect(try await member.post("/recipes/import", ["text": "see you at 8"]).status == 422)
    }

    /// The total less what is given is what is missing.
    @Test(arguments: [
      ("\"prepTime\":\"PT10M\",\"totalTime\":\"PT1H\"", "10", "50"),
      ("\"cookTime\":\"PT10M\",\"totalTime\":\"PT1H\"", "50", "10"),
      ("\"totalTime\":\"PT1H\"", "", "60"), ("\"prepTime\":\"PT10M\",\"totalTime\":\"PT10M\"", "10", ""),
      ("\"prepTime\":\"PT20M\",\"totalTime\":\"PT10M\"", "20", ""), ("\"prepTime\":\"PT10M\"", "10", ""),
      ("\"prepTime\":\"PT10M\",\"cookTime\":\"PT20M\",\"totalTime\":\"PT2H\"", "10", "20"),
    ])
    func `R37: a time that a page leaves to its total`(times: String, prep: String, cook: String) async throws {
      let member = try await TestApp.shared().member()
      let page = """
        <!doctype html><title>Soup</title><script type="application/ld+json">{"@context":"https://schema.org","@type":"Recipe",
        "name":"Soup","recipeIngredient":["2 leeks"],"recipeInstructions":"Boil it.",\(times)}</script>
        """
      let preview = try await member.post("/recipes/import", ["page": page])
      #expect(preview.status == 200)
      #expect([preview.field("prep_minutes") ?? "", preview.field("cook_minutes") ?? ""] == [prep, cook])
    }

    @Test func `R37: a preview shows the picture, which can be left out`() async throws {
      let (member, stranger) = (try await TestApp.shared().member(), try await TestApp.shared().member())
      let photo = Base64URL.encode(png(40, 20))
      for isKept in [true, false] {
        let preview = try await member.upload(
          "/recipes/import", name: "pie.json",
          Array(
            "{\"name\":\"Pie\",\"ingredients\":\"1 egg\\n1 leek\",\"directions\":\"Bake.\",\"photo_data\":\"\(photo)\"}"
              .utf8))
        #expect(preview.status == 200)
        let (id, image) = (try #require(preview.field("id")), try #require(preview.field("image_id")))
        let path = "/recipes/import/pictures/\(image)"
        #expect(preview.contains("src=\"\(path)?v=\(image)\""))
        #expect(try await member.get(path)["content-type"] == "image/webp")
        #expect(try await stranger.get(path).status == 404)
        let answer = try await member.post(
          "/recipes",
          ["id": id, "name": "Pie", "ingredients": "1 egg", "image_id": image, "remove_image": isKept ? "" : "true"])
        #expect(answer.status == 303)
        #expect(try await member.get("/recipes/\(id)/image").status == (isKept ? 200 : 404))
        // What a recipe has is no longer the import's.
        #expect(try await member.get(path).status == (isKept ? 404 : 200))
      }
    }

    @Test func `A refused preview stays a preview, with what was typed`() async throws {
      let member = try await TestApp.shared().member()
      let answer = try await member.post(
        "/recipes", ["id": "\(UUID.v7())", "imported": "true", "name": " ", "ingredients": "1 egg", "servings": "many"])
      #expect(answer.status == 422)
      #expect(answer.shows("Check the recipe") && answer.area("ingredients") == "1 egg")
      #expect(answer.field("servings") == "many" && answer.field("imported") == "true")
    }

    @Test func `R37: a pasted page is read, and a file`() async throws {
      let member = try await TestApp.shared().member()
      let preview = try await member.post("/recipes/import", ["page": Self.page])
      #expect(preview.status == 200)
      #expect(preview.shows("500 g potatoes"))
      let file = try await member.upload("/recipes/import", name: "soup.html", Array(Self.page.utf8))
      #expect(file.status == 200)
      #expect(file.shows("500 g potatoes"))
      #expect(try Self.count(member) == 0)
    }

    @Test func `R37: what a program wrote is shown as a person would write it`() async throws {
      let page = Self.page.replacing("\"2 leeks\"", with: "\"2.0 leek(s) (, halved)\",\"30.0 g butter (melted )\"")
      let preview = try await TestApp.shared().member().post("/recipes/import", ["page": page])
      let lines = "2 leeks (halved)\n30 g butter (melted)\n500 g potatoes\n1 l vegetable stock"
      #expect(preview.area("ingredients") == lines)
    }

    @Test func `R37: of several recipes in a file those are imported that were chosen`() async throws {
      let member = try await TestApp.shared().member()
      let recipes = ["Soup", "Stew", "Pie"].map {
        "{\"@context\":\"https://schema.org\",\"@type\":\"Recipe\",\"name\":\"\($0)\",\"recipeIngredient\":[\"1 leek\"]}"
      }
      let preview = try await member.upload(
        "/recipes/import", name: "all.json", Array("[\(recipes.joined(separator: ","))]".utf8))
      #expect(preview.status == 200)
      let values = Self.values(preview)
      try #require(values.count == 3)
      let answer = try await member.post(
        "/recipes/import", ["several": "true", "recipe": values[0], "recipe": values[2]])
      #expect(answer.status == 303)
      #expect(try await member.get("/recipes/results").recipeNames == ["Pie", "Soup"])
      #expect(try await member.post("/recipes/import", ["several": "true"]).status == 303)
      #expect(try await member.post("/recipes/import", ["several": "true", "recipe": "name=x"]).status == 400)
    }

    /// What the form of a preview of several recipes sends.
    private static func values(_ preview: Answer) -> [String] {
      preview.text.components(" name=\"recipe\" value=\"").dropFirst().map { unescaped($0.components("\"")[0]) }
    }

    /// Imports all recipes of a preview.
    private static func importAll(_ preview: Answer, _ member: Member) async throws {
      let boundary = "----boundary7f3a"
      let parts = [("several", "true")] + values(preview).map { ("recipe", $0) }
      let body =
        parts.map { name, value in
          "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
        }.joined() + "--\(boundary)--\r\n"
      let answer = try await member.browser.send(
        "POST", "/recipes/import",
        [
          "origin": member.browser.origin, "content-type": "multipart/form-data; boundary=\(boundary)",
          "content-length": "\(body.utf8.count)",
        ], Array(body.utf8))
      #expect(answer.status == 303)
    }

    @Test func `R37: a preview is bounded, says what it does not show, and a large file is imported in parts`()
      async throws
    {
      let member = try await TestApp.shared().member()
      // Words that take three times as much room in a form.
      let step = String(repeating: "Варить до готовности. ", count: 100)
      let recipes = (1...300).map {
        "{\"@type\":\"Recipe\",\"name\":\"Суп \($0)\",\"recipeIngredient\":[\"1 лук\"],\"recipeInstructions\":[\"\(step)\"]}"
      }
      let file = Array("[\(recipes.joined(separator: ","))]".utf8)
      var count = 0
      for round in 1...10 where count < 300 {
        let preview = try await member.upload("/recipes/import", name: "all.json", file)
        #expect(preview.status == 200)
        #expect(preview.body.count < 2 << 20)
        let shown = Self.values(preview).count
        #expect(shown > 0)
        #expect(preview.shows("\(300 - count - shown) more recipe") == (count + shown < 300))
        // What is left out is named: the first hundred.
        #expect(preview.contains("<li dir=\"auto\">Суп \(count + shown + 1)</li>") == (count + shown < 300))
        #expect(preview.shows("You already have \(count) of these recipes.") == (round > 1))
        try await Self.importAll(preview, member)
        count += shown
        #expect(try Self.count(member) == count)
      }
      #expect(count == 300)
      let again = try await member.upload("/recipes/import", name: "all.json", file)
      #expect(again.status == 422)
      #expect(again.shows("You already have 300 of these recipes."))
    }

    /// docs/operating.md, the page and the program have one limit.
    @Test func `A file up to the limit is read, and beyond it the page says how to go on`() async throws {
      let member = try await TestApp.shared().member()
      let recipe = Array(#"{"@type":"Recipe","name":"Soup","recipeIngredient":["2 leeks"]}"#.utf8)
      // As an export with photographs: packed, it is as large as what is in it.
      func export(_ size: Int) -> [UInt8] {
        zipped([(Array("a/recipe.json".utf8), recipe), (Array("a/photo.bin".utf8), [UInt8](repeating: 1, count: size))])
      }
      let preview = try await member.upload("/recipes/import", name: "x.zip", export(14 << 20))
      #expect(preview.status == 200 && preview.area("ingredients") == "2 leeks")
      #expect(preview.shows("1 file holds no recipe.") && preview.shows("a/photo.bin"))
      for size in [15 << 20, 17 << 20] {
        let refused = try await member.upload("/recipes/import", name: "x.zip", export(size))
        #expect(refused.status == 413)
        #expect(
          refused.shows("more than 15 MB. “Move in”, on the household’s page, takes up to 512 MB")
            && refused.contains("id=\"error-file\""))
        #expect(refused.contains("type=\"file\""))
      }
      #expect(try await member.get("/recipes/import").shows("at most 15 MB"))
      let guide = try #require(contents(ofFile: "\(packageRoot)/docs/operating.md"))
      #expect(guide.contains("A file that is imported has at most \(RecipeFile.maximumMebibytes) MiB"))
    }

    @Test func `What an export holds besides reaches the recipe`() async throws {
      let member = try await TestApp.shared().member()
      let export = Array(
        #"{"name":"Stew","ingredients":"1 lb beef","directions":"1. Boil it.","notes":"Better the next day.","source":"Aunt May","servings":"20 buns"}"#
          .utf8)
      let preview = try await member.upload("/recipes/import", name: "a.json", export)
      #expect(preview.area("notes") == "Better the next day." && preview.field("source_name") == "Aunt May")
      #expect(preview.field("yield") == "20 buns" && preview.field("servings") == "")
      let two = try await member.upload(
        "/recipes/import", name: "a.json",
        Array("[".utf8) + export + Array(#",{"name":"Tea","ingredients":"","directions":"Boil."}]"#.utf8))
      try await Self.importAll(two, member)
      let id = try #require(try await member.get("/recipes/results?q=stew").recipeIDs.first)
      let page = try await member.get("/recipes/\(id)")
      for text in ["Better the next day.", "Aunt May", "20 buns", "Boil it."] { #expect(page.shows(text), "\(text)") }
    }

    @Test func `A page in the encoding of another script is read, though the child opens no files of its own choice`()
      async throws
    {
      let app = try await Self.fetching()
      let member = try await app.member()
      // "Суп" in windows-1251, which the C library converts with a module that it loads.
      let page = Array("<h1>".utf8) + [0xD1, 0xF3, 0xEF] + Array("</h1><h2>Ingredients</h2><ul><li>a<li>b</ul>".utf8)
      let head = Array("<meta charset=windows-1251>".utf8)
      let preview = try await member.upload("/recipes/import", name: "soup.html", head + page)
      #expect(preview.status == 200)
      #expect(preview.shows("Суп"))
      await app.app.stop()
    }

    @Test func `A page that takes too long, or breaks its reader, is refused with its reason`() async throws {
      for (reader, reason) in [
        (RecipeReader(program: Program.path, time: .milliseconds(1)), "takes too long"),
        (RecipeReader(program: "/usr/bin/yes"), "more than can be imported"),
        (RecipeReader(program: "/usr/bin/false"), "damaged"), (RecipeReader(program: "/no/such/program"), "damaged"),
        (RecipeReader(program: Program.path, limits: ChildProcess.Limits(memory: 64 << 20)), "damaged"),
      ] {
        let app = try await TestApp(recipeReader: reader)
        let member = try await app.member()
        let answer = try await member.post("/recipes/import", ["page": Self.page])
        #expect(answer.status == 422)
        #expect(answer.shows(reason), "\(reason)")
        #expect(answer.field("page") == nil || answer.text.contains("Leek"))
        await app.app.stop()
      }
    }

    @Test func `Many recipes are written in as many statements as one`() {
      let drafts = (0..<1_000).map { number in
        var draft = RecipeDraft(id: .v7())
        draft.name = "Soup \(number)"
        return draft
      }
      let words = drafts.map { Understanding($0) }
      #expect(RecipeQueries.insert(drafts, words).count == RecipeQueries.insert(drafts[0], words[0]).count)
    }

    @Test(
      arguments: [
        "http://127.0.0.1/", "http://2130706433/", "http://0177.0.0.1/", "http://0x7f.1/", "http://127.1/",
        "http://[::1]/", "http://[::ffff:127.0.0.1]/", "http://[::ffff:7f00:1]/", "http://0.0.0.0/", "http://10.0.0.1/",
        "http://169.254.169.254/latest/meta-data/", "http://192.168.0.1/", "http://172.16.0.1/", "http://localhost/",
        "http://[fe80::1]/", "http://[fc00::1]/", "http://[64:ff9b::7f00:1]/", "http://①②⑦.0.0.1/", "localhost",
      ])
    func `An address that is not public is refused, however it is written`(url: String) async throws {
      let member = try await TestApp.shared().member()
      let answer = try await member.post("/recipes/import", ["url": url])
      #expect(answer.status == 422)
      #expect(answer.contains("role=\"alert\""))
      #expect(answer.contains("id=\"error-url\""))
      #expect(answer.field("url") == url)
      #expect(try Self.count(member) == 0)
    }

    @Test(arguments: [
      "file:///etc/passwd", "gopher://127.0.0.1/", "javascript://x", "ftp://example.org/", "http://", "a b",
    ])
    func `What is no web address is refused`(url: String) async throws {
      let member = try await TestApp.shared().member()
      let answer = try await member.post("/recipes/import", ["url": url])
      #expect(answer.status == 422)
      #expect(answer.contains("id=\"error-url\""))
      #expect(!answer.contains("root:"))
    }

    @Test func `A redirect to an address that is not public is not followed`() async throws {
      // Only this one address may be reached besides public ones.
      let app = try await TestApp(["FOYER_FETCH_ALLOW": "127.0.0.1/32"])
      let member = try await app.member()
      let hidden = try FakeEndpoint(.answer(type: "text/html", body: Self.page))
      for target in [
        "http://127.0.0.2:\(hidden.port)/", "http://[::1]:\(hidden.port)/", "http://169.254.169.254/",
        "file:///etc/passwd",
      ] {
        let endpoint = try FakeEndpoint(
          .answer(status: 302, type: "text/html", body: "", headers: "Location: \(target)\r\n"))
        let answer = try await member.post("/recipes/import", ["url": endpoint.url])
        #expect(answer.status == 422, "\(target)")
        #expect(answer.contains("id=\"error-url\""))
      }
      #expect(hidden.requests == 0)
      await app.app.stop()
    }

    @Test func `More than three redirects are too many`() async throws {
      let app = try await Self.fetching()
      let member = try await app.member()
      let endpoint = try FakeEndpoint(.silent)
      endpoint.behave(.answer(status: 302, type: "text/html", body: "", headers: "Location: \(endpoint.url)\r\n"))
      let answer = try await member.post("/recipes/import", ["url": endpoint.url])
      #expect(answer.status == 422)
      #expect(answer.shows("redirects too often"))
      #expect(endpoint.requests == 4)
      await app.app.stop()
    }

    @Test func `Each failure is told with its reason, and nothing is stored`() async throws {
      let app = try await Self.fetching()
      let member = try await app.member()
      let cases: [(FakeEndpoint.Manner, String)] = [
        (.hangUp, "cannot be reached"),
        (.answer(status: 404, type: "text/html", body: Self.page), "(404)"),
        (.answer(status: 500, type: "text/html", body: Self.page), "(500)"),
        (.answer(type: "image/png", body: Self.page), "no web page"),
        (.answer(type: "application/octet-stream", body: Self.page), "no web page"),
        (.answer(type: "text/html", body: ""), "No readable recipe"),
        (.answer(type: "text/html", body: "<html><body><p>Nothing to eat</p></body></html>"), "No readable recipe"),
        (.answer(type: "text/html", body: String(repeating: "<div>", count: 200_000)), "No readable recipe"),
        (.answer(type: "text/html", body: String(repeating: "x", count: 11 << 20)), "larger than 10"),
      ]
      for (manner, reason) in cases {
        let endpoint = try FakeEndpoint(manner)
        let answer = try await member.post("/recipes/import", ["url": endpoint.url])
        #expect(answer.status == 422, "\(reason)")
        #expect(answer.shows(reason), "\(reason)")
        #expect(answer.contains("role=\"alert\""), "\(reason)")
        #expect(answer.field("url") == endpoint.url)
      }
      #expect(try Self.count(member) == 0)
      let none = try await member.post("/recipes/import", ["url": " ", "page": "\n"])
      #expect(none.status == 422)
      await app.app.stop()
    }

    @Test func `A body that never ends, or comes in drops, ends with the deadline`() async throws {
      let app = try await Self.fetching()
      let member = try await app.member()
      for manner in [StubbornEndpoint.Manner.endless, .drops, .nothing] {
        let endpoint = try StubbornEndpoint(manner)
        let answer = try await member.post("/recipes/import", ["url": endpoint.url])
        #expect(answer.status == 422)
        #expect(answer.shows("larger than 10") || answer.shows("longer than 10"), "\(manner)")
      }
      #expect(try Self.count(member) == 0)
      await app.app.stop()
    }

    @Test func `What a page refers to is found where the page is, after its redirects`() async throws {
      let app = try await TestApp(["FOYER_FETCH_ALLOW": "127.0.0.0/8"])
      let member = try await app.member()
      let page = """
        <script type="application/ld+json">{"@type":"Recipe","name":"Moved","image":"soup.jpg",
        "recipeIngredient":["1 leek"],"recipeInstructions":"Cook."}</script>
        """
      let there = try FakeEndpoint(.answer(type: "text/html", body: page))
      let target = "http://127.0.0.1:\(there.port)/kitchen/soup.html"
      let here = try FakeEndpoint(.answer(status: 301, type: "text/html", body: "", headers: "Location: \(target)\r\n"))
      let preview = try await member.post("/recipes/import", ["url": here.url])
      #expect(preview.status == 200)
      #expect(preview.field("source_url") == target)
      #expect(preview.field("image_url") == "http://127.0.0.1:\(there.port)/kitchen/soup.jpg")
      await app.app.stop()
    }

    @Test func `A picture that cannot be had is no reason to lose the recipe, and is not fetched from everywhere`()
      async throws
    {
      let app = try await Self.fetching()
      let member = try await app.member()
      let missing = try FakeEndpoint(.answer(status: 404, type: "text/html", body: "no"))
      let text = try FakeEndpoint(.answer(type: "image/png", body: "no picture at all"))
      for url in [missing.url, text.url, "http://[::1]/x.png", "file:///etc/passwd", "x"] {
        let id = UUID.v7()
        let answer = try await member.post(
          "/recipes", ["id": "\(id)", "name": "Soup", "ingredients": "1 leek", "image_url": url])
        #expect(answer.status == 303, "\(url)")
        #expect(try await member.get("/recipes/\(id)/image").status == 404)
      }
      #expect(missing.requests == 1 && text.requests == 1)
      #expect(try app.number("SELECT count(*) AS n FROM images") == 0)
      await app.app.stop()
    }

    @Test func `A compression bomb is stopped at 10 MB`() async throws {
      let app = try await Self.fetching()
      let member = try await app.member()
      let endpoint = try StubbornEndpoint(.bomb)
      let answer = try await member.post("/recipes/import", ["url": endpoint.url])
      #expect(answer.status == 422)
      #expect(answer.shows("larger than 10") || answer.shows("cannot be reached"))
      await app.app.stop()
    }
  }
}

extension Member {
  /// Sends a file through the import's form.
  func upload(_ path: String, name: String, _ bytes: [UInt8]) async throws -> Answer {
    let boundary = "----boundary7f3a"
    let head =
      "--\(boundary)\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(name)\"\r\n"
      + "Content-Type: application/octet-stream\r\n\r\n"
    let body = Array(head.utf8) + bytes + Array("\r\n--\(boundary)--\r\n".utf8)
    return try await browser.send(
      "POST", path,
      [
        "origin": browser.origin, "content-type": "multipart/form-data; boundary=\(boundary)",
        "content-length": "\(body.count)",
      ], body)
  }
}

/// A zip archive without compression (APPNOTE 4.3).
private func zipped(_ files: [(name: [UInt8], bytes: [UInt8])]) -> [UInt8] {
  func two(_ number: Int) -> [UInt8] { [UInt8(number & 255), UInt8(number >> 8 & 255)] }
  func four(_ number: Int) -> [UInt8] { two(number & 0xFFFF) + two(number >> 16 & 0xFFFF) }
  func crc32(_ bytes: [UInt8]) -> UInt32 {
    // What is large is no recipe, and not unpacked.
    if bytes.count > 1 << 20 { return 0 }
    var sum = ~UInt32(0)
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = (sum >> 1) ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return ~sum
  }
  var (archive, directory): ([UInt8], [UInt8]) = ([], [])
  for (name, bytes) in files {
    let size: [UInt8] = four(bytes.count)
    let sums: [UInt8] = four(Int(crc32(bytes))) + size + size
    var common: [UInt8] = two(20) + two(0)
    common += two(0) + four(0)
    common += sums + two(name.count) + two(0)
    directory += [0x50, 0x4B, 1, 2] + two(20)
    directory += common + [UInt8](repeating: 0, count: 10)
    directory += four(archive.count) + name
    archive += [0x50, 0x4B, 3, 4] + common
    archive += name + bytes
  }
  let count = two(files.count)
  var end: [UInt8] = [0x50, 0x4B, 5, 6] + four(0)
  end += count + count
  end += four(directory.count) + four(archive.count)
  return archive + directory + end + two(0)
}
