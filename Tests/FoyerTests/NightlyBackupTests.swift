import CivilTime
import Foundation
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  @Suite struct NightlyBackups {
    private func moment(_ text: String) -> Int { Timestamp("\(text)+00".utf8)!.seconds }

    @Test(arguments: [
      ("2026-11-22 03:00:00", "2026-11-23 03:00:00"), ("2026-11-22 02:59:59", "2026-11-22 03:00:00"),
      ("2026-11-22 03:00:01", "2026-11-23 03:00:00"), ("2026-11-22 23:59:59", "2026-11-23 03:00:00"),
      ("2026-12-31 12:00:00", "2027-01-01 03:00:00"), ("2028-02-28 04:00:00", "2028-02-29 03:00:00"),
    ])
    func `The next one is due at the next 03:00 UTC`(last: String, due: String) {
      #expect(BackupSchedule.due(after: moment(last), now: 0) == moment(due))
      #expect(BackupSchedule.due(after: nil, now: 7) == 7)
    }

    @Test(arguments: [
      // The last one of a day.
      (["2026-11-22 03:00:00", "2026-11-22 12:00:00"], ["2026-11-22 12:00:00"]),
      // Days without a backup do not count.
      (
        ["2026-01-01 03:00:00", "2026-03-05 03:00:00", "2026-03-06 03:00:00", "2026-11-22 03:00:00"],
        ["2026-01-01 03:00:00", "2026-03-05 03:00:00", "2026-03-06 03:00:00", "2026-11-22 03:00:00"]
      ),
      // Of the eighth day back, in the week of the ninth, the week's last is kept: 2026-11-15 was a Sunday.
      (
        (13...22).map { "2026-11-\($0) 03:00:00" },
        (15...22).map { "2026-11-\($0) 03:00:00" }
      ),
      ([], []),
    ])
    func `Which ones are kept`(made: [String], kept: [String]) {
      #expect(BackupSchedule.kept(made.map(moment)) == Set(kept.map(moment)))
    }

    @Test func `After two years of nights there are 7 days, 4 weeks and 12 months`() {
      var folder: Set<Int> = []
      let start = moment("2024-11-30 03:00:00")
      for night in 0..<730 { folder = BackupSchedule.kept(folder.union([start + night * 86400])) }
      // 2026-11-29 is a Sunday, and its week's and its month's last.
      let days = (23...29).map { "2026-11-\($0)" }
      let weeks = ["2026-11-22", "2026-11-15", "2026-11-08"]
      let months = [
        "2026-10-31", "2026-09-30", "2026-08-31", "2026-07-31", "2026-06-30", "2026-05-31", "2026-04-30", "2026-03-31",
        "2026-02-28", "2026-01-31", "2025-12-31",
      ]
      #expect(folder == Set((days + weeks + months).map { moment("\($0) 03:00:00") }))
    }

    @Test func `Names tell the moment, and other files are left alone`() throws {
      let path = "\(scratch)/backups-names"
      mkdir(path, 0o755)
      let folder = BackupFolder(path)
      let now = moment("2026-11-22 03:00:09")
      #expect(BackupFolder.name(at: now) == "foyer-2026-11-22T03-00-09Z.tar")
      let others = [
        "foyer-2020-01-01T03-00-00Z.tar.gz", "foyer-2020-01-01.tar", "foyer-2020-13-01T03-00-00Z.tar", "notes.txt",
        "my-foyer-2020-01-01T03-00-00Z.tar", "foyer-2020-01-01T3-00-00Z.tar",
      ]
      for other in others { #expect(BackupFolder.moment(of: other) == nil, "\(other)") }
      let old = (0..<30).map { BackupFolder.name(at: now - $0 * 60) }
      let partial = ["\(BackupFolder.name(at: now - 90_000)).partial", "\(BackupFolder.name(at: now - 60)).partial"]
      for name in others + old + partial { try write("", to: "\(path)/\(name)") }
      folder.clear(at: now)
      for name in others { #expect(access("\(path)/\(name)", F_OK) == 0, "\(name)") }
      #expect(old.map { access("\(path)/\($0)", F_OK) == 0 } == [true] + Array(repeating: false, count: 29))
      #expect(partial.map { access("\(path)/\($0)", F_OK) == 0 } == [false, true])
    }

    @Test func `What doctor knows of them`() throws {
      let path = "\(scratch)/backups-state"
      mkdir(path, 0o755)
      let folder = BackupFolder(path)
      let now = moment("2026-11-22 12:00:00")
      #expect(folder.state(at: now) == .init(text: "none in \(path)", last: nil, isOverdue: true))
      folder.remember("the disk is full", at: now - 60)
      #expect(folder.state(at: now).text == "none in \(path); failed at 2026-11-22T11:59:00Z the disk is full")
      try write("", to: folder.file(at: now - 48 * 3600))
      // By a clock that was wrong.
      try write("", to: folder.file(at: now + 3600))
      folder.remember(nil, at: now)
      let state = folder.state(at: now)
      #expect(
        state
          == .init(
            text: "1 in \(path), the last of 2026-11-20T12:00:00Z", last: moment("2026-11-20 12:00:00"),
            isOverdue: false))
      #expect(folder.state(at: now + 1).isOverdue)
    }

    @Test(arguments: [["serve"], ["backup", "--nightly"]])
    func `A new installation is backed up at once, and can be restored`(command: [String]) async throws {
      let (source, path) = (try await Household.database(), "\(scratch)/backups-\(command.count)")
      mkdir(path, 0o700)
      let environment = [
        "DATABASE_URL": source, "FOYER_BACKUP_DIR": path, "FOYER_LISTEN": "127.0.0.1:0",
        "FOYER_SAMPLE_TODOS_URL": "http://127.0.0.1:9/",
      ]
      let program = try Program(command, environment)
      try await eventually {
        if program.hasEnded { throw Unexpected("it ended: \(program.errors)") }
        return program.output.contains(" backed_up file=")
      }
      program.signal(SIGTERM)
      #expect(await program.exit() == 0)
      let doctor = try await Program.run(["doctor"], environment)
      #expect(doctor.status == 0)
      #expect(doctor.output.contains("\nbackups: 1 in \(path), the last of 2"))
      let file = BackupFolder(path).file(at: try #require(BackupFolder(path).moments(until: .max).first))
      let target = try await Household.emptyDatabase()
      #expect(try await Program.run(["restore", file], ["DATABASE_URL": target]).status == 0)
    }

    @Test func `SIGTERM in the middle of one ends it, and leaves nothing`() async throws {
      let (source, path) = (try await Household.database(), "\(scratch)/backups-stopped")
      mkdir(path, 0o700)
      _ = try await Backup(url: source, program: "0.1.0").make("\(scratch)/before-stopped.tar")
      // pg_dump waits for this table.
      let other = try Household.session(TestCluster.superuserURL(source))
      try other.run("BEGIN")
      try other.run("LOCK TABLE shopping_lists IN ACCESS EXCLUSIVE MODE")
      let nightly = try Program(["backup", "--nightly"], ["DATABASE_URL": source, "FOYER_BACKUP_DIR": path])
      let watch = try Household.session(TestCluster.superuserURL(source))
      try await eventually {
        if nightly.hasEnded { throw Unexpected("it ended: \(nightly.errors)") }
        return try !watch.run(
          """
          SELECT FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = 'pg_dump' AND wait_event_type = 'Lock'
          """
        ).isEmpty
      }
      nightly.signal(SIGTERM)
      #expect(await nightly.exit() == 0)
      #expect(try FileManager.default.contentsOfDirectory(atPath: path) == [])
      #expect(!nightly.output.contains("backup_failed"))
    }

    @Test func `A failure is in the log and known to doctor`() async throws {
      let path = "\(scratch)/backups-failing"
      mkdir(path, 0o700)
      // A login that owns nothing.
      let environment = ["DATABASE_URL": try await TestCluster.database(), "FOYER_BACKUP_DIR": path]
      let (program, _) = try await Program.serve(environment)
      try await eventually {
        program.output.contains(" warning backup_failed error=\"This takes the owner of the tables")
      }
      let doctor = try await Program.run(["doctor"], environment)
      #expect(doctor.status == 1)
      #expect(doctor.output.contains("\nbackups: none in \(path); failed at 2"))
      #expect(doctor.output.contains("This takes the owner of the tables"))
      #expect(doctor.errors == "There is no backup of the last 48 hours.\n")
      program.signal(SIGTERM)
      #expect(await program.exit() == 0)
    }
  }
}
