import CivilTime
import EventLoop
import Testing

@testable import Foyer
@testable import Postgres

extension Member {
  /// Sends the listing's form with pictures.
  fileprivate func publish(name: String, photos: [String], version: String = "", content: [UInt8]? = nil) async throws
    -> Answer
  {
    // A GIF of one pixel.
    let picture: [UInt8] =
      content ?? Array("GIF89a".utf8) + [
        1, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 0, 255, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B,
      ]
    var body: [UInt8] = []
    for (field, value) in [("name", name), ("capacity", "2"), ("published", "true"), ("version", version)] {
      body += Array("--b\r\nContent-Disposition: form-data; name=\"\(field)\"\r\n\r\n\(value)\r\n".utf8)
    }
    for photo in photos {
      let head =
        "--b\r\nContent-Disposition: form-data; name=\"\(photo)\"; filename=\"p.gif\"\r\nContent-Type: image/gif\r\n\r\n"
      body += Array(head.utf8) + picture + Array("\r\n".utf8)
    }
    body += Array("--b--\r\n".utf8)
    return try await browser.send("POST", "/hosting", ["content-type": "multipart/form-data; boundary=b"], body)
  }
}

extension FoyerTests {
  /// From the host's side: the listing, the answers, the nights; and who may do what to a request.
  @Suite struct StayHosting {
    // MARK: The listing

    @Test func `A listing is made and changed with one form, and nothing typed is lost`() async throws {
      let host = try await TestApp.shared().member()
      let empty = try await host.get("/hosting")
      #expect(empty.status == 200)
      #expect(empty.field("name") == "")
      #expect(!empty.contains("name=\"version\""))
      let wrong = try await host.post(
        "/hosting", ["name": " ", "offer": "Kept", "place": "Here", "address": "There", "capacity": "many"])
      #expect(wrong.status == 422)
      for message in ["Please fill this in.", "Please give a number from 1 to 50."] {
        #expect(wrong.shows(message), "\(message)")
      }
      #expect(wrong.area("offer") == "Kept")
      #expect(wrong.field("place") == "Here")
      #expect(wrong.field("capacity") == "many")
      try await host.list("Jack Tomshon", published: false)
      #expect(try await host.get("/hosting").notice == "Saved. Nobody else sees it yet.")
      let form = try await host.get("/hosting")
      #expect(form.field("name") == "Jack Tomshon")
      #expect(form.area("offer") == "A bed by the window")
      #expect(form.field("address") == "7 Quai Secret")
      #expect(form.field("version") == "1")
      try await host.list("Jack T.")
      #expect(try await host.get("/hosting").notice == "Saved. Everybody can find it now.")
      #expect(try host.app.number("SELECT count(*) AS n FROM listings WHERE household_id = \(host.household)") == 1)
    }

    @Test func `A stale listing form is 409 with both texts`() async throws {
      let host = try await TestApp.shared().member()
      try await host.list("First")
      try await host.list("Theirs", place: "Rome")
      let answer = try await host.post(
        "/hosting", ["version": "1", "name": "Mine", "offer": "my words", "place": "Oslo", "capacity": "3"])
      #expect(answer.status == 409)
      for text in ["Theirs", "Rome", "Mine", "my words", "Oslo"] { #expect(answer.shows(text), "\(text)") }
      #expect(try await host.get("/hosting").field("name") == "Theirs")
      let kept = try await host.post(
        "/hosting",
        [
          "version": try #require(answer.field("version")), "name": "Mine", "offer": "", "place": "Oslo",
          "capacity": "3",
        ])
      #expect(kept.status == 303)
      // The first form of two people at once is no edit of the other's either.
      let first = try await host.post("/hosting", ["name": "A third", "offer": "", "capacity": "1"])
      #expect(first.status == 409)
    }

    @Test func `Texts beyond the limit are 422`() async throws {
      let host = try await TestApp.shared().member()
      let fields: KeyValuePairs = [
        "name": String(repeating: "й", count: 201), "offer": String(repeating: "o", count: 10_001),
        "place": String(repeating: "p", count: 201), "address": String(repeating: "a", count: 1_001), "capacity": "51",
      ]
      let answer = try await host.post("/hosting", fields)
      #expect(answer.status == 422)
      for name in ["name", "offer", "place", "address", "capacity"] {
        #expect(answer.contains("id=\"error-\(name)\""), "\(name)")
      }
      try await host.list(String(repeating: "й", count: 200), place: String(repeating: "word ", count: 40))
    }

    @Test func `Both photos are kept, shown to everybody while published, replaced, and gone when replaced`()
      async throws
    {
      let app = try await TestApp.shared()
      let (host, guest) = (try await app.member(), try await app.member())
      // Something else is wrong: the pictures need not come again.
      let refused = try await host.publish(name: "", photos: ["photo", "place_photo"])
      #expect(refused.status == 422)
      let (photo, place) = (try #require(refused.field("photo_id")), try #require(refused.field("place_photo_id")))
      let kept = try await host.post(
        "/hosting",
        ["name": "Zoe", "capacity": "2", "photo_id": photo, "place_photo_id": place, "published": "true"])
      #expect(kept.status == 303)
      let id: UUID = try app.rows("SELECT id FROM listings WHERE household_id = \(host.household)")[0]["id"]
      for search in ["", "?q=Zoe", "?guests=1"] {
        let cards = try await guest.get("/hosts\(search)")
        #expect(cards.contains("/hosts/\(id)/thumbnail?v=\(photo)"), "\(search)")
        #expect(cards.contains("/hosts/\(id)/place-thumbnail?v=\(place)"), "\(search)")
      }
      let page = try await guest.get("/hosts/\(id)")
      #expect(page.contains("/hosts/\(id)/photo?v=\(photo)"))
      #expect(page.contains("/hosts/\(id)/place-photo?v=\(place)"))
      for path in ["photo", "thumbnail", "place-photo", "place-thumbnail"] {
        for member in [host, guest] {
          let picture = try await member.get("/hosts/\(id)/\(path)")
          #expect(picture.status == 200)
          #expect(picture["content-type"] == "image/webp")
          #expect(picture["content-security-policy"]?.contains("sandbox") == true)
        }
      }
      let request = try await guest.ask(id)
      #expect(try await guest.get("/requests").contains("/hosts/\(id)/thumbnail?v=\(photo)"))
      _ = try await guest.post("/requests/\(request)/delete")
      #expect(try await host.publish(name: "Zoe", photos: ["photo"], version: "1").status == 303)
      #expect(!(try await guest.get("/hosts/\(id)")).contains(photo))
      #expect(try await guest.get("/hosts/\(id)").contains(place))
      #expect(try app.number("SELECT count(*) AS n FROM listing_pictures WHERE household_id = \(host.household)") == 2)
      // No picture of another household's can be taken.
      let thief = try await app.member()
      let stolen = try await thief.post("/hosting", ["name": "Thief", "capacity": "1", "photo_id": place])
      #expect(stolen.status == 303)
      #expect(
        try app.number(
          "SELECT count(*) AS n FROM listings WHERE household_id = \(thief.household) AND photo_id IS NULL") == 1)
      let broken = try await host.publish(
        name: "Zoe", photos: ["photo"], version: "2", content: Array("no picture".utf8))
      #expect(broken.status == 422)
      #expect(broken.contains("id=\"error-photo\""))
    }

    // MARK: Answers

    @Test func `Accepting says what it means, counts the nights, shows the address and tells the guest`() async throws {
      let app = try await TestApp.shared()
      let (host, guest) = (try await app.member(), try await app.member())
      let listing = try await host.list()
      let id = try await guest.ask(listing, from: 10, to: 13, guests: 2)
      let incoming = try await host.get("/hosting/requests")
      #expect(incoming.requestIDs == ["\(id)"])
      #expect(incoming.state(of: id) == "Pending")
      #expect(incoming.shows("Accept: 2 guests,"))
      #expect(incoming.shows("the address becomes visible to them."))
      #expect(!(try await guest.get("/requests").contains("Quai Secret")))
      #expect(try await host.answer(id, "accept", reply: "Welcome!").status == 303)
      #expect(try await host.get("/hosting/requests").notice == "Accepted: Ada Lovelace")
      let list = try await guest.get("/requests")
      #expect(list.state(of: id) == "Accepted")
      #expect(list.shows("Welcome!"))
      // For ten seconds the host can take it back without having told the address.
      #expect(list.shows("it appears here in ten seconds") && !list.contains("Quai Secret"))
      for path in ["/hosts/\(listing)", "/requests/\(id)"] {
        #expect(try await !guest.get(path).contains("Quai Secret"), "\(path)")
      }
      try guest.tenSecondsPass(id)
      #expect(try await guest.get("/requests").shows("7 Quai Secret"))
      #expect(try await guest.get("/hosts/\(listing)").shows("7 Quai Secret"))
      #expect(try host.guestsByNight() == [day(10): 2, day(11): 2, day(12): 2])
      // Sent twice, it is counted once.
      #expect(try await host.post("/hosting/requests/\(id)/accept", ["version": "1"]).status == 303)
      #expect(try host.guestsByNight().values.reduce(0, +) == 6)
      // The day after the departure the address is the host's own affair again.
      try app.rows("UPDATE stay_requests SET arrival = current_date - 5, departure = current_date - 2 WHERE id = \(id)")
      #expect(!(try await guest.get("/requests").contains("Quai Secret")))
    }

    @Test func `Declining leaves no nights, and the guest may ask again`() async throws {
      let app = try await TestApp.shared()
      let (host, guest) = (try await app.member(), try await app.member())
      let listing = try await host.list()
      let id = try await guest.ask(listing)
      #expect(try await host.answer(id, "decline", reply: "The roof leaks").status == 303)
      let list = try await guest.get("/requests")
      #expect(list.state(of: id) == "Declined")
      #expect(list.shows("The roof leaks"))
      #expect(try host.guestsByNight() == [:])
      #expect(!(try await guest.get("/requests").contains("Quai Secret")))
      try await guest.ask(listing)
    }

    @Test func `One box serves messages, accept, decline and other dates, and none of them loses what was typed`()
      async throws
    {
      let app = try await TestApp.shared()
      let (host, guest) = (try await app.member(), try await app.member())
      let listing = try await host.list()
      let id = try await guest.ask(listing, from: 10, to: 12)
      let path = "/hosting/requests/\(id)"
      #expect(try await host.get(path).count(of: "<textarea") == 1)
      // Too long, wrong dates, and changed in the meantime: whichever button, everything is still there.
      let long = String(repeating: "x", count: 10_001)
      for verb in ["accept", "decline", "propose"] {
        for (version, reply) in [("1", long), ("99", "Come earlier")] {
          let answer = try await host.post(
            "\(path)/\(verb)",
            ["version": version, "arrival": day(30), "departure": day(33), "reply": reply])
          #expect(answer.status == (version == "1" ? 422 : 409), "\(verb)")
          #expect(answer.area("message") == reply && answer.count(of: "<textarea") == 1, "\(verb)")
          #expect(answer.field("arrival") == day(30) && answer.field("departure") == day(33))
        }
      }
      #expect(
        try await host.post(
          "\(path)/propose", ["version": "1", "arrival": day(30), "departure": day(33), "reply": "The tide is better"]
        ).status == 303)
      // The guest has it, and accepting without a word does not take it away.
      #expect(try await host.get(path).area("message") == "")
      #expect(try await host.post("\(path)/accept", ["version": "2", "message": " "]).status == 303)
      #expect(try await guest.get("/requests").shows("The tide is better"))
    }

    @Test func `Other dates are proposed, and taken or not`() async throws {
      let app = try await TestApp.shared()
      let (host, guest) = (try await app.member(), try await app.member())
      let listing = try await host.list()
      let id = try await guest.ask(listing, from: 10, to: 12)
      let path = "/hosting/requests/\(id)/propose"
      for (from, to) in [("", ""), (day(-2), day(2)), (day(5), day(5))] {
        let answer = try await host.post(path, ["version": "1", "arrival": from, "departure": to, "reply": "Kept"])
        #expect(answer.status == 422)
        #expect(answer.area("message") == "Kept")
        #expect(answer.field("arrival") == from)
      }
      // Nothing was proposed yet.
      #expect(try await guest.post("/requests/\(id)/agree", ["version": "1"]).status == 303)
      #expect(try guest.stored(id) == "pending")
      let proposed = try await host.post(
        path, ["version": "1", "arrival": day(20), "departure": day(23), "reply": "Later?"])
      #expect(proposed.status == 303)
      let list = try await guest.get("/requests")
      #expect(list.shows("The host proposes other dates:"))
      #expect(list.state(of: id) == "Pending")
      #expect(try guest.stored(id) == "pending")
      let version = try #require(list.field("version"))
      #expect(try await guest.post("/requests/\(id)/agree", ["version": version]).status == 303)
      #expect(try await guest.get("/requests").state(of: id) == "Accepted")
      #expect(try host.guestsByNight() == [day(20): 1, day(21): 1, day(22): 1])
      #expect(try await host.get("/hosting/requests").state(of: id) == "Accepted")
    }

    @Test func `An answer to what has changed meanwhile is 409 and keeps its words`() async throws {
      let app = try await TestApp.shared()
      let (host, guest) = (try await app.member(), try await app.member())
      let id = try await guest.ask(try await host.list())
      _ = try await guest.post("/requests/\(id)/withdraw")
      let answer = try await host.post("/hosting/requests/\(id)/accept", ["version": "1", "reply": "My words"])
      #expect(answer.status == 409)
      #expect(answer.shows("The request has changed in the meantime."))
      #expect(try guest.stored(id) == "withdrawn")
    }

    // MARK: Every transition, and every forbidden one

    /// What a request can be, and how it gets there.
    private func bring(_ state: String, _ host: Member, _ guest: Member, _ listing: UUID) async throws -> UUID {
      let id = try await guest.ask(listing)
      switch state {
      case "accepted": try await host.answer(id, "accept")
      case "declined": try await host.answer(id, "decline")
      case "withdrawn": _ = try await guest.post("/requests/\(id)/withdraw")
      case "proposed":
        _ = try await host.post(
          "/hosting/requests/\(id)/propose", ["version": "1", "arrival": day(30), "departure": day(31)])
      case "deleted": _ = try await guest.post("/requests/\(id)/delete")
      default: break
      }
      return id
    }

    @Test(arguments: [
      // from, who, what, to
      ("pending", "host", "accept", "accepted"), ("pending", "host", "decline", "declined"),
      ("pending", "guest", "withdraw", "withdrawn"), ("pending", "guest", "delete", "pending, deleted"),
      ("pending", "guest", "agree", "pending"), ("pending", "guest", "restore", "pending"),
      ("proposed", "guest", "agree", "accepted"), ("proposed", "host", "accept", "accepted"),
      ("proposed", "host", "decline", "declined"), ("proposed", "guest", "withdraw", "withdrawn"),
      ("accepted", "host", "accept", "accepted"), ("accepted", "host", "decline", "declined"),
      ("accepted", "guest", "withdraw", "withdrawn"), ("accepted", "guest", "delete", "accepted, deleted"),
      ("accepted", "guest", "agree", "accepted"),
      ("declined", "host", "accept", "declined"), ("declined", "host", "decline", "declined"),
      ("declined", "guest", "withdraw", "declined"), ("declined", "guest", "delete", "declined, deleted"),
      ("declined", "guest", "agree", "declined"),
      ("withdrawn", "host", "accept", "withdrawn"), ("withdrawn", "host", "decline", "withdrawn"),
      ("withdrawn", "guest", "agree", "withdrawn"), ("withdrawn", "guest", "delete", "withdrawn, deleted"),
      ("deleted", "host", "accept", "pending, deleted"), ("deleted", "host", "decline", "pending, deleted"),
      ("deleted", "guest", "restore", "pending"), ("deleted", "guest", "withdraw", "pending, deleted"),
      ("deleted", "guest", "agree", "pending, deleted"),
    ])
    func `A request goes only where it may`(from: String, who: String, verb: String, to: String) async throws {
      let app = try await TestApp.shared()
      let (host, guest) = (try await app.member(), try await app.member())
      let id = try await bring(from, host, guest, try await host.list())
      let version: Int = try app.rows("SELECT version FROM stay_requests WHERE id = \(id)")[0]["version"]
      let path = who == "host" ? "/hosting/requests/\(id)/\(verb)" : "/requests/\(id)/\(verb)"
      let answer = try await (who == "host" ? host : guest).post(path, ["version": "\(version)"])
      #expect([303, 409].contains(answer.status))
      #expect(try guest.stored(id) == to)
      let nights = try host.guestsByNight()
      #expect(nights.isEmpty == (to != "accepted"))
      // Neither may do what is the other's.
      for (member, path) in [
        (guest, "/hosting/requests/\(id)/accept"), (guest, "/hosting/requests/\(id)/decline"),
        (guest, "/hosting/requests/\(id)/propose"), (host, "/requests/\(id)/delete"),
        (host, "/requests/\(id)/withdraw"),
        (host, "/requests/\(id)/agree"), (host, "/requests/\(id)/restore"),
      ] {
        let answer = try await member.post(
          path, ["version": "\(version)", "arrival": day(3), "departure": day(4)])
        #expect(answer.status == 404, "\(path)")
      }
      #expect(try guest.stored(id) == to)
      #expect(try host.guestsByNight() == nights)
    }

    @Test(arguments: [
      // Whatever the program does: the database does not let a side do what is the other's.
      ("guest", "state = 'accepted'"), ("guest", "state = 'declined'"), ("guest", "reply = 'x'"),
      ("guest", "arrival = current_date - 1"), ("guest", "departure = departure + 1000"),
      ("guest", "departure = departure + 1, state = 'accepted'"), ("guest", "messages = 5"),
      ("guest", "proposed_arrival = current_date + 1, proposed_departure = current_date + 2"),
      ("guest", "guests = 3"), ("guest", "message = 'x'"), ("guest", "guest_name = 'x'"),
      ("guest", "host_household_id = household_id"), ("guest", "household_id = gen_random_uuid()"),
      ("guest", "state = 'past'"),
      ("host", "state = 'withdrawn'"), ("host", "state = 'past'"), ("host", "deleted_at = now()"),
      ("host", "arrival = arrival + 1"), ("host", "message = 'x'"), ("host", "guests = 2"),
      ("host", "household_id = host_household_id"),
      ("stranger", "state = 'accepted'"), ("stranger", "state = 'withdrawn'"), ("stranger", "deleted_at = now()"),
    ])
    func `The database refuses what a side may not do`(who: String, change: String) async throws {
      let app = try await TestApp.shared()
      let (host, guest, stranger) = (try await app.member(), try await app.member(), try await app.member())
      let id = try await guest.ask(try await host.list())
      let session = try Session(Target(url: app.databaseURL), deadline: .now() + .seconds(120))
      let member = who == "guest" ? guest : who == "host" ? host : stranger
      try session.run(
        "SELECT set_config('foyer.household', \(member.household), false), set_config('role', 'foyer_app', false)")
      let before = try app.rows("SELECT md5(r::text) AS digest FROM stay_requests r WHERE id = \(id)")[0]
      do {
        try session.run(script: Array("UPDATE stay_requests SET \(change) WHERE id = '\(id)'".utf8CString))
      } catch {
        #expect(who != "stranger", "a stranger sees no row to be refused")
      }
      if who != "guest" { #expect(try session.run("DELETE FROM stay_requests WHERE id = \(id)").affected == 0) }
      let after = try app.rows("SELECT md5(r::text) AS digest FROM stay_requests r WHERE id = \(id)")[0]
      let digests: (String, String) = (try before["digest"], try after["digest"])
      #expect(digests.0 == digests.1)
    }

    @Test func `Nobody asks in the name of another household, and nights are counted by nobody's hand`() async throws {
      let app = try await TestApp.shared()
      let (host, guest) = (try await app.member(), try await app.member())
      let listing = try await host.list()
      try await host.answer(try await guest.ask(listing), "accept")
      let session = try Session(Target(url: app.databaseURL), deadline: .now() + .seconds(120))
      try session.run(
        "SELECT set_config('foyer.household', \(host.household), false), set_config('role', 'foyer_app', false)")
      #expect(throws: PostgresError.self) {
        try session.run(
          """
          INSERT INTO stay_requests (household_id, id, host_household_id, listing_id, arrival, departure, guests)
          VALUES (\(guest.household), \(UUID.v7()), \(host.household), \(listing), current_date + 90, current_date + 91, 1)
          """)
      }
      #expect(try session.run("UPDATE stay_nights SET guests = 0").affected == 0)
      #expect(throws: PostgresError.self) {
        try session.run(
          "INSERT INTO stay_nights (household_id, night, capacity) VALUES (\(host.household), current_date + 300, 9)")
      }
      #expect(throws: PostgresError.self) { try session.run("DELETE FROM stay_nights") }
      #expect(try host.guestsByNight().count == 2)
    }

    // MARK: Room

    @Test func `Twenty requests accepted at the same moment for one free place: exactly one wins`() async throws {
      let app = try await TestApp()
      let host = try await app.member()
      let listing = try await host.list(capacity: 1)
      var ids: [UUID] = []
      // Each overlaps each in the night of day 20.
      for number in 0..<20 {
        ids.append(try await app.member().ask(listing, from: 20 - number % 4, to: 21 + number % 3))
      }
      let requests = ids
      let answers = try await host.atOnce(20) { browser, number in
        try await browser.post("/hosting/requests/\(requests[number - 1])/accept", ["version": "1"])
      }
      #expect(answers.count { $0.status == 303 } == 1)
      #expect(answers.count { $0.status == 422 } == 19)
      #expect(try app.number("SELECT count(*) AS n FROM stay_requests WHERE state = 'accepted'") == 1)
      #expect(try host.guestsByNight().values.allSatisfy { $0 == 1 })
      await app.app.stop()
    }

    @Test func `Accepted, withdrawn and blocked at random and at once, no night is ever beyond the capacity`()
      async throws
    {
      let app = try await TestApp()
      let host = try await app.member()
      let listing = try await host.list(capacity: 3)
      var guests: [(member: Member, id: UUID)] = []
      for number in 0..<12 {
        let guest = try await app.member()
        guests.append(
          (
            guest,
            try await guest.ask(listing, from: 5 + number % 5, to: 7 + number % 6 + number % 5, guests: 1 + number % 3)
          ))
      }
      let all = guests
      _ = try await host.atOnce(12) { browser, number in
        let (guest, id) = all[number - 1]
        for turn in 0..<6 {
          let version: Int = try app.rows("SELECT version FROM stay_requests WHERE id = \(id)")[0]["version"]
          _ = try await browser.post("/hosting/requests/\(id)/accept", ["version": "\(version)"])
          _ = try await guest.post("/requests/\(id)/delete")
          if (turn + number) % 2 == 0 {
            _ = try await browser.post("/hosting/blocked-dates", ["from": day(6 + number), "to": day(7 + number)])
          }
          _ = try await guest.post("/requests/\(id)/restore")
        }
      }
      let counted = try app.rows(
        """
        SELECT (arrival + n)::text AS night, sum(guests)::int AS guests
        FROM stay_requests, generate_series(0, departure - arrival - 1) AS n
        WHERE state = 'accepted' AND deleted_at IS NULL GROUP BY 1
        """)
      var expected: [String: Int] = [:]
      for row in counted { expected[try row["night"]] = try row["guests"] }
      #expect(try host.guestsByNight() == expected)
      #expect(expected.values.allSatisfy { $0 <= 3 })
      #expect(!app.log.contains("request_failed"))
      await app.app.stop()
    }

    @Test func `Guests who empty their lists at once, and hosts who answer meanwhile, never block one another`()
      async throws
    {
      let app = try await TestApp()
      var hosts: [(member: Member, listing: UUID)] = []
      for _ in 0..<6 {
        let host = try await app.member()
        hosts.append((host, try await host.list(capacity: 50)))
      }
      var guests: [(member: Member, ids: [UUID])] = []
      for number in 0..<8 {
        let guest = try await app.member()
        var ids: [UUID] = []
        for (host, listing) in number % 2 == 0 ? hosts : hosts.reversed() {
          let id = try await guest.ask(listing)
          try await host.answer(id, "accept")
          ids.append(id)
        }
        guests.append((guest, ids))
      }
      let (everybody, everyHost) = (guests, hosts)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (guest, _) in everybody {
          group.addTask {
            for _ in 0..<4 {
              let empty = try await guest.post("/requests/delete-all")
              #expect(empty.status == 303)
              let undo = try await guest.get("/requests").between("action=\"/requests/restore", "\"") ?? ""
              let back = try await guest.post("/requests/restore\(undo)")
              #expect(back.status == 303)
            }
          }
        }
        for (number, (host, _)) in everyHost.enumerated() {
          group.addTask {
            for (guest, ids) in everybody {
              _ = guest
              let id = ids.count > number ? ids[number] : ids[0]
              let answer = try await host.post("/hosting/requests/\(id)/decline", ["version": "2"])
              #expect([303, 404, 409].contains(answer.status))
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(!app.log.contains("request_failed"))
      for (host, _) in everyHost {
        let wrong = try app.number(
          """
          SELECT count(*) AS n FROM stay_nights n WHERE household_id = \(host.household) AND guests <> (
            SELECT coalesce(sum(r.guests), 0) FROM stay_requests r WHERE r.host_household_id = n.household_id
              AND r.state = 'accepted' AND r.deleted_at IS NULL AND r.arrival <= n.night AND r.departure > n.night)
          """)
        #expect(wrong == 0)
      }
      await app.app.stop()
    }

    @Test func `A night that is full or blocked is refused, to both sides`() async throws {
      let app = try await TestApp.shared()
      let host = try await app.member()
      let listing = try await host.list(capacity: 2)
      let (one, two, three) = (try await app.member(), try await app.member(), try await app.member())
      let waiting = try await two.ask(listing, from: 11, to: 13, guests: 2)
      #expect(try await host.answer(try await one.ask(listing, from: 10, to: 12, guests: 1), "accept").status == 303)
      let full = try await host.answer(waiting, "accept", reply: "Kept")
      #expect(full.status == 422)
      #expect(full.shows("There is no room for so many guests on some of these nights."))
      #expect(full.area("message") == "Kept")
      // One bed is still free, and the departure's night is nobody's.
      #expect(try await host.answer(try await three.ask(listing, from: 11, to: 13, guests: 1), "accept").status == 303)
      let late = try await app.member().sendRequest(listing, from: 11, to: 12)
      #expect(late.status == 422)
      #expect(late.shows("Some of these nights are not available: see the calendar."))
      #expect(try await app.member().sendRequest(listing, from: 13, to: 14).status == 303)
      // The room cannot shrink below what was accepted, and can when nobody stays.
      let smaller = try await host.post(
        "/hosting",
        [
          "version": try #require(try await host.get("/hosting").field("version")), "name": "n", "offer": "",
          "capacity": "1",
        ])
      #expect(smaller.status == 422)
      #expect(smaller.shows("On some nights you have accepted more guests than that."))
    }

    @Test func `Blocked dates keep guests out and stays in, and can be freed`() async throws {
      let app = try await TestApp.shared()
      let host = try await app.member()
      let listing = try await host.list(capacity: 4)
      let id = UUID.v7()
      let fields: KeyValuePairs = ["id": "\(id)", "from": day(10), "to": day(12)]
      for _ in 1...2 { #expect(try await host.post("/hosting/blocked-dates", fields).status == 303) }
      #expect(try await host.get("/hosting").contains("id=\"blocked-\(id)\""))
      let guest = try await app.member()
      // The day of departure may be blocked.
      #expect(try await guest.sendRequest(listing, from: 12, to: 14).status == 422)
      let stay = try await guest.ask(listing, from: 8, to: 10)
      #expect(try await host.answer(stay, "accept").status == 303)
      let over = try await host.post("/hosting/blocked-dates", ["from": day(9), "to": day(9)])
      #expect(over.status == 422)
      #expect(over.shows("You have accepted a guest on one of these days."))
      for (from, to, message) in [
        ("", "x", "Please give a date that exists."), (day(5), day(4), "The last day cannot be before the first."),
      ] {
        let answer = try await host.post("/hosting/blocked-dates", ["from": from, "to": to])
        #expect(answer.status == 422)
        #expect(answer.shows(message))
        #expect(answer.field("from") == from)
      }
      #expect(try await host.post("/hosting/blocked-dates/\(id)/delete").status == 303)
      let freed = try await host.get("/hosting")
      #expect(!freed.contains("id=\"blocked-\(id)\""))
      #expect(freed.contains("action=\"/hosting/blocked-dates/\(id)/restore\""))
      let other = try await app.member()
      let between = try await other.ask(listing, from: 11, to: 12)
      #expect(try await host.post("/hosting/blocked-dates/\(id)/restore").status == 303)
      #expect(try await host.get("/hosting").contains("id=\"blocked-\(id)\""))
      #expect(try await host.answer(between, "accept").status == 422)
      #expect(try await host.post("/hosting/blocked-dates/\(id)/delete").status == 303)
      #expect(try await host.answer(between, "accept").status == 303)
      // Too late to take it back.
      #expect(try await host.post("/hosting/blocked-dates/\(id)/restore").status == 303)
      #expect(try await host.get("/hosting").notice == "That does not work: some of these nights are blocked or full.")
    }

    @Test func `The calendar shows what is taken`() async throws {
      let app = try await TestApp.shared()
      let host = try await app.member()
      let listing = try await host.list(capacity: 2)
      // In the next month: two days of it, whatever day it is today.
      let start = CalendarDate(Timestamp.now().local).nextMonth.days - CalendarDate(Timestamp.now().local).days
      #expect(
        try await host.post("/hosting/blocked-dates", ["from": day(start + 3), "to": day(start + 3)]).status == 303)
      let page = try await app.member().get("/hosts/\(listing)")
      #expect(page.count(of: "class=\"is-taken\"") == 1)
      #expect(page.contains("<td class=\"is-taken\">4<span class=\"visually-hidden\"> not available</span></td>"))
      let half = try await app.member().ask(listing, from: start + 4, to: start + 6, guests: 1)
      try await host.answer(half, "accept")
      #expect(try await app.member().get("/hosts/\(listing)").count(of: "class=\"is-taken\"") == 1)
      try await host.answer(try await app.member().ask(listing, from: start + 5, to: start + 6, guests: 1), "accept")
      #expect(try await app.member().get("/hosts/\(listing)").count(of: "class=\"is-taken\"") == 2)
    }

    @Test func `An accepted stay that was deleted comes back pending, and the address stays hidden`() async throws {
      let app = try await TestApp.shared()
      let host = try await app.member()
      let listing = try await host.list(address: "7 Quai Secret", capacity: 1)
      let (guest, other) = (try await app.member(), try await app.member())
      let id = try await guest.ask(listing)
      for restore in ["/requests/\(id)/restore", nil] {
        try await host.answer(id, "accept")
        try guest.tenSecondsPass(id)
        #expect(try await guest.get("/requests").shows("7 Quai Secret"))
        if let restore {
          _ = try await guest.post("/requests/\(id)/delete")
          #expect(try await host.get("/hosting/requests").state(of: id) == "Withdrawn")
          _ = try await guest.post(restore)
        } else {
          _ = try await guest.post("/requests/delete-all")
          let undo = try #require(try await guest.get("/requests").between("action=\"/requests/restore", "\""))
          _ = try await guest.post("/requests/restore\(undo)")
        }
        #expect(try guest.stored(id) == "pending")
        #expect(try await !guest.get("/requests").contains("7 Quai Secret"))
        #expect(try host.guestsByNight().isEmpty)
        // The host is asked anew.
        #expect(try await host.get("/hosting/requests").state(of: id) == "Pending")
      }
      _ = try await guest.post("/requests/\(id)/delete")
      try await host.answer(try await other.ask(listing), "accept")
      _ = try await guest.post("/requests/\(id)/restore")
      #expect(try guest.stored(id) == "pending")
      // Asked anew meanwhile, the old one is withdrawn.
      _ = try await guest.post("/requests/\(id)/delete")
      let next = try await guest.ask(listing, from: 30, to: 31)
      _ = try await guest.post("/requests/\(id)/restore")
      #expect(try guest.stored(id) == "withdrawn")
      #expect(try guest.stored(next) == "pending")
    }

    @Test func `What a host proposed before a request was deleted is no longer agreed to`() async throws {
      let app = try await TestApp.shared()
      let (host, guest) = (try await app.member(), try await app.member())
      let listing = try await host.list(address: "7 Quai Secret")
      let id = try await bring("proposed", host, guest, listing)
      _ = try await guest.post("/requests/\(id)/delete")
      _ = try await guest.post("/requests/\(id)/restore")
      let version: Int = try app.rows("SELECT version FROM stay_requests WHERE id = \(id)")[0]["version"]
      _ = try await guest.post("/requests/\(id)/agree", ["version": "\(version)"])
      #expect(try guest.stored(id) == "pending")
      #expect(try await !guest.get("/requests").contains("7 Quai Secret"))
    }

    // MARK: Others

    @Test func `A stranger sees nothing of a request, and nothing of a listing that is not published`() async throws {
      let app = try await TestApp()
      let (host, guest, stranger) = (try await app.member(), try await app.member(), try await app.member())
      let listing = try await host.list("Hidden Harbour")
      let id = try await guest.ask(listing, message: "Private words")
      try await host.answer(id, "accept", reply: "Private reply")
      let block = UUID.v7()
      _ = try await host.post("/hosting/blocked-dates", ["id": "\(block)", "from": day(40), "to": day(41)])
      _ = try await host.list("Hidden Harbour", published: false)
      try app.rows(
        """
        INSERT INTO listing_pictures (household_id, id, picture, thumbnail) VALUES (\(host.household), \(id), '\\x00', '\\x00')
        """)
      try app.rows("UPDATE listings SET photo_id = \(id), place_photo_id = \(id) WHERE id = \(listing)")
      let before = try app.digest()
      for path in [
        "/hosts/\(listing)", "/hosts/\(listing)/photo", "/hosts/\(listing)/thumbnail", "/hosts/\(listing)/place-photo",
        "/hosts/\(listing)/place-thumbnail",
        "/hosting/requests/\(id)",
      ] { #expect(try await stranger.get(path).status == 404, "\(path)") }
      for path in [
        "/requests/\(id)/delete", "/requests/\(id)/restore", "/requests/\(id)/withdraw", "/requests/\(id)/agree",
        "/hosting/requests/\(id)/accept", "/hosting/requests/\(id)/decline", "/hosting/requests/\(id)/propose",
        "/hosting/blocked-dates/\(block)/delete", "/hosting/blocked-dates/\(block)/restore",
        "/hosts/\(listing)/requests",
      ] {
        let answer = try await stranger.post(
          path, ["version": "2", "arrival": day(50), "departure": day(51), "guests": "1"])
        #expect(answer.status == 404, "\(path)")
      }
      for path in ["/hosts", "/hosts?q=hidden", "/requests", "/hosting", "/hosting/requests"] {
        let page = try await stranger.get(path)
        #expect(page.status == 200)
        for words in ["Hidden Harbour", "Private", "Quai Secret"] { #expect(!page.contains(words), "\(path)") }
      }
      try stranger.forgetStayLimits()
      #expect(try app.digest() == before)
      // In the database itself.
      let session = try Session(Target(url: app.databaseURL), deadline: .now() + .seconds(120))
      try session.run(
        "SELECT set_config('foyer.household', \(stranger.household), false), set_config('role', 'foyer_app', false)")
      let tables: [SQL] = [
        "SELECT FROM listings", "SELECT FROM listing_addresses", "SELECT FROM listing_pictures",
        "SELECT FROM listing_words",
        "SELECT FROM blocked_dates", "SELECT FROM stay_nights", "SELECT FROM stay_requests",
      ]
      for table in tables { #expect(try session.run(table).count == 0) }
      // Published again, what is public is there, and no more.
      _ = try await host.list("Hidden Harbour")
      #expect(try await stranger.get("/hosts/\(listing)").status == 200)
      #expect(try await stranger.get("/hosts/\(listing)/photo").status == 200)
      for (table, count) in zip(tables, [1, 0, 1, nil, 0, nil, 0] as [Int?]) {
        let seen = try session.run(table).count
        if let count { #expect(seen == count) } else { #expect(seen > 0) }
      }
      // Whoever is not signed in sees not even that.
      try session.run("SELECT set_config('foyer.household', '', false)")
      for table in tables { #expect(try session.run(table).count == 0) }
      await app.app.stop()
    }

    @Test func `Each side has a notice of what the other did, until it has looked`() async throws {
      let app = try await TestApp.shared()
      let (host, guest) = (try await app.member(), try await app.member())
      let listing = try await host.list()
      let badge = "class=\"badge\""
      #expect(!(try await host.get("/")).contains(badge))
      let id = try await guest.ask(listing)
      #expect(!(try await guest.get("/items")).contains(badge))
      #expect(try await host.get("/items").contains(badge))
      #expect(try await host.get("/stays/news", fragment()).shows("1 change"))
      let looked = try await host.get("/hosting/requests")
      #expect(looked.contains("class=\"state is-new\""))
      // Looking is a GET: that it was seen is said by a form, which sends itself where JavaScript runs.
      #expect(looked.contains("hx-post=\"/hosting/requests/seen\" hx-trigger=\"load\""))
      #expect(try await host.get("/items").contains(badge))
      let seen = try await host.post("/hosting/requests/seen", [:], fragment())
      #expect(seen.status == 200)
      #expect(seen.contains("id=\"stays-news\"") && seen.contains("hx-swap-oob=\"true\""))
      #expect(!seen.contains(badge))
      #expect(!(try await host.get("/items")).contains(badge))
      #expect(!(try await host.get("/hosting/requests")).contains("/hosting/requests/seen"))
      try await host.answer(id, "accept")
      #expect(!(try await host.get("/items")).contains(badge))
      #expect(try await guest.get("/items").contains(badge))
      #expect(try await guest.get("/hosts").count(of: badge) == 3)
      #expect(try await guest.get("/requests").contains("class=\"state is-new\""))
      // Without JavaScript, the form is a button.
      #expect(try await guest.get("/requests").shows("Mark as seen"))
      let marked = try await guest.post("/requests/seen")
      #expect(marked.status == 303)
      #expect(marked["location"] == "/requests")
      #expect(!(try await guest.get("/requests")).shows("Mark as seen"))
      #expect(!(try await guest.get("/requests")).contains("class=\"state is-new\""))
      #expect(!(try await guest.get("/items")).contains(badge))
      _ = try await guest.post("/requests/\(id)/delete")
      #expect(try await host.get("/items").contains(badge))
    }

    @Test func `Both sides' open pages are told of a change, and nobody else's`() async throws {
      let app = try await TestApp()
      let (host, guest) = (try await app.member(), try await app.member())
      let listing = try await host.list()
      let (url, expected) = (app.databaseURL, Set([host, guest].map { "\($0.household) stays" }))
      let loop = EventLoop(label: "stays")
      await loop.start()
      let heard = try await loop.run { loop in
        var heard: [String] = []
        var isConnected = false
        let listener = NotificationListener(
          url: url, channels: ["foyer_events"], poller: loop.poller, connected: { isConnected = true },
          received: { if $0.payload.hasSuffix(" stays") { heard.append($0.payload) } })
        while !isConnected { await Task.yield() }
        let id = try await guest.ask(listing)
        while heard.count < 2 { await Task.yield() }
        // Looking at it is no change.
        _ = try await host.get("/hosting/requests")
        try await host.answer(id, "accept")
        while heard.count < 4 { await Task.yield() }
        _ = try await guest.get("/requests")
        try await host.add("Something else")
        _ = try await guest.post("/requests/\(id)/withdraw")
        while heard.count < 6 { await Task.yield() }
        listener.close()
        return heard
      }
      await loop.stop()
      #expect(heard.count == 6)
      for change in 0..<3 { #expect(Set(heard[(2 * change)..<(2 * change + 2)]) == expected) }
      await app.app.stop()
    }

    @Test func `What a host is asked beyond fifty comes page by page, what waits for an answer first`() async throws {
      let app = try await TestApp()
      let host = try await app.member()
      let listing = try await host.list()
      try app.rows(
        """
        WITH guests AS (INSERT INTO households (id, name) SELECT gen_random_uuid(), 'g' FROM generate_series(1, 170) RETURNING id),
        numbered AS (SELECT id, row_number() OVER () AS n FROM guests)
        INSERT INTO stay_requests (household_id, id, host_household_id, listing_id, arrival, departure, guests, state, host_unseen)
        SELECT n.id, gen_random_uuid(), l.household_id, l.id, current_date + 1, current_date + 2, 1,
          CASE WHEN n.n <= 70 THEN 'pending' ELSE 'declined' END, false
        FROM numbered n, listings l WHERE l.id = \(listing)
        """)
      for headers in [[:], fragment("more")] {
        var path: String? = "/hosting/requests"
        var seen: [String] = []
        var states: [String] = []
        while let here = path {
          let page = try await host.get(here, headers)
          seen += page.requestIDs
          states += page.requestIDs.compactMap { UUID($0.utf8) }.map { page.state(of: $0) ?? "" }
          path = page.between("class=\"more\"><a class=\"button\" href=\"", "\"")
        }
        #expect(seen.count == 170)
        #expect(Set(seen).count == 170)
        #expect(states == Array(repeating: "Pending", count: 70) + Array(repeating: "Declined", count: 100))
      }
      await app.app.stop()
    }

    @Test func `A household that goes leaves no nights taken and no requests behind`() async throws {
      let app = try await TestApp()
      let (host, guest, other) = (try await app.member(), try await app.member(), try await app.member())
      let listing = try await host.list(capacity: 2)
      for member in [guest, other] { try await host.answer(try await member.ask(listing), "accept") }
      #expect(try host.guestsByNight().values.allSatisfy { $0 == 2 })
      #expect(try await guest.post("/account/delete", ["password": guest.password]).status == 303)
      #expect(try host.guestsByNight().values.allSatisfy { $0 == 1 })
      #expect(try await host.post("/account/delete", ["password": host.password]).status == 303)
      #expect(try app.number("SELECT count(*) AS n FROM stay_requests") == 0)
      #expect(try await other.get("/requests").status == 200)
      #expect(try await other.get("/hosts/\(listing)").status == 404)
      await app.app.stop()
    }
  }
}
