import Testing

@testable import Foyer
@testable import Postgres

extension Member {
  /// Adds an item with a picture; the answer.
  fileprivate func add(_ title: String, _ picture: [UInt8], _ browser: Browser? = nil) async throws -> Answer {
    let head = """
      --b\r\nContent-Disposition: form-data; name="title"\r\n\r\n\(title)\r\n--b\r\n\
      Content-Disposition: form-data; name="image"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n
      """
    let body = Array(head.utf8) + picture + Array("\r\n--b--\r\n".utf8)
    return try await (browser ?? self.browser).send(
      "POST", "/items", ["content-type": "multipart/form-data; boundary=b"], body)
  }

  /// What is kept of the household's images, and what there is: how many, and their bytes.
  fileprivate func storage() throws -> (kept: [Int], counted: [Int]) {
    let row = try app.rows(
      """
      SELECT coalesce(max(images), 0) AS images, coalesce(max(image_bytes), 0) AS bytes,
        (SELECT count(*) FROM images i WHERE household_id = \(household)) AS count,
        (SELECT coalesce(sum(octet_length(picture) + octet_length(thumbnail)), 0) FROM images i
          WHERE household_id = \(household)) AS sum
      FROM household_storage WHERE household_id = \(household)
      """)[0]
    return ([try row["images"], try row["bytes"]], [try row["count"], try row["sum"]])
  }

  /// Stores an image of so many bytes.
  fileprivate func fill(bytes: Int) throws {
    try app.rows(
      """
      INSERT INTO images (household_id, id, picture, thumbnail)
      VALUES (\(household), gen_random_uuid(), convert_to(repeat('x', \(bytes - 1)::int), 'UTF8'), 'x')
      """)
  }
}

extension FoyerTests {
  @Suite struct QuotaTests {
    private static let quota = 1 << 20
    private static let limited = Task { try await TestApp(["FOYER_HOUSEHOLD_QUOTA": "1M"]) }

    private func member() async throws -> Member { try await Self.limited.value.member() }

    @Test func `What is over the quota is refused with what there is, and nothing is stored`() async throws {
      let member = try await member()
      #expect(try await member.get("/household").shows("Pictures and files: 0 KB of 1 MB"))
      #expect(try await member.add("First", picture).status == 303)
      try member.fill(bytes: 900 << 10)
      let used = try member.storage()
      #expect(used.kept == used.counted && used.kept[0] == 2)
      try member.fill(bytes: Self.quota - used.kept[1] - 10)
      let before = try member.storage()
      let refused = try await member.add("Second", picture)
      #expect(refused.status == 422)
      #expect(refused.shows("Your household’s pictures and files take up 1 MB of 1 MB, and this one does not fit."))
      #expect(refused.contains("href=\"#field-image\"") && refused.field("title") == "Second")
      let photo = try await member.upload(picture)
      #expect(photo.status == 422 && photo.shows("1 MB of 1 MB"))
      #expect(try member.storage() == before)
      #expect(try member.app.number("SELECT count(*) AS n FROM items WHERE household_id = \(member.household)") == 1)
      #expect(try await member.get("/household").shows("Pictures and files: 1 MB of 1 MB"))
      // Another household has its own.
      #expect(try await self.member().add("Third", picture).status == 303)
    }

    @Test func `Of uploads at once no more are stored than fit`() async throws {
      let member = try await member()
      #expect(try await member.add("First", picture).status == 303)
      let size = try member.storage().kept[1]
      try member.fill(bytes: Self.quota - size - size * 5 / 2)
      let statuses = try await member.atOnce(8) { browser, number in
        try await member.add("At once \(number)", picture, browser).status
      }
      #expect(statuses.sorted() == [303, 303, 422, 422, 422, 422, 422, 422])
      let storage = try member.storage()
      #expect(storage.kept == storage.counted && storage.kept[0] == 4 && storage.kept[1] <= Self.quota)
      #expect(try member.app.number("SELECT count(*) AS n FROM items WHERE household_id = \(member.household)") == 3)
    }

    @Test func `A household's own quota counts instead, and deleting makes room`() async throws {
      let member = try await member()
      func allow(_ bytes: Int?) throws {
        try member.app.rows(
          """
          INSERT INTO household_storage (household_id, quota) VALUES (\(member.household), \(optional: bytes)::bigint)
          ON CONFLICT (household_id) DO UPDATE SET quota = EXCLUDED.quota
          """)
      }
      try allow(10)
      #expect(try await member.upload(picture).status == 422)
      try allow(5 << 20)
      try member.fill(bytes: 2 << 20)
      #expect(try await member.upload(picture).status == 303)
      #expect(try await member.get("/household").shows("Pictures and files: 2 MB of 5 MB"))
      try allow(nil)
      #expect(try await member.upload(picture).status == 422)
      try member.app.rows(
        "DELETE FROM images WHERE octet_length(picture) > 1000000 AND household_id = \(member.household)")
      #expect(try await member.upload(picture).status == 303)
      #expect(try await member.post("/settings/photo/delete").status == 303)
      #expect(try member.storage().kept == [0, 0])
    }

    @Test func `The pictures of a listing count, and each change is counted`() async throws {
      let member = try await member()
      let listing = try await member.list()
      try member.app.rows(
        """
        INSERT INTO listing_pictures (household_id, id, picture, thumbnail)
        VALUES (\(member.household), \(listing), '12345', '678')
        """)
      #expect(try member.storage().kept == [1, 8])
      try member.app.rows("DELETE FROM listing_pictures WHERE household_id = \(member.household)")
      #expect(try member.storage().kept == [0, 0])
      // Somebody who moves takes the photo along, whatever is stored there, and the household that is left goes.
      let mover = try await self.member()
      #expect(try await mover.upload(picture).status == 303)
      try member.fill(bytes: Self.quota - 1)
      let path = try await member.invite()
      #expect(try await mover.post(path, ["confirm": "household"]).status == 303)
      let storage = try member.storage()
      #expect(storage.kept == storage.counted && storage.kept[0] == 2 && storage.kept[1] > Self.quota)
      #expect(
        try member.app.number(
          "SELECT count(*) AS n FROM household_storage WHERE household_id = \(mover.household)") == 0)
      // Who leaves takes it along again.
      #expect(try await mover.post("/household/leave", ["confirm": "true"]).status == 303)
      #expect(try member.storage().kept[0] == 1)
    }

    @Test func `The photo that a request to stay carries counts, and is left out where there is no room`() async throws
    {
      let host = try await member()
      let (guest, listing) = (try await member(), try await host.list())
      #expect(try await guest.upload(picture).status == 303)
      let before = try guest.storage().kept
      let thumbnail = try guest.app.number(
        "SELECT octet_length(thumbnail) AS n FROM images WHERE household_id = \(guest.household)")
      let first = try await guest.ask(listing)
      #expect(try guest.storage().kept == [before[0] + 1, before[1] + thumbnail])
      #expect(try await host.get("/hosting/requests/\(first)/photo").status == 200)
      #expect(try await guest.post("/requests/\(first)/withdraw").status == 303)
      try guest.fill(bytes: Self.quota - before[1] - thumbnail)
      let second = try await guest.ask(listing)
      #expect(try await host.get("/hosting/requests/\(second)").status == 200)
      #expect(try await host.get("/hosting/requests/\(second)/photo").status == 404)
      #expect(try guest.storage().kept == [before[0] + 2, Self.quota])
      // It goes with its request, and with the household.
      try guest.app.rows("DELETE FROM stay_requests WHERE id = \(first)")
      #expect(try guest.storage().kept == [before[0] + 1, Self.quota - thumbnail])
      try guest.app.rows("DELETE FROM households WHERE id = \(guest.household)")
      #expect(
        try guest.app.number("SELECT count(*) AS n FROM household_storage WHERE household_id = \(guest.household)") == 0
      )
    }

    @Test func `Without a quota there is no line and no limit`() async throws {
      let member = try await TestApp.shared().member()
      try member.fill(bytes: 8 << 20)
      #expect(try await member.upload(picture).status == 303)
      #expect(try await !member.get("/household").contains("Pictures and files:"))
    }

    @Test func `R40: sizes as each language writes them`() throws {
      let sizes = [0, 1, 1 << 10, 1_600, 12 << 20, (3 << 29), 2 << 30, 5 << 40]
      func texts(_ language: Language) -> [String] { sizes.map { Strings(language).text(bytes: $0) } }
      #expect(texts(.en) == ["0 KB", "0 KB", "1 KB", "1.6 KB", "12 MB", "1.5 GB", "2 GB", "5 TB"])
      #expect(texts(.fr).suffix(5) == ["1,6\u{A0}ko", "12\u{A0}Mo", "1,5\u{A0}Go", "2\u{A0}Go", "5\u{A0}To"])
      #expect(texts(.ko).suffix(4) == ["12MB", "1.5GB", "2GB", "5TB"])
      #expect(texts(.ru).suffix(4) == ["12\u{A0}МБ", "1,5\u{A0}ГБ", "2\u{A0}ГБ", "5\u{A0}ТБ"])
    }

    @Test func `A size is digits and a unit`() {
      #expect(
        ["500M", "2g", "1T", "1024M", "999999T"].map { ByteSize($0)?.bytes } == [
          500 << 20, 2 << 30, 1 << 40, 1 << 30, 999_999 << 40,
        ])
      #expect(["500M", "2g", "1024M", "1536M"].map { ByteSize($0).map { "\($0)" } } == ["500M", "2G", "1G", "1536M"])
      for text in ["", "M", "5", "5K", "5MB", "0M", "000G", "-5M", "+5M", "5 M", " 5M", "٥M", "5M\n", "1000000M"] {
        #expect(ByteSize(text) == nil, "\(text)")
      }
    }

    /// A PNG that becomes a WebP of some hundred bytes.
    private var picture: [UInt8] { png(60, 40) }
  }
}
