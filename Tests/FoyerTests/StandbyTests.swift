import EventLoop
import HTTP
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// Pages of a program with DATABASE_READ_URL.
  @Suite(.serialized) struct Standbys {
    /// An app that reads from a standby, and somebody who is known there.
    private func start() async throws -> (standby: HotStandby, app: TestApp, member: Member) {
      let database = try await Primary.url()
      let standby = try await HotStandby()
      let app = try await TestApp(settings(database, standby), database: database)
      let member = try await app.member()
      try await standby.follow(app)
      return (standby, app, member)
    }

    private func settings(_ database: String, _ standby: HotStandby) -> [String: String] {
      ["DATABASE_URL": database, "DATABASE_READ_URL": standby.url(database)]
    }

    private func stop(_ standby: HotStandby, _ app: TestApp) async throws {
      await app.app.stop()
      try standby.stop()
    }

    /// Whether the standby is asked for a page that the browser requests without cookies of news.
    private func isAsked(_ standby: HotStandby, _ member: Member, news: [String] = []) async throws -> Bool {
      for name in ["foyer-fresh", "foyer-heard"] { await member.browser.forget(name) }
      for name in news { await member.browser.setCookie(name, "1") }
      let word = "w\(UUID.v7())"
      #expect(try await member.get("/items?q=\(word)").status == 200)
      return standby.wasAsked(word)
    }

    @Test func `Pages are read from a standby, but for five seconds after a change`() async throws {
      let (standby, app, member) = try await start()
      try await eventually { try await isAsked(standby, member) }
      let changed = try await member.post("/items", ["id": "\(UUID.v7())", "title": "Milk"])
      let cookie = try #require(changed.all("set-cookie").first { $0.hasPrefix("foyer-fresh=") })
      #expect(cookie == "foyer-fresh=1; Path=/; Max-Age=5; HttpOnly; SameSite=Lax")
      let safe = try await app.browser(scheme: "https").post(
        "/login", ["email": "nobody@example.org", "password": "x"])
      #expect(
        safe.all("set-cookie").contains("__Host-foyer-fresh=1; Path=/; Max-Age=5; Secure; HttpOnly; SameSite=Lax"))
      // The balancer sends the next request to another instance.
      let other = try await TestApp(settings(app.databaseURL, standby), database: app.databaseURL)
      let there = Member(
        app: other, browser: other.browser(), email: member.email, password: member.password,
        household: member.household)
      for (name, value) in await member.browser.cookies { await there.browser.setCookie(name, value) }
      try await eventually { try await isAsked(standby, there) }
      for name in ["foyer-fresh", "foyer-heard"] {
        for member in [member, there] { #expect(try await !isAsked(standby, member, news: [name])) }
      }
      // A page that was only read says nothing.
      #expect(try await member.get("/items").all("set-cookie").isEmpty)
      await other.app.stop()
      try await stop(standby, app)
    }

    @Test func `A standby that lags is not asked until it has caught up`() async throws {
      let (standby, app, member) = try await start()
      try await eventually { try await isAsked(standby, member) }
      try standby.run("SELECT pg_wal_replay_pause()")
      try await member.add("Milk")
      // Only what the primary had two seconds ago has to be there.
      try await eventually { try await !isAsked(standby, member) }
      #expect(try await member.get("/items").shows("Milk"))
      // Somebody of whom it does not know is signed in.
      let stranger = try await app.member()
      await stranger.browser.forget("foyer-fresh")
      #expect(try await stranger.get("/items").status == 200)
      try standby.run("SELECT pg_wal_replay_resume()")
      try await eventually { try await isAsked(standby, member) }
      #expect(try await member.get("/items").shows("Milk"))
      try await stop(standby, app)
    }

    /// As it may be for seconds after a fail-over: the session is there, but not on the standby.
    @Test func `Only the primary decides that nobody is signed in`() async throws {
      let (standby, app, member) = try await start()
      try await eventually { try await isAsked(standby, member) }
      try standby.run("SELECT pg_wal_replay_pause()")
      let newcomer = try await app.member()
      await newcomer.browser.forget("foyer-fresh")
      #expect(try await newcomer.get("/items").status == 200)
      try standby.run("SELECT pg_wal_replay_resume()")
      try await standby.follow(app)
      try app.rows("DELETE FROM sessions WHERE household_id = \(newcomer.household)")
      try await standby.follow(app)
      #expect(try await newcomer.get("/items").status == 303)
      try await stop(standby, app)
    }

    @Test func `A standby that was promoted is not asked any more`() async throws {
      let (standby, app, member) = try await start()
      try await eventually { try await isAsked(standby, member) }
      try standby.run("SELECT pg_promote()")
      for number in 1...10 {
        try await member.add("Milk \(number)")
        await member.browser.forget("foyer-fresh")
        #expect(try await member.get("/items").shows("Milk \(number)"))
      }
      try await eventually { try await !isAsked(standby, member) }
      try await stop(standby, app)
    }

    @Test func `Without its standby an app reads from the primary`() async throws {
      let (standby, app, member) = try await start()
      try await eventually { try await isAsked(standby, member) }
      standby.freeze(true)
      for _ in 1...10 { #expect(try await !isAsked(standby, member)) }
      standby.freeze(false)
      try await eventually { try await isAsked(standby, member) }
      try standby.stop()
      for _ in 1...10 { #expect(try await !isAsked(standby, member)) }
      try standby.start()
      try await eventually { try await isAsked(standby, member) }
      try await stop(standby, app)
    }

    @Test func `What a standby refuses is left to the primary`() async throws {
      let (standby, app, member) = try await start()
      let url = standby.url(app.superuserURL)
      let loop = EventLoop(label: "test")
      await loop.start()
      let primary = app.superuserURL
      await loop.run { loop in
        let pool = Pool(configuration: PoolConfiguration(url: primary), poller: loop.poller)
        let standbys = ReadPool(url: url, preparation: Preparation(isOn: true), primary: pool, poller: loop.poller)
        while await standbys.attempt(["SELECT 1"]) == nil { await Task.yield() }
        // read_only_sql_transaction, serialization_failure, and no answer in time.
        for refused: SQL in [
          "CREATE TABLE refused (n int)", "DO $$ BEGIN RAISE 'conflict' USING ERRCODE = '40001'; END $$",
          "SELECT pg_sleep(2)",
        ] {
          #expect(await standbys.attempt([refused]) == nil)
        }
        #expect(standbys.answered > 0)
        #expect(standbys.declined >= 3)
        await standbys.close()
        await pool.close()
      }
      await loop.stop()
      _ = member
      try await stop(standby, app)
    }

    /// Frozen during a fail-over and thawed after it, the old primary takes itself for the primary.
    @Test func `An old primary gets no connection`() async throws {
      _ = try await TestCluster.database()
      let cluster = EmbeddedCluster(directory: "\(scratch)/old")
      try await cluster.start()
      let new = try await HotStandby(of: cluster)
      let old = cluster.url(database: "postgres", as: .superuser)
      try Session(Target(url: new.url(old)), deadline: .now() + .seconds(60)).run("SELECT pg_promote()")
      func both(_ urls: String...) -> String {
        let hosts = urls.map { String($0.components("host=")[1].prefix { $0 != "&" }) }
        let host = urls[0].components("host=")[1].prefix { $0 != "&" }
        return urls[0].components("host=\(host)").joined(separator: "host=\(hosts.joined(separator: ","))")
          + "&target_session_attrs=read-write"
      }
      let loop = EventLoop(label: "test")
      await loop.start()
      for url in [both(new.url(old), old), both(old, new.url(old))] {
        try await loop.run { loop in
          let pool = Pool(configuration: PoolConfiguration(url: url), poller: loop.poller)
          while pool.load.connections < 3 { await Task.yield() }
          for _ in 1...12 {
            let rows = try await pool.execute(["SELECT left(pg_walfile_name(pg_current_wal_lsn()), 8) AS timeline"])
            #expect(try rows[0][0]["timeline"] == "00000002")
          }
          await pool.close()
        }
      }
      await loop.stop()
      try new.stop()
      try await cluster.stop()
    }
  }
}
