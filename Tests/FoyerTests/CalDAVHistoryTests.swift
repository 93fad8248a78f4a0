import Testing

@testable import Foyer
@testable import Postgres

/// A folder of files that is kept equal to two collections, as vdirsyncer does it with tags, and as Tasks.org does without.
private final class Replica {
  struct Known: Equatable {
    var tag: String
    var text: String
  }

  static let collections = ["/dav/calendars/none/", "/dav/calendars/c/"]

  let program: CalendarProgram
  let sendsTags: Bool
  /// A property that this replica alone sets.
  let mark: String
  var files: [String: String] = [:]
  /// The marks that have to be there in the end, by thing.
  var marks: [Int: Int] = [:]
  private var known: [String: Known] = [:]
  private(set) var pushes = 0

  init(_ program: CalendarProgram, sendsTags: Bool, mark: String) {
    (self.program, self.sendsTags, self.mark) = (program, sendsTags, mark)
  }

  /// The thing that a text is about.
  static func thing(_ text: String) -> Int? {
    text.components("SUMMARY:Thing ").dropFirst().first.flatMap { Int($0.prefix { $0.isNumber }) }
  }

  /// The address in a collection under which it knows a UID: there it is the same file.
  func path(of uid: String, in collection: String) -> String? {
    known.keys.first { $0.hasPrefix(collection) && (known[$0]?.text.components("UID:\(uid)\r\n").count ?? 0) > 1 }
  }

  private func list() async throws -> [String: String] {
    var tags: [String: String] = [:]
    for collection in Self.collections {
      let answer = try await program.find(collection, "<d:getetag/>", depth: "1")
      for part in answer.text.components("<D:response>").dropFirst() {
        let href = part.components("<D:href>")[1].components("<")[0]
        guard href.hasSuffix(".ics") else { continue }
        tags[href] = part.components("<D:getetag>")[1].components("<")[0].components("&quot;").joined(separator: "\"")
      }
    }
    return tags
  }

  func sync() async throws {
    let remote = try await list()
    for path in Set(remote.keys).union(files.keys).union(known.keys).sorted() {
      let (mine, base, tag) = (files[path], known[path], remote[path])
      switch (mine != base?.text, tag != base?.tag) {
      case (false, false): break
      case (false, true): try await take(path)
      case (true, false): try await push(path, mine, base)
      case (true, true):
        // What is there wins over a change, and a change over what was deleted.
        if sendsTags, tag != nil || mine == nil { try await take(path) } else { try await push(path, mine, nil) }
      }
    }
  }

  /// What is there replaces the file.
  private func take(_ path: String) async throws {
    if let mine = files[path], mine != known[path]?.text, let thing = Self.thing(mine) { marks[thing] = nil }
    let answer = try await program.send("GET", path)
    guard answer.status == 200 else {
      (files[path], known[path]) = (nil, nil)
      return
    }
    let text = String(decoding: answer.body, as: UTF8.self)
    (files[path], known[path]) = (text, Known(tag: try #require(answer["etag"]), text: text))
  }

  private func push(_ path: String, _ text: String?, _ base: Known?) async throws {
    pushes += 1
    guard let text else {
      let status = try await program.send(
        "DELETE", path, nil, sendsTags && base != nil ? ["if-match": base?.tag] : [:]
      ).status
      #expect([204, 404, 412].contains(status))
      if status == 412 { return try await take(path) }
      known[path] = nil
      return
    }
    var headers: [String: String?] = [:]
    if sendsTags { headers = base.map { ["if-match": $0.tag] } ?? ["if-none-match": "*"] }
    let status = try await program.put(path, text, headers).status
    switch status {
    case 201, 204:
      known[path] = Known(tag: "", text: text)
      try await take(path)
    // Another sync of it begins with what is there.
    case 412: known[path] = nil
    // It is at another address.
    case 403:
      if let thing = Self.thing(text) { marks[thing] = nil }
      (files[path], known[path]) = (nil, nil)
    default: Issue.record("PUT answered \(status)")
    }
  }
}

extension FoyerTests {
  @Suite struct CalDAVHistoryTests {
    /// The last four lost a property by a PUT that moved an object.
    private static let seeds = seedsOfHistories(else: Array(1...24) + [553, 1454, 1634, 1638])

    @Test(arguments: seeds)
    func `Two replicas and the pages are equal in the end, nothing is lost and nothing doubled`(seed: Int) async throws
    {
      let app = try await TestApp.shared()
      let member = try await app.member()
      var random = SeededNumbers(seed: UInt64(seed) &* 7919)
      let program = try await CalendarProgram(member)
      #expect(
        try await program.send(
          "MKCALENDAR", "/dav/calendars/c/",
          "<c:mkcalendar xmlns:d=\"DAV:\" xmlns:c=\"urn:ietf:params:xml:ns:caldav\"><d:set><d:prop><d:displayname>C</d:displayname></d:prop></d:set></c:mkcalendar>"
        ).status == 201)
      let replicas = [
        Replica(program, sendsTags: seed % 3 != 0, mark: "X-ONE"),
        Replica(try await CalendarProgram(member), sendsTags: seed % 3 == 1, mark: "X-TWO"),
      ]
      var (things, repeating, deleted): (Int, Set<Int>, Set<Int>) = (0, [], [])
      var history: [String] = []
      for step in 1...(12 + random.next(12)) {
        let actor = random.next(5)
        if actor == 4 {
          let rows = try app.rows(
            """
            SELECT id, title, series_id IS NOT NULL AS repeats, is_done, version, category_id IS NOT NULL AS is_there FROM items
            WHERE household_id = \(member.household) AND deleted_at IS NULL ORDER BY title, due_at
            """)
          guard rows.count > 0 else { continue }
          let row = rows[random.next(rows.count)]
          let (id, title, version): (UUID, String, Int) = (try row["id"], try row["title"], try row["version"])
          let (repeats, isDone, isThere): (Bool, Bool, Bool) = (
            try row["repeats"], try row["is_done"], try row["is_there"]
          )
          let thing = try #require(Replica.thing("SUMMARY:\(title)"))
          switch random.next(4) {
          case 0 where !repeats || !isDone:
            history.append("page: tick \(thing)")
            _ = try await member.post("/items/\(id)/done", ["done": isDone ? "false" : "true"])
          case 1 where !repeats:
            history.append("page: retitle \(thing)")
            _ = try await member.post(
              "/items/\(id)",
              ["version": "\(version)", "title": "Thing \(thing) page \(step)", "category": isThere ? "C" : ""])
          case 2:
            history.append("page: delete \(thing)")
            deleted.insert(thing)
            _ = try await member.post("/items/\(id)/delete")
          default: break
          }
          continue
        }
        let replica = replicas[actor % 2]
        if actor > 1 || random.next(4) == 0 {
          history.append("\(replica.mark): sync")
          try await replica.sync()
          continue
        }
        let paths = replica.files.keys.sorted()
        let action = paths.isEmpty ? 0 : random.next(7)
        if action == 0 {
          things += 1
          let repeats = random.next(3) == 0
          if repeats { repeating.insert(things) }
          let (name, place) = ("s\(seed)t\(things)", Replica.collections[random.next(2)])
          let rule = "DTSTART:20991130T180000Z\r\nDUE:20991130T180000Z\r\nRRULE:FREQ=WEEKLY"
          history.append("\(replica.mark): add \(things)\(repeats ? ", repeating" : "") to \(place)")
          replica.files["\(place)\(name).ics"] = CalendarProgram.todo(
            name, "SUMMARY:Thing \(things) new", repeats ? rule : "PRIORITY:0", "STATUS:NEEDS-ACTION")
          continue
        }
        let path = paths[random.next(paths.count)]
        guard let text = replica.files[path], let thing = Replica.thing(text) else { continue }
        func replace(_ name: String, _ line: String) -> String {
          var lines = text.components("\r\n").filter { !$0.hasPrefix(name) }
          lines.insert(line, at: (lines.firstIndex(of: "END:VTODO") ?? 0))
          return lines.joined(separator: "\r\n")
        }
        switch action {
        case 1: replica.files[path] = replace("SUMMARY:", "SUMMARY:Thing \(thing) \(replica.mark) \(step)")
        case 2:
          replica.files[path] = replace(replica.mark, "\(replica.mark):\(step)")
          if !repeating.contains(thing) { replica.marks[thing] = step }
        case 3, 4:
          let isDone = text.components("STATUS:COMPLETED").count > 1
          if isDone, repeating.contains(thing) { continue }
          replica.files[path] = replace("STATUS:", isDone ? "STATUS:NEEDS-ACTION" : "STATUS:COMPLETED")
        case 5:
          deleted.insert(thing)
          replica.files[path] = nil
        default:
          // To the other collection, under another name at times.
          guard let name = path.components("/").last, !repeating.contains(thing) else { continue }
          let place = Replica.collections.first { !path.hasPrefix($0) } ?? ""
          let uid = text.components("UID:")[1].components("\r\n")[0]
          let target =
            replica.path(of: uid, in: place) ?? "\(place)\(random.next(2) == 0 ? name : "m\(step)-\(name)")"
          guard replica.files[target] == nil else { continue }
          (replica.files[path], replica.files[target]) = (nil, text)
        }
        history.append("\(replica.mark): \(action) of \(thing)")
      }
      for _ in 1...3 { for replica in replicas { try await replica.sync() } }
      let pushes = replicas.map(\.pushes)
      for replica in replicas { try await replica.sync() }
      let story = "seed \(seed): \(history.joined(separator: "; "))"
      #expect(replicas.map(\.pushes) == pushes, "\(story)")
      #expect(replicas[0].files == replicas[1].files, "\(story)")
      for (path, text) in replicas[0].files { #expect(try await program.get(path) == text, "\(path) of \(story)") }
      let items = try app.rows(
        """
        SELECT title, is_done, coalesce(due_at::text, '') AS due FROM items
        WHERE household_id = \(member.household) AND deleted_at IS NULL
        """
      ).map { row in (try row["title"] as String, try row["is_done"] as Bool, try row["due"] as String) }
      #expect(items.count == replicas[0].files.count, "\(story)")
      let uids = replicas[0].files.values.compactMap { $0.components("UID:").dropFirst().first?.components("\r\n")[0] }
      #expect(Set(uids).count == uids.count, "\(story)")
      for thing in stride(from: 1, through: things, by: 1) {
        let its = items.filter { Replica.thing("SUMMARY:\($0.0)") == thing }
        let open = its.filter { !$0.1 }
        let wanted = deleted.contains(thing) ? 0...1 : 1...1
        if repeating.contains(thing) {
          // One that was deleted, and changed by the other, begins anew.
          let isOnce = deleted.contains(thing) || Set(its.map(\.2)).count == its.count
          #expect(wanted.contains(open.count) && isOnce, "\(thing): \(its) of \(story)")
        } else {
          #expect(wanted.contains(its.count), "\(thing): \(its) of \(story)")
        }
        guard !deleted.contains(thing) else { continue }
        for replica in replicas {
          guard let mark = replica.marks[thing] else { continue }
          let text = replica.files.values.first { Replica.thing($0) == thing } ?? ""
          #expect(
            text.components("\(replica.mark):\(mark)\r\n").count == 2, "\(replica.mark):\(mark) of \(thing) of \(story)"
          )
        }
      }
    }
  }
}
