import CArchive
import Glibc
import RecipeImport
import Testing

/// A zip archive (or a gzip file, with one entry) of these files.
private func packed(_ files: [(String, [UInt8])], gzip: Bool = false) -> [UInt8] {
  let archive = archive_write_new()!
  defer { archive_write_free(archive) }
  if gzip {
    archive_write_set_format_raw(archive)
    archive_write_add_filter_gzip(archive)
  } else {
    archive_write_set_format_zip(archive)
    archive_write_add_filter_none(archive)
    archive_write_set_bytes_in_last_block(archive, 1)
  }
  var buffer = [UInt8](repeating: 0, count: files.reduce(1 << 16) { $0 + $1.1.count + 300 })
  var used = 0
  buffer.withUnsafeMutableBytes { buffer in
    archive_write_open_memory(archive, buffer.baseAddress, buffer.count, &used)
    for (path, bytes) in files {
      let entry = archive_entry_new()!
      archive_entry_set_pathname(entry, path)
      archive_entry_set_size(entry, Int64(bytes.count))
      archive_entry_set_filetype(entry, 0o100000)
      archive_entry_set_perm(entry, 0o644)
      archive_write_header(archive, entry)
      _ = bytes.withUnsafeBytes { archive_write_data(archive, $0.baseAddress, $0.count) }
      archive_entry_free(entry)
    }
    archive_write_close(archive)
  }
  return Array(buffer[..<used])
}

private func recipe(_ name: String) -> [UInt8] {
  Array(
    #"{"@context":"http://schema.org","@type":"Recipe","name":"\#(name)","recipeIngredient":["1 egg"],"recipeInstructions":["Boil."]}"#
      .utf8)
}

private let paprika = Array(
  """
  {"name":"Omelette","ingredients":"2 eggs\\n1 tbsp butter","directions":"Beat.\\n\\nFry.","servings":"2","prep_time":"5 min",
  "cook_time":"10 minutes","source_url":"https://a.org/o","photo_data":"/9j/","categories":["Breakfast"]}
  """.utf8)

struct FileTests {
  @Test(arguments: [
    ("[Soup]\n\nIngredients:\n2 eggs\n1 l milk", "Soup"), (#"[{"name":"Soup","recipeIngredient":["2 eggs"]}]"#, "Soup"),
  ])
  func `a text in brackets is no JSON`(_ text: String, _ title: String) throws {
    #expect(try RecipeFile.parse(Array(text.utf8), name: "x.txt").map(\.title) == [title])
  }

  @Test func `texts of Windows that name no encoding`() throws {
    let russian: [UInt8] = [0xC1, 0xEE, 0xF0, 0xF9]  // Борщ
    let lines = "\n200 \n3 \n".split(separator: "\n", omittingEmptySubsequences: false).map { Array($0.utf8) }
    let food: [UInt8] = [0xEC, 0xF3, 0xEA, 0xE0]  // мука
    let heading: [UInt8] = [0xC8, 0xED, 0xE3, 0xF0, 0xE5, 0xE4, 0xE8, 0xE5, 0xED, 0xF2, 0xFB, 10]  // Ингредиенты
    let text = russian + [10] + heading + lines[1] + food + [10] + lines[2] + food
    let recipe = try #require(try RecipeFile.parse(text, name: "x.txt").first)
    #expect(recipe.title == "Борщ" && recipe.ingredients == ["200 мука", "3 мука"])
    let western = Array(
      "Cr\u{E9}pes\nIngr\u{E9}dients\n2 \u{9C}ufs\n1 p\u{E2}te".unicodeScalars.map { UInt8($0.value) })
    #expect(try RecipeFile.parse(western, name: "x.txt").first?.ingredients == ["2 œufs", "1 pâte"])
  }

  @Test func `facts of a pasted text that have no place are notes`() throws {
    let text =
      "Mousse\nAuthor: Jane\nIngredients for 4 people: 200 g chocolate, 6 eggs\nMethod\nMelt. Stir.\nResting time: 3 h"
    let recipe = try #require(try RecipeFile.parse(Array(text.utf8), name: "x.txt").first)
    #expect(recipe.ingredients == ["200 g chocolate", "6 eggs"] && recipe.servings == 4)
    #expect(recipe.sourceName == "Jane" && recipe.notes == "Resting time: 3 h")
  }

  @Test func `Nextcloud Cookbook: one file, and an archive with pictures`() throws {
    #expect(try RecipeFile.parse(recipe("Egg"), name: "recipe.json").map(\.title) == ["Egg"])
    let files = [
      ("Egg/recipe.json", recipe("Egg")), ("Egg/full.jpg", [0xFF, 0xD8]), ("Egg/thumb.jpg", [0xFF]),
      ("Pie/recipe.json", recipe("Pie")),
    ]
    let recipes = try RecipeFile.parse(packed(files), name: "cookbook.zip")
    #expect(recipes.map(\.title) == ["Egg", "Pie"])
    #expect(recipes.map(\.imageData) == [[0xFF, 0xD8], nil])
    #expect(recipes[0].ingredients == ["1 egg"])
    #expect(recipes[0].steps == ["Boil."])
  }

  @Test func `Mealie: its own words for ingredients and steps`() throws {
    let json = """
      {"id":"1","slug":"egg","name":"Egg","recipe_yield":"2 servings","recipeServings":2.0,"total_time":"1 hour","prep_time":null,"perform_time":"20 minutes",
       "recipe_ingredient":[{"title":"For the pan","quantity":1.5,"unit":{"name":"tablespoon"},"food":{"name":"butter"},"note":"soft","display":"1 ½ tablespoons butter soft","original_text":null},
        {"quantity":2,"unit":null,"food":{"name":"eggs"},"note":""},{"quantity":null,"unit":null,"food":null,"note":"salt"}],
       "recipe_instructions":[{"id":"x","title":"","summary":"","text":"Beat.","ingredient_references":[]},{"title":"","text":"Fry."}],
       "tags":[{"name":"Quick","slug":"quick"}],"org_url":"https://a.org/egg","description":"Good."}
      """
    let recipes = try RecipeFile.parse(
      packed([("recipes/egg/egg.json", Array(json.utf8)), ("database.json", Array("{}".utf8))]), name: "mealie.zip")
    #expect(recipes.count == 1)
    #expect(recipes[0].title == "Egg")
    #expect(recipes[0].ingredients == ["For the pan:", "1 ½ tablespoons butter soft", "2 eggs", "salt"])
    #expect(recipes[0].steps == ["Beat.", "Fry."])
    #expect(recipes[0].servings == 2)
    #expect([recipes[0].prepMinutes, recipes[0].cookMinutes, recipes[0].totalMinutes] == [nil, 20, 60])
    #expect(recipes[0].url == "https://a.org/egg")
    #expect(recipes[0].statements == ["Quick"])
  }

  @Test func `Paprika: an archive, a single recipe`() throws {
    let one = packed([("data", paprika)], gzip: true)
    for (bytes, name) in [
      (one, "Omelette.paprikarecipe"), (packed([("Omelette.paprikarecipe", one)]), "Export.paprikarecipes"),
    ] {
      let recipes = try RecipeFile.parse(bytes, name: name)
      #expect(recipes.map(\.title) == ["Omelette"])
      #expect(recipes[0].ingredients == ["2 eggs", "1 tbsp butter"])
      #expect(recipes[0].steps == ["Beat.", "Fry."])
      #expect(
        [recipes[0].servings, recipes[0].prepMinutes, recipes[0].cookMinutes, recipes[0].totalMinutes] == [
          2, 5, 10, 15,
        ])
      #expect(recipes[0].imageData == [0xFF, 0xD8, 0xFF])
      #expect(recipes[0].url == "https://a.org/o")
    }
  }

  @Test func `a saved page`() throws {
    let page = Array("<h1>Egg</h1><h2>Ingredients</h2><ul><li>1 egg<li>salt</ul>".utf8)
    #expect(try RecipeFile.parse(page, name: "egg.html").map(\.ingredients) == [["1 egg", "salt"]])
  }

  @Test func `a broken recipe does not take the others with it`() throws {
    let files = [
      ("a/recipe.json", Array("{".utf8)), ("b/recipe.json", recipe("Pie")), ("c.paprikarecipe", [0x1F, 0x8B, 0, 0]),
    ]
    #expect(try RecipeFile.parse(packed(files), name: "x.zip").map(\.title) == ["Pie"])
  }

  @Test func `what is no recipe is refused with a reason`() {
    #expect(throws: ImportError.noRecipe) { try RecipeFile.parse([], name: "x") }
    #expect(throws: ImportError.noRecipe) { try RecipeFile.parse(Array("{}".utf8), name: "x.json") }
    #expect(throws: ImportError.noRecipe) { try RecipeFile.parse(packed([("readme.txt", [65])]), name: "x.zip") }
    #expect(throws: ImportError.unknownFormat) {
      try RecipeFile.parse([0x7F, 0x45, 0x4C, 0x46, 1, 1, 1, 0, 0, 0], name: "x")
    }
    #expect(throws: ImportError.unknownFormat) { try RecipeFile.parse([UInt8](repeating: 0, count: 5_000), name: "x") }
    #expect(throws: ImportError.self) {
      try RecipeFile.parse([0x50, 0x4B, 3, 4] + [UInt8](repeating: 7, count: 500), name: "x.zip")
    }
    #expect(throws: ImportError.self) { try RecipeFile.parse([0x1F, 0x8B, 8, 0, 1, 2, 3], name: "x.gz") }
  }
}

/// Seconds of processor time of this thread, the least of three: other work on the machine makes caches cold.
private func cost(_ work: () throws -> Void) rethrows -> Double {
  func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
  var least = Double.infinity
  for _ in 1...3 {
    let start = now()
    try work()
    least = min(least, now() - start)
  }
  return least
}

struct LimitTests {
  private func archive(_ count: Int) -> [UInt8] {
    packed((0..<count).flatMap { [("\($0)/recipe.json", recipe("Egg \($0)")), ("\($0)/full.jpg", [0xFF, 0xD8])] })
  }

  @Test func `An archive of four times as many recipes with pictures takes about four times as long`() throws {
    let (small, large) = (archive(500), archive(2_000))
    let few = try cost { _ = try RecipeFile.parse(small, name: "x.zip") }
    let many = try cost { _ = try RecipeFile.parse(large, name: "x.zip") }
    // 16 times, and more, when each recipe looked through all pictures.
    #expect(many < 9 * few, "\(few) s and \(many) s")
  }

  @Test func `What is beyond the limits is left out and counted`() throws {
    var limits = ImportLimits()
    (limits.recipes, limits.pictures) = (30, 5)
    let some = try RecipeFile.read(archive(40), name: "x.zip", limits: limits)
    #expect(some.recipes.map(\.title) == (0..<30).map { "Egg \($0)" })
    #expect(some.recipes.map { $0.imageData != nil } == (0..<30).map { $0 < 5 })
    #expect(some.leftOut.recipes == 10 && some.leftOut.pictures == 25 && some.leftOut.files == 0)
    #expect(some.leftOut.recipeNames == (30..<40).map { "Egg \($0)" })
    #expect(some.leftOut.pictureNames == (5..<30).map { "Egg \($0)" })

    limits = ImportLimits()
    limits.text = 500
    let short = try RecipeFile.read(archive(40), name: "x.zip", limits: limits)
    #expect((2..<39).contains(short.recipes.count) && short.recipes.count + short.leftOut.recipes == 40)
    limits.text = 1
    #expect(try RecipeFile.read(archive(2), name: "x.zip", limits: limits).recipes.count == 1)

    limits = ImportLimits()
    limits.time = .nanoseconds(1)
    #expect(throws: ImportError.tooSlow) { try RecipeFile.read(archive(3), name: "x.zip", limits: limits) }

    let broken = packed([("a/recipe.json", recipe("Egg")), ("b.paprikarecipe", [0x1F, 0x8B, 0, 0]), ("c.json", [65])])
    let rest = try RecipeFile.read(broken, name: "x.zip", limits: ImportLimits())
    #expect(rest.recipes.count == 1 && rest.leftOut.files == 1 && rest.leftOut.fileNames == ["b.paprikarecipe"])
  }
}

struct RequestTests {
  private let file = ImportRequest.file(
    packed([("a/recipe.json", recipe("Egg")), ("a/full.jpg", [0xFF, 0xD8]), ("b.paprikarecipe", [0x1F, 0x8B, 0, 0])]),
    name: "x.zip")

  @Test func `A child reads what it is asked, and its parent what it answers`() throws {
    let page = ImportRequest.page(Array("<p>é".utf8), url: nil, contentType: "text/html; charset=utf-8")
    for request in [page, file] { #expect(ImportRequest(request.bytes) == request) }
    #expect(try ImportRequest.result(file.answer) == file.read())
    #expect(throws: ImportError.noRecipe) { try ImportRequest.result(page.answer) }
    let damaged = ImportRequest.file([0x50, 0x4B, 3, 4] + [UInt8](repeating: 7, count: 500), name: "x.zip")
    let error = try #require(throws: ImportError.self) { try damaged.read() }
    #expect(throws: error) { try ImportRequest.result(damaged.answer) }
  }

  @Test func `Half a message, and any other bytes, are refused without a trap`() {
    let (request, answer) = (file.bytes, file.answer)
    for end in request.indices { #expect(ImportRequest(Array(request[..<end])) == nil) }
    #expect(ImportRequest(request + [0]) == nil)
    for end in answer.indices {
      #expect(throws: ImportError.self) { try ImportRequest.result(Array(answer[..<end])) }
    }
    for position in answer.indices {
      var changed = answer
      changed[position] = 0xFF
      _ = try? ImportRequest.result(changed)
    }
  }
}

struct FaultTests {
  @Test func `archives that unpack without end are refused`() {
    let zeros = [UInt8](repeating: 32, count: 40 << 20)
    let bomb = packed([("a.json", zeros), ("b.json", zeros)])
    #expect(bomb.count < 1 << 20)
    #expect(throws: ImportError.tooLarge) { try RecipeFile.parse(bomb, name: "x.zip") }
    let gzip = packed([("a", [UInt8](repeating: 32, count: 65 << 20))], gzip: true)
    #expect(throws: ImportError.tooLarge) { try RecipeFile.parse(gzip, name: "x.paprikarecipe") }
  }

  @Test func `archives with too many entries are refused`() {
    let files = (0..<5_001).map { ("\($0).txt", [UInt8]()) }
    #expect(throws: ImportError.tooLarge) { try RecipeFile.parse(packed(files), name: "x.zip") }
  }

  @Test func `pages beyond the limit are refused`() {
    let page = [UInt8](repeating: 32, count: 10 << 20 + 1)
    #expect(throws: ImportError.tooLarge) { try RecipePage.parse(page, url: nil, contentType: nil) }
  }

  private static func many(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

  static let naughty: [String] = [
    many("<div>", 200_000), many("<b></i></i>", 50_000), many("<ul class=ingredients><li>", 20_000),
    "<p " + (0..<50_000).map { "a\($0)=1 " }.joined() + ">", "<script type=application/ld+json>" + many("[", 100_000),
    "<script type=application/ld+json>{\"@type\":\"Recipe\"," + many("\"a\":{", 100_000),
    "<script type=application/ld+json>{\"a\":\"" + many("\" ", 200_000), many("<h2>Ingredients</h2>", 20_000),
    "<div itemscope itemtype=http://schema.org/Recipe>" + many("<b itemprop=name>x", 20_000),
    many("<div itemscope itemtype=http://schema.org/Recipe>", 20_000), many("<!--", 100_000), many("<", 200_000),
    many("&", 200_000),
    many("<a", 200_000), many("<span class=ingredient>", 20_000), "<h1>\0</h1>",
    "<p class=\"" + many("a ", 500_000) + "\">x", "\u{FEFF}", many("<script>", 50_000),
  ]

  @Test(arguments: naughty.indices)
  func `naughty pages have no recipe, and four times the page costs four times the work`(
    _ index: Int
  ) {
    let page = Array(Self.naughty[index].utf8)
    #expect(throws: ImportError.self) { try RecipePage.parse(page, url: nil, contentType: nil) }
    func least(_ page: [UInt8]) -> Double {
      (0..<3).map { _ in cost { _ = try? RecipePage.parse(page, url: nil, contentType: nil) } }.min()!
    }
    // Work that grows with the square of the page would be 16 times as much. Below a millisecond it is not measured.
    #expect(least(page) < 12 * max(least(Array(page.prefix(page.count / 4))), 0.001))
  }

  @Test func `a line of a megabyte is a line`() throws {
    let long = Self.many("x", 1_000_000)
    let page = Array(
      #"<script type="application/ld+json">{"@type":"Recipe","name":"Long","recipeIngredient":["\#(long)","b"]}"#.utf8)
    #expect(try RecipePage.parse(page, url: nil, contentType: nil).ingredients == [long, "b"])
  }

  @Test func `cut off anywhere, a page is read without a trap`() {
    let page = Array(
      """
      <html lang=en><head><meta charset=utf-8><script type="application/ld+json">{"@graph":[{"@type":"Recipe","name":"S\\u00e9",
      "recipeIngredient":["1 &frac12; é"],"totalTime":"PT1H"}]}</script><div itemscope itemtype="http://schema.org/Recipe">
      <ul><li itemprop="recipeIngredient">x &amp; y</ul><h2>Zutaten</h2><p>z<br>
      """.utf8)
    for end in page.indices {
      _ = try? RecipePage.parse(Array(page[..<end]), url: "https://a.org/", contentType: "text/html; charset=")
      _ = try? RecipeFile.parse(Array(page[end...]), name: "x")
    }
  }
}

struct CharsetTests {
  private func title(_ bytes: [UInt8], _ contentType: String? = nil) throws -> String? {
    let rest = Array("</h1><h2>Ingredients</h2><ul><li>a<li>b</ul>".utf8)
    return try RecipePage.parse(Array("<h1>".utf8) + bytes + rest, url: nil, contentType: contentType).title
  }

  @Test func `the encoding comes from the header, the page, or the bytes`() throws {
    #expect(try title([0xE9], "text/html; charset=ISO-8859-1") == "é")
    #expect(try title([0xD1, 0xF3, 0xEF], "text/html;charset=\"windows-1251\"") == "Суп")
    #expect(try title([0x83, 0x58], "text/html; charset=Shift_JIS") == "ス")
    #expect(try title([0xC3, 0xA9], "text/html; charset=iso-8859-1") == "é")
    #expect(try title([0xE9]) == "é")
    #expect(try title(Array("<meta charset=windows-1251>".utf8) + [0xD1]) == "С")
    #expect(try title([0xC3, 0xA9, 0xFF, 0xC3, 0xA9]) == "é\u{FFFD}é")
    #expect(try title([0xE9], "text/html; charset=no-such-thing") != nil)
  }

  @Test func `UTF-16 with its mark`() throws {
    let text = "<h1>é</h1><h2>Ingredients</h2><ul><li>a<li>b</ul>"
    let little: [UInt8] =
      [0xFF, 0xFE] + text.utf16.flatMap { unit -> [UInt8] in [UInt8(unit & 255), UInt8(unit >> 8)] }
    #expect(try RecipePage.parse(little, url: nil, contentType: nil).title == "é")
  }
}
