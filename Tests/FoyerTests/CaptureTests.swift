import CivilTime
import QuickAdd
import Testing

@testable import Foyer

/// A Thursday.
private let now = CivilTime(date: "2026-11-26")!

/// What a text looks like to a household that knows nothing of it.
private func looks(_ text: String, _ language: QuickAdd.Language, dish: String? = nil, isBought: Bool = false)
  -> Capture.Kind
{
  let capture = Capture(text, QuickAdd(text, language: language, now: now))
  var known = CaptureVocabulary()
  known.isBought = isBought
  if let dish, capture.dish.lowercased() == dish { known.dish = (.v7(), dish) }
  return capture.kind(known, isShopping: false)
}

extension Member {
  fileprivate func adds(
    _ text: String, as kind: String = "", proposed: String = "", from: String = "", day: String = "", id: UUID = .v7()
  ) async throws -> Answer {
    try await post(
      "/add",
      ["id": "\(id)", "text": text, "as": kind, "proposed": proposed, "from": from, "day": day])
  }

  fileprivate func proposed(_ text: String, _ more: String = "") async throws -> String? {
    let page = try await get("/add?text=\(percentEncoded(text))\(more)")
    return page.text.components("name=\"as\" value=\"").dropFirst().first { $0.components(">")[0].contains(" checked") }
      .map { String($0.prefix { $0 != "\"" }) }
  }
}

extension FoyerTests {
  @Suite struct Capturing {
    @Test(
      arguments: [
        ("milk", .en), ("2 kg potatoes", .en), ("eggs, flour, butter", .en), ("buy milk", .en), ("1/2 l milk", .en),
        ("toilet paper", .en), ("washing powder", .en), ("Get bread", .en), ("olive oil", .en), ("6 eggs", .en),
        ("bin bags", .en), ("roast beef", .en), ("lait", .fr), ("500 g de farine", .fr), ("acheter du lait", .fr),
        ("beurre doux", .fr), ("papier hygiénique", .fr), ("pommes de terre", .fr), ("우유", .ko), ("두부 2모", .ko),
        ("우유 사기", .ko), ("돼지고기 600g", .ko), ("молоко", .ru), ("2 кг картошки", .ru), ("купить хлеб", .ru),
        ("туалетная бумага", .ru), ("соль", .ru), ("спагетти", .ru),
      ] as [(String, QuickAdd.Language)])
    func `Food and what a shop has look like shopping`(_ text: String, _ language: QuickAdd.Language) {
      #expect(looks(text, language) == .shopping)
    }

    @Test(
      arguments: [
        ("dal Thu", .en, "dal"), ("dal for dinner Friday", .en, "dal"), ("lunch: dal tomorrow", .en, "dal"),
        ("dal tonight", .en, "dal"),
        ("dal for lunch", .en, "dal"), ("pizza for dinner Friday", .en, nil), ("Dal jeudi", .fr, "dal"),
        ("soupe pour le déjeuner demain", .fr, nil), ("dal ce soir", .fr, "dal"), ("김치찌개 금요일", .ko, "김치찌개"),
        ("борщ в пятницу", .ru, "борщ"), ("борщ на обед завтра", .ru, "борщ"),
      ] as [(String, QuickAdd.Language, String?)])
    func `A recipe's name with a day looks like a meal`(_ text: String, _ language: QuickAdd.Language, _ dish: String?)
    {
      #expect(looks(text, language, dish: dish) == .meal)
    }

    @Test(
      arguments: [
        ("call the plumber Friday", .en), ("Buy milk #Groceries @urgent tomorrow 18:00", .en),
        ("Wash the potatoes", .en),
        ("take out the bins", .en), ("bins", .en), ("water the plants", .en), ("pay rent every 1st", .en),
        ("milk tomorrow", .en),
        ("fix the bulb", .en), ("Book dinner for Friday", .en), ("library", .en), ("call mum about the cake", .en),
        ("cook rice", .en),
        ("appeler le plombier vendredi", .fr), ("sortir les poubelles", .fr), ("nettoyer le four", .fr),
        ("réserver le train", .fr),
        ("금요일 배관공에게 전화", .ko), ("쓰레기 버리기", .ko), ("позвонить сантехнику в пятницу", .ru),
        ("вынести мусор", .ru), ("помыть посуду", .ru), ("забрать посылку завтра", .ru),
      ] as [(String, QuickAdd.Language)])
    func `What is to be done looks like an item`(_ text: String, _ language: QuickAdd.Language) {
      #expect(looks(text, language) == .item)
    }

    @Test(arguments: [
      "https://example.org/dal", "Dal of the house https://example.org/dal?x=1", "http://example.org/a",
    ])
    func `A web address looks like a recipe`(_ text: String) { #expect(looks(text, .en) == .recipe) }

    @Test func `What the household has bought before is shopping`() {
      #expect(looks("flurbs", .en) == .item)
      #expect(looks("flurbs", .en, isBought: true) == .shopping)
      #expect(looks("flurbs tomorrow", .en, isBought: true) == .item)
    }

    @Test func `Each kind is added where it belongs, once however often it is sent`() async throws {
      let member = try await TestApp.shared().member()
      try await member.cook("Dal", ["200 g lentils"])
      for _ in 0..<2 {
        for (text, id) in [("2 l milk", 1), ("dal tomorrow", 2), ("call the plumber tomorrow", 3)] {
          let id = UUID("01900000-0000-7000-8000-00000000000\(id)")!
          #expect(try await member.adds(text, id: id).status == 303, "\(text)")
        }
      }
      // The next page says what was added, and leads there.
      let next = try await member.get("/add").between("id=\"notice\"", "</div>")
      #expect(next?.contains("Added: call the plumber") == true && next?.contains("/edit\">Show") == true)
      #expect(try await member.shopping() == ["2 l milk"])
      #expect(try await member.get("/items").count(of: "<span>call the plumber</span>") == 1)
      let meals = try member.app.rows(
        "SELECT text, meal, recipe_id IS NOT NULL AS is_dish, day - CURRENT_DATE AS days FROM meals WHERE household_id = \(member.household)"
      )
      #expect(meals.count == 1)
      let (text, meal, isDish): (String, String, Bool) = (
        try meals[0]["text"], try meals[0]["meal"], try meals[0]["is_dish"]
      )
      #expect(text == "Dal" && meal == "dinner" && isDish)
    }

    @Test func `The kind that was chosen counts, and what was proposed does not`() async throws {
      let member = try await TestApp.shared().member()
      #expect(try await member.proposed("milk") == "shopping")
      #expect(try await member.proposed("milk", "&as=item") == "item")
      #expect(try await member.proposed("call the plumber Friday") == "item")
      #expect(try await member.proposed("https://example.org/dal") == "recipe")
      #expect(try await member.adds("milk", as: "item").status == 303)
      // The line has changed since it looked like an item.
      #expect(try await member.adds("bread", as: "item", proposed: "item").status == 303)
      #expect(try await member.adds("The big soup", as: "meal").status == 303)
      #expect(try await member.shopping() == ["bread"])
      #expect(try await member.get("/items").shows("milk"))
      #expect(try await member.get("/plan").shows("The big soup"))
      #expect(try await member.adds("milk", as: "dream").status == 400)
    }

    @Test func `The line of the page of today offers what its words are for elsewhere`() async throws {
      let member = try await TestApp.shared().member()
      for (text, kind) in [
        ("milk", "shopping"), ("pizza for dinner Friday", "meal"), ("https://example.org/dal", "recipe"),
        ("call the plumber Friday", nil), ("", nil), (" ", nil), (String(repeating: "e", count: 3_000), nil),
      ] {
        let line = try await member.get("/add/line?text=\(percentEncoded(text))")
        #expect(line.status == 200 && line.count(of: "id=\"understood\"") == 1)
        let offer = line.between("name=\"as\" value=\"", "\"")
        #expect(offer == kind, "\(text.prefix(30))")
      }
      let id = UUID.v7()
      let fields: KeyValuePairs = ["id": "\(id)", "text": "milk", "as": "shopping", "back": "/"]
      for _ in 1...2 {
        let answer = try await member.post("/add", fields)
        #expect(answer.status == 303 && answer["location"] == "/")
      }
      #expect(try await member.get("/").notice?.contains("Added: milk") == true)
      #expect(try await member.shopping() == ["milk"])
      let away = try await member.post("/add", ["text": "bread", "as": "shopping", "back": "//evil.example"])
      #expect(away.status == 303 && away["location"]?.hasPrefix("/add") == true)
    }

    @Test func `The rules are those of the kind, and say what is wrong`() async throws {
      let member = try await TestApp.shared().member()
      for (kind, text) in [("shopping", " "), ("meal", " "), ("item", ""), ("recipe", "no address"), ("", "")] {
        let answer = try await member.adds(text, as: kind)
        #expect(answer.status == 422 && answer.contains("id=\"add-error\""), "\(kind)")
      }
      #expect(try await member.adds(String(repeating: "é", count: 10_001)).status == 422)
      #expect(try await member.adds(String(repeating: "é", count: 1_001), as: "shopping").status == 422)
      let part = try await member.post("/add", ["text": " ", "as": "shopping"], fragment("add"))
      #expect(part.status == 422 && part.contains("id=\"add\"") && !part.contains("<html"))
    }

    @Test func `A list's category and tags are an item's, and Today's day`() async throws {
      let member = try await TestApp.shared().member()
      _ = try await member.post("/items/quick", ["text": "First #Yard @green"])
      let rows = try member.app.rows(
        "SELECT (SELECT id FROM categories WHERE household_id = \(member.household)) AS yard, (SELECT id FROM tags WHERE household_id = \(member.household)) AS green"
      )[0]
      let (yard, green): (UUID, UUID) = (try rows["yard"], try rows["green"])
      let from = "/items?category=\(yard)&tag=\(green)"
      _ = try await member.adds("Mend the fence", from: from)
      _ = try await member.adds("Paint the door #House", from: from)
      _ = try await member.post("/items/quick", ["text": "Sweep the path", "category": "\(yard)", "tag": "\(green)"])
      let list = try await member.get(from)
      #expect(list.shows("Mend the fence") && list.shows("Sweep the path") && !list.shows("Paint the door"))
      let form = try await member.get("/items/new", ["referer": "\(member.browser.origin)\(from)"])
      #expect(form.contains("name=\"category\" type=\"text\" value=\"Yard\""))
      #expect(form.contains("name=\"tags\" value=\"green\" checked"))
      _ = try await member.adds("Ring the bell", from: "/")
      #expect(try await member.get("/").between("id=\"today-due\"", "</section>")?.contains("Ring the bell") == true)
      _ = try await member.adds("Choose a day", from: "/calendar", day: "2031-05-06")
      #expect(try await member.get("/calendar?month=2031-05").shows("Choose a day"))
    }

    @Test func `A part of a starter recipe's name is that recipe, unless the household's own has it`() async throws {
      let app = try await TestApp()
      _ = try await StarterCookbook.load("\(packageRoot)/Cookbook", app.database)
      let member = try await app.member()
      for (text, kind) in [
        ("dal Thursday", "meal"), ("tarka dal Thursday", "meal"), ("Dal for dinner", "meal"),
        ("tarka Thursday", "meal"),
        // In the middle of a name, in several names, and as a part of a word.
        ("and Thursday", "item"), ("da Thursday", "item"), ("soup Thursday", "item"), ("milk Thursday", "item"),
      ] {
        #expect(try await member.proposed(text) == kind, "\(text)")
      }
      _ = try await member.adds("dal tomorrow")
      let name = {
        try member.app.rows("SELECT text FROM meals WHERE household_id = \(member.household)").map {
          try $0["text"] as String
        }
      }
      #expect(try name() == ["Tarka Dal"])
      try await member.cook("Red dal", ["200 g lentils"])
      _ = try await member.adds("dal tomorrow", as: "meal")
      #expect(try name().sorted() == ["Red dal", "Tarka Dal"])
      try member.app.rows("UPDATE households SET hides_starter_recipes = true WHERE id = \(member.household)")
      #expect(try await member.proposed("tarka Thursday") == "item")
    }

    @Test func `A stranger's recipes, lists and labels are nobody else's`() async throws {
      let app = try await TestApp.shared()
      let (member, stranger) = (try await app.member(), try await app.member())
      try await stranger.cook("Flurb", ["200 g lentils"])
      try await stranger.buy("gnorps")
      _ = try await stranger.post("/items/quick", ["text": "First #Secret"])
      let secret: UUID = try app.rows("SELECT id FROM categories WHERE household_id = \(stranger.household)")[0]["id"]
      #expect(try await member.proposed("flurb tomorrow") == "item")
      #expect(try await member.proposed("gnorps") == "item")
      #expect(try await stranger.proposed("flurb tomorrow") == "meal")
      #expect(try await stranger.proposed("gnorps") == "shopping")
      _ = try await member.adds("Mine", from: "/items?category=\(secret)")
      #expect(try await !member.get("/items").shows("Secret"))
      #expect(try await app.browser().post("/add", ["text": "milk"]).status != 200)
      #expect(try await app.browser().get("/add")["location"]?.hasPrefix("/login") == true)
    }

    @Test func `A share begins with its address, and a page of another site sends nothing`() async throws {
      let member = try await TestApp.shared().member()
      let query = "/add?title=Dal&text=Look&url=\(percentEncoded("https://example.org/dal"))"
      let own = try await member.get(query, ["sec-fetch-site": "none"])
      #expect(own.contains("value=\"https://example.org/dal\"") && own.contains(" data-sends"))
      #expect(try await !member.get(query, ["sec-fetch-site": "cross-site"]).contains(" data-sends"))
      #expect(try await !member.get("/add?text=milk", ["sec-fetch-site": "none"]).contains(" data-sends"))
    }
  }
}
