import EventLoop
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// How workers take jobs. What the jobs do is tested where it is made.
  @Suite struct JobTests {
    /// Jobs that wait for `open`, and who is at work.
    private final class Gate: Sendable {
      private let state = Lock((isOpen: false, running: [Job](), started: [String](), most: 0))

      var running: [Job] { state.withLock { $0.running } }
      var started: [String] { state.withLock { $0.started } }
      /// How many were at work at once.
      var most: Int { state.withLock { $0.most } }
      func open() { state.withLock { $0.isOpen = true } }

      func pass(_ job: Job) async throws {
        state.withLock { state in
          state.running.append(job)
          state.started.append(job.payload["name"] ?? "")
          state.most = max(state.most, state.running.count)
        }
        while !state.withLock({ $0.isOpen }) { try? await Task.sleep(for: .milliseconds(5)) }
        state.withLock { state in state.running.removeAll { $0.id == job.id } }
      }
    }

    private func worker(
      _ app: TestApp, _ kinds: [JobKind] = JobKind.allCases, slow: Duration = .seconds(3600),
      perform: @escaping JobWorker.Perform
    ) -> JobWorker {
      JobWorker(
        app.database, kinds: kinds, log: Log(format: .text, descriptor: -1), places: JobPlaces(slow: slow),
        perform: perform)
    }

    /// Adds jobs to a household's line.
    private func add(_ kind: JobKind, _ count: Int, of share: UUID, named name: String, _ app: TestApp) throws {
      try app.rows(
        JobQueries.insertEach(
          kind,
          """
          SELECT \(share)::uuid AS share, jsonb_build_object('name', \(name)::text || n) AS payload
          FROM generate_series(1, \(count)::int) AS n
          """))
    }

    private func waiting(_ app: TestApp) throws -> Int {
      try app.number("SELECT count(*) AS n FROM jobs WHERE state = 'waiting'")
    }

    /// The statements run in one transaction: one that fails would keep all from being done.
    @Test func `Everything that has expired may be deleted by who deletes it`() async throws {
      let app = try await TestApp.shared()
      try await Pool.alone(app.database, timeout: .seconds(60)) { pool in
        for statement in Feature.all.flatMap(\.cleaning) {
          _ = try await pool.execute([SessionQueries.openWithoutSession(), statement])
        }
      }
    }

    @Test func `Two workers do each of a thousand jobs once`() async throws {
      let app = try await TestApp()
      for number in 1...10 { try add(.push, 100, of: .v7(), named: "\(number)-", app) }
      let done = Lock([String: Int]())
      let workers = (0..<2).map { number in
        worker(app) { job, _, _ in
          done.withLock { $0["\(number) \(job.payload["name"] ?? "")", default: 0] += 1 }
          await Task.yield()
        }
      }
      for worker in workers { worker.start() }
      try await eventually { try waiting(app) == 0 }
      for worker in workers { await worker.stop() }
      let counts = done.withLock { $0 }
      #expect(Set(counts.keys.map { $0.dropFirst(2) }).count == 1000)
      #expect(counts.values.reduce(0, +) == 1000)
      #expect(try app.number("SELECT count(*) AS n FROM jobs WHERE state = 'finished' AND attempts = 1") == 1000)
      await app.app.stop()
    }

    @Test func `A long line delays neither another household nor a letter that somebody waits for`() async throws {
      let app = try await TestApp()
      let (long, short) = (UUID.v7(), UUID.v7())
      try add(.push, 500, of: long, named: "long ", app)
      try add(.push, 2, of: short, named: "short ", app)
      try app.rows(JobQueries.insert(.passwordReset, ["name": "letter"]))
      let gate = Gate()
      gate.open()
      let worker = worker(app) { job, _, _ in try await gate.pass(job) }
      worker.start()
      try await eventually { try waiting(app) == 0 }
      await worker.stop()
      #expect(gate.started[0] == "letter")
      #expect(Set(gate.started[1...2]) == ["long 1", "short 1"])
      #expect(Set(gate.started[3...4]) == ["long 2", "short 2"])
      // What is added to a line comes behind it.
      try add(.push, 3, of: long, named: "later ", app)
      try add(.push, 1, of: long, named: "last ", app)
      let places: [Int] = try app.rows(
        "SELECT place FROM jobs WHERE state = 'waiting' ORDER BY payload->>'name' LIKE 'last%', payload->>'name'"
      ).map { try $0["place"] }
      #expect(places == [1, 2, 3, 4])
      await app.app.stop()
    }

    @Test func `Eight attempts are made at once, two of a household, and a carrier leaves room for the other`()
      async throws
    {
      let app = try await TestApp()
      let (one, other) = (UUID.v7(), UUID.v7())
      let gate = Gate()
      let worker = worker(app) { job, _, _ in try await gate.pass(job) }
      worker.start()
      func shares() -> [UUID: Int] { Dictionary(grouping: gate.running) { $0.share ?? one }.mapValues(\.count) }
      try add(.push, 20, of: one, named: "", app)
      try await eventually { shares() == [one: 2] }
      try add(.push, 20, of: other, named: "", app)
      try await eventually { shares() == [one: 2, other: 2] }
      for _ in 1...4 { try add(.push, 5, of: .v7(), named: "", app) }
      try await eventually { gate.running.count == 6 }
      try app.rows(JobQueries.insert(.passwordReset, ["name": "letter"]))
      try await eventually { gate.running.contains { $0.kind == .passwordReset } }
      for _ in 1...4 { try app.rows(JobQueries.insert(.passwordReset, ["name": "letter"])) }
      try await eventually { gate.running.count == 8 }
      #expect(gate.running.count { $0.kind == .push } == 6)
      gate.open()
      try await eventually { try waiting(app) == 0 }
      #expect(gate.most == 8)
      await worker.stop()
      await app.app.stop()
    }

    @Test func `Whoever has many letters sent delays nobody who waits for one`() async throws {
      let app = try await TestApp()
      let crowd = UUID.v7()
      for number in 1...200 {
        try app.rows(JobQueries.insert(.passwordReset, ["name": "crowd \(number)"], line: crowd))
      }
      let account = try await app.member()
      let person: UUID = try app.rows("SELECT person_id FROM accounts WHERE household_id = \(account.household)")[0][
        "person_id"]
      try app.rows(JobQueries.insert(.newDevice, ["name": "device", "person": "\(person)"]))
      try app.rows(JobQueries.insert(.passwordReset, ["name": "other"], line: .v7()))
      try add(.stayNews, 50, of: .v7(), named: "news ", app)
      let gate = Gate()
      gate.open()
      let worker = worker(app) { job, _, _ in try await gate.pass(job) }
      worker.start()
      try await eventually { try waiting(app) == 0 }
      await worker.stop()
      #expect(Set(gate.started[..<3]) == ["crowd 1", "device", "other"])
      await app.app.stop()
    }

    @Test func `Of one kind an account is sent thirty letters in an hour`() async throws {
      let app = try await TestApp()
      let (one, other) = (try await app.member(), try await app.member())
      func person(_ member: Member) throws -> String {
        let id: UUID = try app.rows("SELECT person_id FROM accounts WHERE household_id = \(member.household)")[0][
          "person_id"]
        return "\(id)"
      }
      func count(_ member: Member) throws -> Int {
        try app.number("SELECT count(*) AS n FROM jobs WHERE share = \(member.household)")
      }
      for _ in 1...40 { try app.rows(JobQueries.insert(.newDevice, ["person": try person(one)])) }
      #expect(try count(one) == 30)
      try app.rows(JobQueries.insert(.passwordChanged, ["person": try person(one)]))
      try app.rows(JobQueries.insert(.newDevice, ["person": try person(other)]))
      #expect(try count(one) == 31)
      #expect(try count(other) == 1)
      try app.rows("UPDATE jobs SET created_at = created_at - interval '1 hour'")
      try app.rows(JobQueries.insert(.newDevice, ["person": try person(one)]))
      #expect(try count(one) == 32)
      await app.app.stop()
    }

    @Test func `Letters that hang leave a place for one that somebody waits for`() async throws {
      let app = try await TestApp()
      for _ in 1...6 { try add(.digestMail, 2, of: .v7(), named: "digest ", app) }
      let gate = Gate()
      let worker = worker(app) { job, _, _ in try await gate.pass(job) }
      worker.start()
      try await eventually { gate.running.count == 3 }
      try app.rows(JobQueries.insert(.passwordReset, ["name": "letter"]))
      try await eventually { gate.started.contains("letter") }
      #expect(gate.running.count == 4)
      gate.open()
      try await eventually { try waiting(app) == 0 }
      await worker.stop()
      await app.app.stop()
    }

    @Test func `Push services that stall delay nobody but who uses them`() async throws {
      let app = try await TestApp()
      let slow = (1...12).map { _ in UUID.v7() }
      for share in slow { try add(.push, 2, of: share, named: "slow ", app) }
      let gate = Gate()
      let worker = worker(app, slow: .milliseconds(20)) { job, _, _ in
        if job.payload["name"]?.hasPrefix("slow") == true { try await gate.pass(job) }
      }
      worker.start()
      // Beside the six that hang from the beginning are all the others of them.
      try await eventually { gate.running.count == 24 }
      try add(.push, 20, of: .v7(), named: "quick ", app)
      try app.rows(JobQueries.insert(.passwordReset, ["name": "letter"]))
      try await eventually { try waiting(app) == 24 }
      #expect(gate.running.count == 24)
      gate.open()
      try await eventually { try waiting(app) == 0 }
      await worker.stop()
      await app.app.stop()
    }

    @Test func `Households whose push services were slow share two attempts`() throws {
      let now = Instant.now()
      func job(_ share: UUID) -> Job {
        Job(id: .v7(), kind: .push, payload: [:], share: share, isAwaited: false, attempts: 1, lease: .v7())
      }
      let (slow, slower, quick) = (UUID.v7(), UUID.v7(), UUID.v7())
      var places = JobPlaces(slow: .seconds(1))
      for share in [slow, slower] { places.ended(job(share), after: .seconds(2), at: now) }
      places.ended(job(quick), after: .milliseconds(10), at: now)
      func room(_ running: [UUID], at moment: Instant = now) throws -> [UUID] {
        try #require(places.room(for: [.push], beside: running.map { (job($0), moment) }, at: moment)).slow
      }
      #expect(try room([slow]) == [])
      #expect(Set(try room([slow, slower])) == [slow, slower])
      #expect(try room([slow, quick]) == [])
      // A quick one, or ten minutes, and it is as the others.
      #expect(try room([slow, slower], at: now + .seconds(601)) == [])
      places.ended(job(slow), after: .milliseconds(10), at: now)
      #expect(try room([slower, slower]) == [slower])
    }

    @Test func `A stopped worker gives back what it has not done`() async throws {
      let app = try await TestApp()
      try add(.push, 2, of: .v7(), named: "", app)
      let started = Lock(0)
      let worker = worker(app) { _, _, isWanted in
        started.withLock { $0 += 1 }
        while isWanted() { try? await Task.sleep(for: .milliseconds(5)) }
        throw JobFailure(kind: .interrupted, reason: "stopped")
      }
      worker.start()
      try await eventually { started.withLock { $0 } == 2 }
      await worker.stop()
      #expect(
        try app.number("SELECT count(*) AS n FROM jobs WHERE state = 'waiting' AND attempts = 0 AND lease IS NULL") == 2
      )
      await app.app.stop()
    }

    @Test func `What no instance can do stays for one that can`() async throws {
      let app = try await TestApp()
      try app.rows("INSERT INTO jobs (id, kind, payload) VALUES (gen_random_uuid(), 'of_tomorrow', '{}')")
      try app.rows(JobQueries.insert(.passwordReset, [:]))
      try add(.push, 3, of: .v7(), named: "", app)
      let worker = worker(app, [.push]) { _, _, _ in }
      worker.start()
      try await eventually { try waiting(app) == 2 }
      await worker.stop()
      #expect(try app.number("SELECT count(*) AS n FROM jobs WHERE state = 'waiting' AND attempts = 0") == 2)
      await app.app.stop()
    }

    @Test func `A pause is as long as the other side asks for, within a day`() {
      #expect(Job.pause(after: 1, atLeast: .seconds(10)) == .seconds(60))
      #expect(Job.pause(after: 1, atLeast: .seconds(7200)) == .seconds(7200))
      #expect(Job.pause(after: 1, atLeast: .seconds(1 << 32)) == .seconds(86_400))
      #expect(Job.pause(after: Job.maximumAttempts, atLeast: .seconds(10)) == nil)
    }
  }
}
