import Crypto
import Glibc
import RecipeImport
import Testing

@testable import MoveIn

@Suite struct `Archives of Foyer's own` {
  private static let household = #"{"name":"A","time_zone":"Europe/Paris"}"#
  private static let people = [
    #"{"id":"00000000-0000-7000-8000-0000000000a1","name":"Ada"}"#,
    #"{"id":"00000000-0000-7000-8000-0000000000a2","name":"Ben"}"#,
  ]

  /// An archive with these rows, each file as its index says it.
  private func archive(
    _ tables: [String: [String]], files more: [(name: String, bytes: [UInt8])] = [],
    index change: (String) -> String = { $0 },
    packed pack: ([(name: String, bytes: [UInt8])]) -> [(name: String, bytes: [UInt8])] = { $0 }
  ) -> [UInt8] {
    var tables = tables
    if tables["households"] == nil { tables["households"] = [Self.household] }
    if tables["people"] == nil { tables["people"] = Self.people }
    let files =
      tables.sorted { $0.key < $1.key }.map { name, lines in
        (name: "data/\(name).jsonl", bytes: Array(lines.map { $0 + "\n" }.joined().utf8))
      } + more
    let names = files.map {
      #"{"path":"\#($0.name)","bytes":\#($0.bytes.count),"sha256":"\#(hexadecimal(sha256($0.bytes)))"}"#
    }
    let index = """
      {"format": 1, "program": "foyer", "version": "1", "household": "00000000-0000-7000-8000-0000000000ff",
       "made": "2026-11-27T13:00:00Z", "tables": [], "files": [\(names.joined(separator: ","))]}
      """
    return zipped(pack(files + [(name: "foyer.json", bytes: Array(change(index).utf8))]))
  }

  private func read(_ archive: [UInt8]) -> MovedFile { MoveIn.read(archive, name: "a.zip", now: today) }

  private func id(_ number: Int) -> String {
    let digits = String(number)
    return "00000000-0000-7000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
  }

  // MARK: What comes over

  @Test func `items come with their fields, in the order of the list`() {
    let (ada, ben) = ("00000000-0000-7000-8000-0000000000a1", "00000000-0000-7000-8000-0000000000a2")
    let file = read(
      archive([
        "categories": [
          ##"{"id":"\##(id(1))","name":"Home","color":"#c0448f","icon":"🔧"}"##,
          #"{"id":"\#(id(2))","name":"Gone","deleted_at":"2026-01-01T00:00:00+00:00"}"#,
        ],
        "tags": [#"{"id":"\#(id(3))","name":"urgent"}"#],
        "series": [
          #"{"id":"\#(id(9))","rule":"FREQ=WEEKLY;COUNT=10","repeat_from":"due","starts_at":"2026-11-02T18:00:00","skipped":[],"turn_rule":"FREQ=MONTHLY"}"#
        ],
        "items": [
          #"{"id":"\#(id(11))","title":"Water the plants","description":"","due_at":"2026-11-30T17:00:00+00:00","due_day":null,"done_at":null,"created_at":"2026-11-01T10:00:00.5+00:00","deleted_at":null,"category_id":"\#(id(2))","position":2.5,"series_id":"\#(id(9))","occurrence":"2026-11-30T18:00:00","people":[],"turn_person":"\#(ada)","turn_queue":["\#(ben)","\#(ada)"],"priority":4,"checklist":null}"#,
          #"{"id":"\#(id(10))","title":"Mend the roof","description":" Slates\n","due_at":"2026-12-01T22:59:00+00:00","due_day":"2026-12-01","done_at":null,"created_at":"2026-11-01T10:00:00+00:00","deleted_at":null,"category_id":"\#(id(1))","position":-1,"series_id":null,"people":["\#(ada)","\#(id(99))"],"turn_queue":[],"not_before":"2026-11-29","priority":1,"checklist":[{"id":"\#(id(50))","text":"a ladder","done":true},{"id":"\#(id(51))","text":"gone","done":false,"gone":1}]}"#,
          #"{"id":"\#(id(12))","title":"Water the plants","description":"","due_at":"2026-11-23T17:00:00+00:00","done_at":"2026-11-23T18:00:00+00:00","created_at":"2026-11-01T10:00:00+00:00","deleted_at":null,"position":3,"series_id":"\#(id(9))","occurrence":"2026-11-23T18:00:00","people":[],"turn_queue":[],"priority":3}"#,
          #"{"id":"\#(id(13))","title":"Old","description":"","deleted_at":"2026-11-23T17:00:00+00:00","position":4}"#,
        ],
        "item_tags": [#"{"item_id":"\#(id(10))","tag_id":"\#(id(3))"}"#],
        "item_reminders": [#"{"item_id":"\#(id(10))","person_id":"\#(ada)","codes":["08:00","60"]}"#],
      ]))
    #expect(file.program == "Foyer")
    #expect(file.error == nil)
    #expect(file.items.map(\.sourceID) == [id(10), id(11), id(12)])
    #expect(
      printed(file.items.first) == [
        "Mend the roof", "due 2026-12-01", "in Home", "tags urgent", "for Ada", "priority high", "[x] a ladder",
        "not before 2026-11-29", "created 2026-11-01T10:00:00Z", "text  Slates\n",
      ])
    #expect(file.items.first?.reminderCodes == ["08:00", "60"])
    #expect(
      file.items.first?.looks.map { "\($0.isTag) \($0.name) \($0.color) \($0.icon)" } == [
        "false Home #c0448f 🔧", "true urgent  ",
      ])
    #expect(
      printed(file.items.dropFirst().first) == [
        "Water the plants", "due 2026-11-30 18:00 Europe/Paris", "repeats FREQ=WEEKLY;COUNT=6",
        "created 2026-11-01T10:00:00Z",
      ])
    #expect(file.items.dropFirst().first?.turn == ["Ada", "Ben"])
    #expect(file.items.dropFirst().first?.turnRule == "FREQ=MONTHLY")
    #expect(
      printed(file.items.last) == [
        "Water the plants", "due 2026-11-23 18:00 Europe/Paris", "priority low", "done 2026-11-23T18:00:00Z",
        "created 2026-11-01T10:00:00Z",
      ])
    #expect(
      file.leftOut.map { "\($0.what): \($0.why)" } == [
        "Old: it was deleted in Foyer",
        "People and their settings: 3: foyer household import brings it: whoever runs the server can run that",
      ])
  }

  @Test func `recipes, meals and shopping lines come with theirs, and pictures as they are`() {
    let picture = Array("RIFF....WEBP".utf8)
    let file = read(
      archive(
        [
          "recipes": [
            #"{"id":"\#(id(1))","name":"Leek soup","description":"Of the garden.","cuisine":"french","servings":4,"prep_minutes":10,"cook_minutes":20,"ingredients":["2 leeks","1 l stock"],"steps":["1. Cut.","Boil."],"source_url":"https://example.org/soup","image_id":"\#(id(7))","statements":["vegan","winter"],"makes":"1 pot","notes":"Better on day two.","source_name":"Gran","nutrition":"80 kcal","deleted_at":null}"#,
            #"{"id":"\#(id(2))","name":"Pie","ingredients":[],"steps":[],"deleted_at":null}"#,
            #"{"id":"\#(id(3))","name":"Gone","deleted_at":"2026-01-01T00:00:00+00:00"}"#,
          ],
          "recipe_stars": [
            #"{"person_id":"00000000-0000-7000-8000-0000000000a1","recipe_id":"\#(id(1))","stars":4}"#,
            #"{"person_id":"00000000-0000-7000-8000-0000000000a1","recipe_id":"\#(id(2))","stars":5}"#,
            #"{"person_id":"00000000-0000-7000-8000-0000000000a2","recipe_id":"\#(id(2))","stars":3}"#,
          ],
          "meals": [
            #"{"id":"\#(id(20))","day":"2026-11-28","meal":"dinner","recipe_id":"\#(id(1))","text":"Old name","servings":6,"deleted_at":null}"#,
            #"{"id":"\#(id(21))","day":"2026-11-29","meal":"lunch","recipe_id":null,"text":"Leftovers","servings":null,"deleted_at":null}"#,
          ],
          "named_lists": [#"{"id":"\#(id(30))","name":"Hardware","deleted_at":null}"#],
          "shopping_entries": [
            #"{"id":"\#(id(40))","text":"2 kg flour","list_id":null,"checked_at":null,"created_at":"2026-11-01T00:00:00+00:00","deleted_at":null}"#,
            #"{"id":"\#(id(41))","text":"Nails","list_id":"\#(id(30))","checked_at":"2026-11-02T00:00:00+00:00","created_at":"2026-11-02T00:00:00+00:00","deleted_at":null}"#,
            #"{"id":"\#(id(42))","text":"Eggs","deleted_at":"2026-11-02T00:00:00+00:00"}"#,
          ],
          "images": [#"{"id":"\#(id(7))"}"#],
          "ingredients_at_hand": [
            #"{"id":"\#(id(70))","name":"milk","key":"milk","amount":"2 l","best_before":"2035-01-05","place":"the cellar"}"#,
            #"{"id":"\#(id(71))","name":"eggs","key":"egg","amount":"","best_before":null,"place":""}"#,
            #"{"id":"\#(id(72))","name":""}"#,
          ],
          "stay_requests": [#"{"id":"\#(id(60))"}"#], "stay_messages": [#"{"id":"\#(id(61))"}"#],
          "later": [#"{"a":1}"#],
        ], files: [("pictures/\(id(7)).webp", picture), ("pictures/small/\(id(7)).webp", Array("small".utf8))]))
    #expect(file.error == nil)
    #expect(file.recipes.map(\.title) == ["Leek soup", "Pie"])
    let soup = file.recipes.first
    #expect(soup?.ingredients == ["2 leeks", "1 l stock"])
    #expect(soup?.steps == ["1. Cut.", "Boil."])
    #expect(soup?.servings == 4)
    #expect(soup?.makes.text == "1 pot")
    #expect([soup?.prepMinutes, soup?.cookMinutes] == [10, 20])
    #expect([soup?.cuisine, soup?.url, soup?.sourceName] == ["french", "https://example.org/soup", "Gran"])
    #expect([soup?.description, soup?.notes, soup?.nutrition] == ["Of the garden.", "Better on day two.", "80 kcal"])
    #expect(soup?.statements == ["vegan", "winter"])
    #expect(soup?.imageData == picture)
    #expect(file.recipes.last?.stars == nil)
    #expect(file.recipes.last?.url == nil)
    #expect(file.recipes.allSatisfy { $0.stars == nil })
    #expect(file.extras.map { "\($0.title), \($0.person ?? "-")" } == ["Leek soup, Ada", "Pie, Ada", "Pie, Ben"])
    #expect(file.extras.map { MovedMark(json: $0.json)?.stars } == [4, 5, 3])
    #expect(
      file.meals.map { "\($0.day) \($0.meal ?? "") \($0.title) \($0.servings ?? 0)" } == [
        "2026-11-28 dinner Leek soup 6", "2026-11-29 lunch Leftovers 0",
      ])
    #expect(
      file.shopping.map { "\($0.text) \($0.list ?? "-") \($0.isDone)" } == [
        "Nails Hardware true", "2 kg flour - false",
      ])
    #expect(
      file.hand == [
        MovedFood(name: "milk", amount: "2 l", bestBefore: "2035-01-05", place: "the cellar", sourceID: id(70)),
        MovedFood(name: "eggs", sourceID: id(71)),
      ])
    #expect(
      file.leftOut.map(\.what) == [
        "Gone", id(72), "People and their settings: 3", "Shopping lines that were cleared: 1", "Stays: 2",
        "Other rows: 1",
      ])
    #expect(ArchiveGroup.read("Stays: 2").map { "\($0.group.rawValue) \($0.count)" } == "Stays 2")
    #expect(ArchiveGroup.read("Stays") == nil)
  }

  @Test func `what no other program has comes as it stands, by the name of whom it is about`() throws {
    let ada = "00000000-0000-7000-8000-0000000000a1"
    let picture = Array("RIFF....WEBP".utf8)
    let file = read(
      archive(
        [
          "eaters": [
            #"{"id":"\#(id(1))","name":"Gran","required":4294967296,"dislikes":["kale"],"eats_here":false,"deleted_at":null}"#,
            #"{"id":"\#(id(2))","name":"Joe","required":0,"deleted_at":"2026-01-01T00:00:00+00:00"}"#,
          ],
          "cooking_parameters": [#"{"person_id":"\#(ada)","cuisines":1,"required":0,"dislikes":[],"eats_here":true}"#],
          "meal_absences": [#"{"day":"2026-11-28","meal":"","eater_id":"\#(ada)"}"#],
          "favorites": [#"{"person_id":"\#(id(99))","recipe_id":"\#(id(3))"}"#],
          "cookings": [
            #"{"id":"\#(id(4))","recipe_id":"\#(id(3))","person_id":null,"day":"2026-11-01","note":"Good","taken_back_at":null}"#,
            #"{"id":"\#(id(5))","recipe_id":"\#(id(3))","day":"2026-11-01","taken_back_at":"2026-11-01T00:00:00+00:00"}"#,
          ],
          "shops": [#"{"id":"\#(id(6))","name":"Corner","aisles":["dairy"],"deleted_at":null}"#],
          "shop_steps": [#"{"shop_id":"\#(id(6))","first":"dairy","second":"meat","lead":-2}"#],
          "food_aisles": [#"{"key":"milk","aisle":"drinks"}"#],
          "usual_foods": ["{\"key\":\"milk\",\t\"name\":\"milk\",\"ticks\":3}"],
          "staple_foods": [#"{"key":"salt","name":"salt","is_staple":false}"#],
          "listings": [
            #"{"id":"\#(id(7))","name":"Ada","capacity":2,"photo_id":"\#(id(8))","place_photo_id":"\#(id(9))"}"#
          ],
          "listing_addresses": [#"{"listing_id":"\#(id(7))","address":"1 Main Street"}"#],
          "blocked_dates": [#"{"id":"\#(id(10))","first_day":"2035-01-01","last_day":"2035-01-05","deleted_at":null}"#],
          "stay_tasks": [
            #"{"position":1,"title":"Shop","days_before":1}"#, #"{"position":0,"title":"Wash","days_before":3}"#,
          ],
        ], files: [("pictures/\(id(8)).webp", picture), ("pictures/small/\(id(8)).webp", picture)]))
    #expect(file.error == nil)
    #expect(
      file.extras.map { "\($0.kind) \($0.title) \($0.person ?? "-")" } == [
        "eater Ada Ada", "eater Gran -", "absence Ada, 2026-11-28 Ada", "cooking a recipe -", "shop Corner -",
        "food milk -",
        "food salt -", "listing Ada -",
      ])
    let gran = MovedEater(json: file.extras[1].json)
    #expect(gran?.required == 1 << 32 && gran?.dislikes == ["kale"] && gran?.eatsHere == false)
    let shop = MovedShop(json: file.extras[4].json)
    #expect(shop?.aisles == ["dairy"])
    #expect(shop?.steps.map { "\($0.first) \($0.second) \($0.lead)" } == ["dairy meat -2"])
    let rows = MovedRows(file)
    let read = try #require(written(file))
    #expect(
      read.rows.map { [$0.kind.rawValue, $0.title, $0.storedID, $0.json] }
        == rows.rows.map { [$0.kind.rawValue, $0.title, $0.storedID, $0.json] })
    let listing = rows.rows.first { $0.kind == .listing }.flatMap { MovedListing(json: $0.json) }
    #expect(listing?.address == "1 Main Street")
    #expect(listing?.blocked.map { "\($0.first) \($0.last)" } == ["2035-01-01 2035-01-05"])
    #expect(listing?.tasks.map { "\($0.title) \($0.days)" } == ["Wash 3", "Shop 1"])
    #expect(listing?.photo == picture && listing?.placePhoto == nil)
    // A row of a person whom the archive does not have, one with a tab, which would end a field of a child's line, and a picture.
    #expect(
      file.leftOut.map { "\($0.what): \($0.why)" } == [
        "Joe: it was deleted in Foyer", "a recipe: this is no row of an archive", "a recipe: it was deleted in Foyer",
        "milk: this is no row of an archive",
        "People and their settings: 3: foyer household import brings it: whoever runs the server can run that",
        "Ada: its picture is not taken",
      ])
  }

  @Test func `the golden archive of format 1 is read`() throws {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let handle = try #require(fopen("/\(root)/Tests/Archives/format-1.zip", "rb"))
    defer { fclose(handle) }
    var bytes = [UInt8](repeating: 0, count: 4 << 20)
    bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, handle))
    let file = read(bytes)
    #expect(file.error == nil)
    #expect(file.program == "Foyer")
    #expect(!file.items.isEmpty && !file.recipes.isEmpty && !file.meals.isEmpty && !file.shopping.isEmpty)
    let bill = try #require(file.items.first { $0.title == "Pay the electricity bill" && !$0.isDone })
    #expect(bill.dueDate == "2026-11-30" && bill.dueTime == nil)
    #expect(bill.repeats == "FREQ=MONTHLY")
    #expect([bill.category] + bill.tags == ["Paperwork", "online"])
    let gran = try #require(file.items.first { $0.title == "Ring Grandma" && !$0.isDone })
    #expect([gran.dueDate, gran.dueTime, gran.timeZone] == ["2026-11-29", "16:30", "Europe/Paris"])
    #expect(gran.description == "She is at home after four.")
    let milk = try #require(file.items.first { $0.title == "Milk, eggs, butter" })
    #expect([milk.dueDate, milk.dueTime] == ["2026-11-28", "18:00"])
    #expect(file.recipes.allSatisfy { $0.imageData != nil || $0.title != nil })
    #expect(file.meals.contains { $0.day == "2026-11-28" && $0.title == "Leftovers" && $0.meal == "lunch" })
    #expect(file.shopping.contains { $0.text == "20 screws" && $0.list == "Hardware shop" })
    for kind in [MovedRow.Kind.eater, .mark, .cooking, .absence, .food, .listing] {
      #expect(file.extras.contains { $0.kind == kind }, "\(kind)")
    }
    for group in ["Foods that are no longer at hand", "Stays"] {
      #expect(file.leftOut.contains { $0.what.hasPrefix("\(group): ") }, "\(group)")
    }
    #expect(file.hand.count == 10)
    #expect(file.hand.contains { $0.name == "potatoes" })
    // What a child writes is what a program reads.
    let rows = MovedRows(file)
    let read = try #require(written(file))
    #expect(
      read.rows.map { [$0.kind.rawValue, $0.title, $0.storedID, $0.json] }
        == rows.rows.map { [$0.kind.rawValue, $0.title, $0.storedID, $0.json] })
    #expect(
      rows.rows.filter { ![.leftOut, .mark, .food, .absence].contains($0.kind) }.allSatisfy { $0.storedID != nil })
    let item = try #require(rows.rows.first { $0.kind == .item && $0.title == "Ring Grandma" })
    #expect(MovedItem(json: item.json)?.dueTime == "16:30")
  }

  // MARK: Hostile ones

  @Test func `what is damaged, changed or not as its index says is refused as a whole`() {
    let item = #"{"id":"\#(id(1))","title":"A"}"#
    let whole = archive(["items": [item]])
    #expect(read(whole).items.count == 1)
    func refused(_ archive: [UInt8], _ what: String, why: String = ArchiveFault.damaged.rawValue) {
      let file = read(archive)
      #expect(file.error == why, "\(what)")
      #expect(file.items.isEmpty && file.leftOut.isEmpty, "\(what)")
    }
    refused(archive(["items": [item]], index: { $0.replacing("sha256\":\"", with: "sha256\":\"0") }), "another digest")
    refused(archive(["items": [item]], index: { $0.replacing("\"bytes\":", with: "\"bytes\":1") }), "another size")
    refused(archive(["items": [item]], index: { $0.replacing("data/items", with: "data/others") }), "another name")
    refused(archive(["items": [item]], packed: { $0 + [("data/more.jsonl", [])] }), "a file more")
    refused(archive(["items": [item]], packed: { $0.filter { $0.name != "data/items.jsonl" } }), "a file fewer")
    refused(archive(["items": [item]], packed: { $0 + $0.filter { $0.name == "data/items.jsonl" } }), "a file twice")
    refused(archive(["items": [item]], packed: { $0 + $0.filter { $0.name == "foyer.json" } }), "two indices")
    refused(archive(["items": [item]], index: { _ in "{}" }), "no index")
    refused(archive(["items": [item]], index: { _ in String(repeating: "[", count: 100_000) }), "a deep index")
    refused(archive([:], packed: { $0 + [("../../../etc/passwd", Array("x".utf8))] }), "a path outside")
    refused(
      archive(["items": [item]], index: { $0.replacing("\"format\": 1", with: "\"format\": 2") }),
      "a later format", why: ArchiveFault.newer.rawValue)
    refused(
      archive(["items": [item]], index: { $0.replacing("\"made\"", with: "\"person\": \"x\", \"made\"") }),
      "a person's", why: ArchiveFault.person.rawValue)
    for length in stride(from: 0, to: whole.count - 1, by: 31) {
      let file = read(Array(whole[..<length]))
      #expect(file.error != nil && file.items.isEmpty)
    }
    for place in stride(from: 0, to: whole.count, by: 7) {
      var changed = whole
      changed[place] ^= 0x15
      let file = read(changed)
      #expect(file.error != nil || file.items.map(\.title) == ["A"], "\(place)")
    }
  }

  @Test func `rows that claim what cannot be are lines of the report, and stop none of the others`() {
    let far = #"{"id":"\#(id(1))","title":"Far","due_at":"99999-01-01T00:00:00+00:00","not_before":"2026-02-30"}"#
    let often =
      #"{"id":"\#(id(2))","title":"Often","due_day":"2026-11-30","series_id":"\#(id(8))","occurrence":"2026-11-30T23:59:00"}"#
    let odd =
      #"{"id":"\#(id(3))","title":"Odd","due_day":"2026-11-30","series_id":"\#(id(9))","occurrence":"2026-11-30T23:59:00"}"#
    let types =
      #"{"id":5,"title":["x"],"due_at":{},"people":"x","checklist":[1,{"text":2}],"position":"x","priority":99,"done_at":true}"#
    let file = read(
      archive([
        "series": [
          #"{"id":"\#(id(8))","rule":"FREQ=DAILY;COUNT=1000000","repeat_from":"due","starts_at":"2026-11-30T23:59:00"}"#,
          #"{"id":"\#(id(9))","rule":"FREQ=SECONDLY","repeat_from":"due","starts_at":"2026-11-30T23:59:00"}"#,
        ],
        "items": [
          far, often, odd, types, "{\"id\":", "[]", "null", #"{"title":"B"} trailing"#,
          #"{"id":"\#(id(4))","title":"Whole \u0000 \ud83c\udfe1","people":["\#(id(77))"],"category_id":"\#(id(78))","image_id":"\#(id(79))"}"#,
        ],
        "item_tags": [#"{"item_id":"\#(id(4))","tag_id":"\#(id(80))"}"#],
      ]))
    #expect(file.error == nil)
    #expect(file.items.map(\.title).sorted() == ["Far", "Odd", "Often", "Whole 🏡"])
    #expect(
      file.items.first { $0.title == "Far" }?.description == "Due: 99999-01-01T00:00:00+00:00\nNot before: 2026-02-30")
    #expect(file.items.allSatisfy { $0.repeats == nil })
    #expect(file.items.first { $0.title == "Often" }?.description == "Repeat: FREQ=DAILY;COUNT=1000000")
    let reasons = file.leftOut.map { "\($0.what): \($0.why)" }
    for reason in [
      "Far: there is no such date: 99999-01-01T00:00:00+00:00", "Far: there is no such date: 2026-02-30",
      "Often: its rule has more than 9999 dates: 1000000", "Odd: Foyer does not repeat by the rule: FREQ=SECONDLY",
      "items, 5: this is no row of an archive", "items, 6: this is no row of an archive",
      "items, 7: this is no row of an archive", "items, 8: this is no row of an archive",
      "Whole 🏡: its picture is not taken",
    ] {
      #expect(reasons.contains(reason), "\(reason)")
    }
    #expect(!reasons.contains { $0.hasPrefix("B:") })
  }

  @Test func `items bring their further pictures and files along`() {
    let picture = Array("RIFF....WEBP".utf8)
    let file = read(
      archive(
        [
          "items": [#"{"id":"\#(id(1))","title":"A","position":1}"#],
          "files": [
            #"{"id":"\#(id(2))","name":"plan.pdf","size":4,"is_picture":false}"#,
            #"{"id":"\#(id(3))","name":"roof.webp","size":12,"is_picture":true}"#,
            #"{"id":"\#(id(4))","name":"gone.txt","size":4,"is_picture":false}"#,
            #"{"id":"\#(id(5))","name":"lost.txt","size":4,"is_picture":false}"#,
          ],
          "item_files": [
            #"{"item_id":"\#(id(1))","file_id":"\#(id(2))","deleted_at":null}"#,
            #"{"item_id":"\#(id(1))","file_id":"\#(id(3))","deleted_at":null}"#,
            #"{"item_id":"\#(id(1))","file_id":"\#(id(4))","deleted_at":"2026-01-01T00:00:00+00:00"}"#,
            #"{"item_id":"\#(id(1))","file_id":"\#(id(5))","deleted_at":null}"#,
            #"{"item_id":"\#(id(1))","file_id":"\#(id(99))","deleted_at":null}"#,
          ],
        ],
        files: [
          ("files/\(id(2))/plan.pdf", Array("plan".utf8)), ("files/\(id(4))/gone.txt", Array("gone".utf8)),
          ("pictures/\(id(3)).webp", picture), ("pictures/small/\(id(3)).webp", picture),
        ]))
    #expect(
      file.items.first?.files == [
        .init(name: "plan.pdf", bytes: Array("plan".utf8)), .init(name: "roof.webp", bytes: picture, isPicture: true),
      ])
    #expect(file.items.first?.description == "Attachment: lost.txt")
    #expect(
      file.leftOut.map(\.what) == ["gone.txt", "A", "People and their settings: 3"]
        || file.leftOut.map(\.what) == ["gone.txt", "People and their settings: 3", "A"])
  }

  @Test func `two people of one name are told apart`() {
    let (one, two) = (id(1), id(2))
    let file = read(
      archive([
        "people": [#"{"id":"\#(one)","name":"Kim"}"#, #"{"id":"\#(two)","name":"Kim"}"#],
        "accounts": [#"{"person_id":"\#(two)","email":"kim@example.org"}"#],
        "items": [
          #"{"id":"\#(id(3))","title":"A","people":["\#(one)"],"position":1}"#,
          #"{"id":"\#(id(4))","title":"B","people":["\#(two)"],"position":2}"#,
        ],
      ]))
    #expect(file.items.map(\.people) == [["Kim"], ["Kim (kim@example.org)"]])
  }

  @Test func `of a series without an open item, one says how it repeated`() {
    let series = #"{"id":"\#(id(9))","rule":"FREQ=WEEKLY","repeat_from":"done","starts_at":"2026-11-02T18:00:00"}"#
    func item(_ number: Int) -> String {
      #"{"id":"\#(id(number))","title":"A","done_at":"2026-11-0\#(number)T00:00:00+00:00","series_id":"\#(id(9))","position":\#(number),"occurrence":"2026-11-02T18:00:00"}"#
    }
    let file = read(archive(["series": [series], "items": [item(1), item(2)]]))
    #expect(file.items.map(\.repeats) == ["FREQ=WEEKLY", nil])
  }

  /// The rows as a child writes them, read again.
  private func written(_ file: MovedFile) -> MovedRows? {
    var bytes: [UInt8] = []
    file.write { bytes += $0 }
    guard let end = bytes.firstIndex(of: 10), var rows = MovedRows(head: Array(bytes[..<end])) else { return nil }
    rows.rows = MovedRow.rows(lines: Array(bytes[(end + 1)...])) ?? []
    return rows
  }
}
