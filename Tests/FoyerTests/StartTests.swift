import EventLoop
import Glibc
import Processes
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// How the program starts, on what, and what may happen to it meanwhile.
  @Suite struct Starts {
    /// Nil while PostgreSQL is starting: its file is not there, or not written.
    private func postmaster(_ data: String) -> pid_t? {
      pid_t(contents("\(data)/postgres/postmaster.pid").prefix { $0.isNumber })
    }

    @Test func `SIGTERM ends a start at any of its moments`() async throws {
      let data = "\(scratch)/interrupted"
      defer { try? EmbeddedCluster(directory: data).stopBlocking() }
      for pause in [0, 2, 10, 50, 200, 500, 1_000, 2_000] {
        let program = try Program(["serve"], ["FOYER_DATA": data, "FOYER_LISTEN": "127.0.0.1:0"])
        try await Task.sleep(for: .milliseconds(pause))
        program.signal(SIGTERM)
        // 143 as long as it has not come to look after its signals, and has nothing to put away.
        #expect([0, 128 + SIGTERM].contains(await program.exit()), "\(pause) ms: \(program.errors)")
        #expect(access("\(data)/postgres/postmaster.pid", F_OK) != 0, "\(pause) ms")
      }
      let (program, port) = try await Program.serve(["FOYER_DATA": data])
      #expect(try await Browser(port: port).get("/readyz").status == 200)
      program.signal(SIGTERM)
      #expect(await program.exit() == 0)
    }

    /// A sanitizer keeps what was freed.
    @Test(.enabled(if: !ChildProcess.isSanitized))
    func `The start that loads the cookbook takes no more memory than the next one`() async throws {
      let data = "\(scratch)/memory"
      var sizes: [Int] = []
      var loads: [Bool] = []
      for _ in 1...2 {
        let (program, _) = try await Program.serve(["FOYER_DATA": data])
        defer { program.signal(SIGKILL) }
        let status: String = contents("/proc/\(program.process)/status")
        let size = try #require(status.components("RssAnon:").last).drop { !$0.isNumber }.prefix { $0.isNumber }
        sizes.append(try #require(Int(size)))
        loads.append(program.output.contains("cookbook_loaded"))
        program.signal(SIGTERM)
        #expect(await program.exit() == 0)
      }
      #expect(loads == [true, false])
      // In kilobytes. The tables of words that reading recipes makes are more than twice as much.
      #expect(sizes[0] - sizes[1] < 2_000)
    }

    @Test(.enabled(if: geteuid() == 0, "namespaces are for root"))
    func `As process 1 it leaves no zombie, and starts PostgreSQL again`() async throws {
      let data = "\(scratch)/first"
      let (program, port) = try await Program.serve(
        ["FOYER_DATA": data], through: ["unshare", "--pid", "--fork", "--mount-proc"])
      defer { program.signal(SIGKILL) }
      let first = try #require(family(of: program.process).first)
      func isZombie(_ process: pid_t) -> Bool {
        let status: String = contents("/proc/\(process)/status")
        return status.contains("State:\tZ")
      }
      func isServer(_ process: pid_t) -> Bool {
        let command: String = contents("/proc/\(process)/cmdline")
        return command.contains("\0-D\0")
      }
      let server = try #require(family(of: first).first { isServer($0) })
      kill(server, SIGKILL)
      try await eventually { !family(of: first).contains(server) }
      let browser = Browser(port: port)
      try await eventually { try await browser.get("/readyz").status == 200 }
      try await eventually { !family(of: first).contains { isZombie($0) } }
      kill(first, SIGTERM)
      #expect(await program.exit() == 0)
      #expect(access("\(data)/postgres/postmaster.pid", F_OK) != 0)
    }

    private func family(of process: pid_t) -> [pid_t] {
      let names: String = contents("/proc/\(process)/task/\(process)/children")
      let children = names.split(separator: " ").compactMap { pid_t($0) }
      return children + children.flatMap { family(of: $0) }
    }

    @Test func `PostgreSQL is started again when its program was replaced`() async throws {
      // A copy of the package, whose programs find the rest of it by their own place.
      let data = "\(scratch)/upgraded"
      let root = "\(scratch)/package"
      let installed = try ClusterPrograms.find(version: nil, data: "")
      // What PATH names may be links.
      let program = try #require(realpath("\(installed.folder)/postgres", nil))
      defer { free(program) }
      let programs = String(cString: program).components("/").dropLast().joined(separator: "/")
      let folder = "\(root)/usr/lib/postgresql/\(installed.version)"
      for command in [
        ["mkdir", "-p", "\(folder)/bin"], ["ln", "-s", "/usr/share", "\(root)/usr/share"],
        ["ln", "-s", "\(programs)/../lib", "\(folder)/lib"],
        ["cp"] + ["initdb", "pg_ctl", "postgres"].map { "\(programs)/\($0)" } + ["\(folder)/bin"],
      ] {
        #expect(try ChildProcess.run(command).status == 0)
      }
      let path = getenv("PATH").map { String(cString: $0) } ?? ""
      let (server, port) = try await Program.serve(["FOYER_DATA": data, "PATH": "\(folder)/bin:\(path)"])
      defer { server.signal(SIGKILL) }
      let before = try #require(postmaster(data))
      // As dpkg does it.
      #expect(try ChildProcess.run(["cp", "\(programs)/postgres", "\(folder)/bin/postgres.new"]).status == 0)
      #expect(rename("\(folder)/bin/postgres.new", "\(folder)/bin/postgres") == 0)
      try await eventually { postmaster(data).map { $0 != before } ?? false }
      let browser = Browser(port: port)
      try await eventually { try await browser.get("/readyz").status == 200 }
      try await eventually { server.output.contains("database_restarted because=upgraded") }
      server.signal(SIGTERM)
      #expect(await server.exit() == 0)
    }

    @Test func `A database that cannot be used, and a port that is taken, stop the start before anything is migrated`()
      async throws
    {
      _ = try await TestCluster.database()
      let cluster = TestCluster.cluster
      let superuser = try Session(
        Target(url: cluster.url(database: "postgres", as: .superuser)), deadline: .now() + .seconds(120))
      try superuser.run("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0 OWNER foyer_owner")
      for command in ["serve", "migrate", "doctor"] {
        let result = try await Program.run([command], ["DATABASE_URL": cluster.url(database: "latin", as: .owner)])
        #expect(result.status == 1)
        #expect(result.errors.contains("encoding is LATIN1"))
      }
      try await cluster.createDatabase("untouched")
      let url = cluster.url(database: "untouched", as: .owner)
      let app = try await TestApp.shared()
      let taken = try await Program.run(["serve"], ["DATABASE_URL": url, "FOYER_LISTEN": "127.0.0.1:\(app.port)"])
      #expect(taken.status == 1)
      #expect(taken.errors.contains("cannot listen on 127.0.0.1:\(app.port)"))
      let session = try Session(Target(url: url), deadline: .now() + .seconds(120))
      #expect(try session.run("SELECT FROM pg_tables WHERE schemaname = 'public'").isEmpty)
      // The program's login may not migrate, and says who may.
      let login = cluster.url(database: "untouched", as: .program)
      let refused = try await Program.run(["migrate"], ["DATABASE_URL": login])
      #expect(refused.status == 1)
      #expect(refused.errors.contains("This takes the owner of the tables"))
    }

    @Test func `Where nothing can be written it starts all the same, and shows pages`() async throws {
      let url = try await TestCluster.database()
      let (writing, port) = try await Program.serve(["DATABASE_URL": url])
      defer { writing.signal(SIGKILL) }
      let browser = Browser(port: port)
      let signUp = try await browser.post(
        "/signup", ["name": "Ada", "email": "ada@example.org", "password": "a quiet harbour"])
      #expect(signUp.status == 303)
      #expect(try await browser.post("/items", ["title": "To be read"]).status == 303)
      writing.signal(SIGTERM)
      #expect(await writing.exit() == 0)
      let session = try Session(Target(url: TestCluster.superuserURL(url)), deadline: .now() + .seconds(120))
      let name: String = try session.run("SELECT current_database()::text AS name")[0]["name"]
      // What another version of the program would load and revise again.
      try session.run("UPDATE cookbooks SET digest = '', understood = 0")
      try session.run(script: Array("ALTER DATABASE \(name) SET default_transaction_read_only = on".utf8CString))
      let (reading, second) = try await Program.serve(["DATABASE_URL": url])
      defer { reading.signal(SIGKILL) }
      let reader = Browser(port: second)
      for (name, value) in await browser.cookies { await reader.setCookie(name, value) }
      let page = try await reader.get("/items")
      #expect(page.status == 200)
      #expect(page.shows("To be read"))
      #expect(try await reader.get("/recipes").status == 200)
      #expect(try await reader.get("/readyz").status == 503)
      #expect(try await reader.post("/items", ["title": "Lost"]).status == 503)
      reading.signal(SIGTERM)
      #expect(await reading.exit() == 0)
    }

    @Test func `It runs beside a newer program if the schema is compatible with it, and otherwise says why not`()
      async throws
    {
      let url = try await TestCluster.database()
      let owner = TestCluster.superuserURL(url)
      let folder = "\(scratch)/newer-migrations"
      #expect(try ChildProcess.run(["cp", "-r", "\(packageRoot)/migrations", folder]).status == 0)
      try write(
        "-- compatible with programs from 0022 on\nALTER TABLE households ADD COLUMN motto text",
        to: "\(folder)/9001_motto.sql")
      let (program, port) = try await Program.serve(["DATABASE_URL": url])
      defer { program.signal(SIGKILL) }
      #expect(try await Migrator(url: owner).migrate(directory: folder) == ["9001_motto.sql"])
      let (again, other) = try await Program.serve(["DATABASE_URL": url])
      defer { again.signal(SIGKILL) }
      for port in [port, other] {
        let browser = Browser(port: port)
        let signUp = try await browser.post(
          "/signup", ["name": "Ada", "email": "ada\(port)@example.org", "password": "a quiet harbour"])
        #expect(signUp.status == 303)
        #expect(try await browser.post("/items", ["title": "Beside"]).status == 303)
      }
      for program in [program, again] {
        program.signal(SIGTERM)
        #expect(await program.exit() == 0)
      }
      try write("ALTER TABLE items RENAME title TO heading", to: "\(folder)/9002_heading.sql")
      #expect(try await Migrator(url: owner).migrate(directory: folder) == ["9002_heading.sql"])
      let refused = try await Program.run(["serve"], ["DATABASE_URL": url])
      #expect(refused.status == 1)
      #expect(refused.errors.contains("the database has 9002_heading.sql, which this program does not know"))
    }

    @Test func `A superuser's login is warned of, an ordinary one is not`() async throws {
      let login = try await TestCluster.database()
      for (url, isMighty) in [(login, false), (TestCluster.superuserURL(login), true)] {
        let doctor = try await Program.run(["doctor"], ["DATABASE_URL": url])
        #expect(doctor.status == 0)
        #expect(doctor.output.contains("login: an ordinary role") != isMighty)
        #expect(doctor.output.contains("BYPASSRLS") == isMighty)
        let (program, _) = try await Program.serve(["DATABASE_URL": url])
        #expect(program.output.contains("database_role") == isMighty)
        program.signal(SIGTERM)
        #expect(await program.exit() == 0)
      }
    }

    @Test func `An ordinary owner migrates 100,000 items, each of them`() async throws {
      _ = try await TestCluster.database()
      let (cluster, name, folder) = (TestCluster.cluster, "many", "\(scratch)/first-migrations")
      try await cluster.createDatabase(name)
      let migrator = Migrator(url: cluster.url(database: name, as: .owner))
      #expect(try ChildProcess.run(["mkdir", folder]).status == 0)
      for file in ["0001_accounts.sql", "0002_items.sql"] {
        #expect(try ChildProcess.run(["cp", "\(packageRoot)/migrations/\(file)", folder]).status == 0)
      }
      #expect(try await migrator.migrate(directory: folder).count == 2)
      let session = try Session(
        Target(url: cluster.url(database: name, as: .superuser)), deadline: .now() + .seconds(300))
      try session.run(
        "INSERT INTO households (id, name) SELECT gen_random_uuid(), 'House ' || n FROM generate_series(1, 100) n")
      try session.run(
        """
        INSERT INTO items (household_id, id, title, created_at)
        SELECT id, gen_random_uuid(), 'Item ' || n, timestamptz '2026-01-01' - n * interval '1 minute'
        FROM households, generate_series(1, 1000) AS n
        """)
      _ = try await migrator.migrate(directory: "\(packageRoot)/migrations")
      let wrong: Int = try session.run(
        "SELECT count(*) AS n FROM items WHERE position <> -extract(epoch FROM created_at)")[0]["n"]
      #expect(wrong == 0)
      let kept: Int = try session.run("SELECT sum(open_items)::int AS n FROM item_counts")[0]["n"]
      #expect(kept == 100_000)
      let open = try session.run(
        """
        SELECT relname::text FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relrowsecurity AND NOT relforcerowsecurity
        """)
      #expect(open.isEmpty)
      try await cluster.dropDatabase(name)
    }
  }
}
