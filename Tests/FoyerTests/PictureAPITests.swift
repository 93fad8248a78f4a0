import HTTP
import StrictJSON
import Testing

@testable import Foyer

extension ProgramClient {
  fileprivate func upload(
    _ path: String, _ bytes: [UInt8], type: String = "image/png", version: Int? = nil
  ) async throws -> Answer {
    let fields: [String: String?] = [
      "authorization": "Bearer \(token)", "origin": nil, "content-type": type,
      "if-match": version.map { "\"\($0)\"" },
    ]
    return try await browser.send("POST", API.root + path, fields, bytes)
  }
}

extension FoyerTests {
  @Suite struct PictureAPITests {
    private static let parts = [
      ("items", #"{"title":"Milk","due_date":"2030-01-02"}"#),
      ("recipes", #"{"name":"Soup","ingredients":["2 onions"]}"#),
    ]

    @Test(arguments: parts)
    func `A program gives a row a picture, reads it in both sizes and takes it away`(part: String, new: String)
      async throws
    {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let program = try await ProgramClient(member)
      func pictures() throws -> Int {
        try app.number("SELECT count(*) AS n FROM images WHERE household_id = \(member.household)")
      }
      let row = try await program.object("POST", "/\(part)", new)
      let (id, version) = (try #require(row["id"]?.string), try #require(row["version"]?.integer))
      let path = "/\(part)/\(id)/picture"
      let state = try #require(try await program.object("GET", "/changes")["state"]?.string)
      #expect(try await program.get(path).status == 404)

      // What is refused leaves nothing behind.
      let photo = png(600, 300)
      #expect(try await program.upload(path, photo).status == 428)
      let stale = try await program.upload(path, photo, version: version + 7)
      #expect(stale.status == 412 && stale.object?["current"]?.object == row)
      #expect(try await program.upload(path, photo, type: "text/html", version: version).status == 415)
      for bytes in [[], Array("<svg/>".utf8), Array(photo.prefix(100))] {
        let refused = try await program.upload(path, bytes, version: version)
        #expect(refused.status == 422 && refused.refused == ["picture"], "\(refused.text)")
      }
      let large = [UInt8](repeating: 0, count: FormLimits.standard.uploadBytes + 1)
      #expect(try await program.upload(path, large, version: version).status == 413)
      let reader = try await ProgramClient(member, scopes: ["\(part):read"])
      #expect(try await reader.upload(path, photo, version: version).status == 403)
      #expect(try pictures() == 0)

      let changed = try await program.upload(path, photo, version: version)
      #expect(changed.status == 200, "\(changed.text)")
      #expect(changed["etag"] == "\"\(version + 1)\"" && changed.object?["version"]?.integer == version + 1)
      #expect(changed.object?["image"]?.string == "/\(part)/\(id)/image")
      for member in row.members where !["version", "image"].contains(member.name) {
        #expect(changed.object?[member.name] == member.value, "\(member.name)")
      }
      let (full, small) = (try await reader.get(path), try await reader.get(path + "?size=small"))
      for answer in [full, small] {
        #expect(answer.status == 200 && answer["content-type"] == "image/webp")
        #expect(answer.body.starts(with: Array("RIFF".utf8)))
      }
      #expect(full.body != small.body && full["etag"] != small["etag"])
      #expect(try await reader.get(path, ["if-none-match": full["etag"]]).status == 304)
      #expect(try await reader.get(path + "?size=huge").refused == ["size"])
      // Beside a transaction of before the row, the state is of before the row, too.
      let changes = try await program.object("GET", "/changes?since=\(state)&include=rows")
      let named = ["created", "changed"].flatMap { changes[$0]?.elements ?? [] }.compactMap(\.object)
      let its = named.filter { $0["id"]?.string == id }
      #expect(its.count == 1)
      #expect(its.first?["row"]?.object?["image"] == changed.object?["image"], "\(changes)")

      // Another one takes its place.
      #expect(try await program.upload(path, photo, version: version).status == 412)
      let other = try await program.upload(path, png(64, 64), type: "application/octet-stream", version: version + 1)
      #expect(other.status == 200)
      #expect(try await program.get(path, ["if-none-match": full["etag"]]).status == 200)
      #expect(try pictures() == 1)

      #expect(try await program.send("DELETE", path).status == 428)
      #expect(try await reader.send("DELETE", path, nil, ["if-match": "*"]).status == 403)
      let bare = try await program.send("DELETE", path, nil, ["if-match": "\"\(version + 2)\""])
      #expect(bare.status == 200 && bare.object?["image"] == .null, "\(bare.text)")
      #expect(try await program.get(path).status == 404)
      #expect(try pictures() == 0)
    }

    @Test func `An operation of a batch takes a picture away, and sends none`() async throws {
      let app = try await TestApp.shared()
      let program = try await ProgramClient(try await app.member())
      let row = try await program.object("POST", "/items", #"{"title":"Milk"}"#)
      let path = "/items/\(try #require(row["id"]?.string))/picture"
      #expect(try await program.upload(path, png(64, 64), version: 1).status == 200)
      for method in ["GET", "POST"] {
        let answer = try await program.send(
          "POST", "/batch", #"{"operations":[{"method":"\#(method)","path":"\#(path)","version":2}]}"#)
        #expect(answer.refused == ["operations"])
      }
      let batch = try await program.object(
        "POST", "/batch", #"{"operations":[{"method":"DELETE","path":"\#(path)","version":2}]}"#)
      #expect(batch["results"]?.elements?.first?.object?["status"]?.integer == 200)
      #expect(try await program.get(path).status == 404)
    }

    @Test func `Files of an item are sent, read in parts, deleted and restored`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let (program, reader) = (
        try await ProgramClient(member), try await ProgramClient(member, scopes: ["items:read"])
      )
      let row = try await program.object("POST", "/items", #"{"title":"Milk"}"#)
      let path = "/items/\(try #require(row["id"]?.string))/files"
      let (text, id) = (Array("Half a litre".utf8), UUID.v7())
      #expect(try await reader.upload(path, text, type: "text/plain").status == 403)
      for _ in 1...2 {
        let added = try await program.upload("\(path)?id=\(id)&name=milk.txt", text, type: "text/plain")
        #expect(added.status == 200, "\(added.text)")
        let files = added.object?["files"]?.elements?.compactMap(\.object)
        #expect(files?.count == 1 && files?.first?["id"]?.string == "\(id)")
        #expect(files?.first?["name"] == "milk.txt" && files?.first?["size"]?.integer == text.count)
      }
      let file = try await reader.get("\(path)/\(id)")
      #expect(file.status == 200 && file.body == text && file["content-type"] == "application/octet-stream")
      let part = try await reader.get("\(path)/\(id)", ["range": "bytes=5-5"])
      #expect(part.status == 206 && part.text == "a")
      #expect(try await reader.get("\(path)/\(id)", ["if-none-match": file["etag"]]).status == 304)
      let both: [String: String?] = ["if-match": file["etag"], "if-none-match": file["etag"]]
      #expect(try await reader.get("\(path)/\(id)", both).status == 304)
      #expect(try await program.upload("\(path)?picture=true", text, type: "text/plain").refused == ["file"])
      let picture = try await program.upload("\(path)?picture=true&name=a.png", png(64, 64))
      #expect(picture.object?["files"]?.elements?.count == 2)
      #expect(try await program.upload("/items/\(UUID.v7())/files", text).status == 404)
      #expect(try await reader.send("DELETE", "\(path)/\(id)").status == 403)
      #expect(try await program.send("DELETE", "\(path)/\(id)").status == 204)
      #expect(try await program.get("\(path)/\(id)").status == 404)
      #expect(try await program.object("POST", "\(path)/\(id)/restore", "{}")["files"]?.elements?.count == 2)
      #expect(try await program.get("\(path)/\(id)").body == text)
    }

    @Test func `A picture beyond the household's quota is refused`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let program = try await ProgramClient(member)
      let row = try await program.object("POST", "/items", #"{"title":"Milk"}"#)
      let path = "/items/\(try #require(row["id"]?.string))/picture"
      try app.rows("INSERT INTO household_storage (household_id, quota) VALUES (\(member.household), 1)")
      let refused = try await program.upload(path, png(64, 64), version: 1)
      #expect(refused.status == 422 && refused.refused == ["picture"], "\(refused.text)")
      #expect(try await program.object("GET", "/items/\(row["id"]!.string!)")["version"]?.integer == 1)
    }
  }
}
