import EventLoop
import Foundation
import Processes
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  @Suite struct ConfigurationTests {
    private func problems(_ environment: [String: String]) -> [String] {
      do {
        _ = try Configuration(environment: environment)
        return []
      } catch {
        return error.sentences
      }
    }

    @Test func `The operator's table has every setting, and no other`() {
      let rows = contents("\(packageRoot)/docs/operating.md").components("\n").filter {
        $0.hasPrefix("| `FOYER_") || $0.hasPrefix("| `DATABASE_")
      }
      #expect(rows.map { $0.components("`")[1] } == Configuration.names)
    }

    @Test func `Without settings there are defaults`() throws {
      let configuration = try Configuration(environment: ["HOME": "/root", "FOYER_LOG": ""])
      #expect(configuration.listen.map { "\($0)" } == ["127.0.0.1:8080"])
      #expect(configuration.allowedHosts == ["localhost", "127.0.0.1", "[::1]"])
      #expect(configuration.registration == .open)
      #expect(configuration.sampleTodosURL == "https://dummyjson.com/todos")
      #expect(configuration.databaseURL == nil)
      #expect(configuration.data == "data")
      #expect(configuration.logFormat == .text)
      #expect(configuration.slowQuery == .milliseconds(500))
      #expect(configuration.householdQuota == nil)
      #expect(configuration.drain == .seconds(5))
    }

    @Test func `Good values`() throws {
      let configuration = try Configuration(environment: [
        "FOYER_LISTEN": "127.0.0.1:1, [::1]:65535", "FOYER_PUBLIC_URL": "https://Foyer.Example:8443/",
        "FOYER_ALLOWED_HOSTS": "a.example, B.example", "FOYER_TRUSTED_PROXIES": "10.0.0.0/8,fd00::/8",
        "FOYER_FETCH_ALLOW": "127.0.0.1/32", "FOYER_REGISTRATION": "invite", "FOYER_LOG": "json",
        "DATABASE_URL": "postgresql://a,b/c", "FOYER_METRICS_TOKEN": "0123456789abcdef",
      ])
      #expect(configuration.listen.map { "\($0)" } == ["127.0.0.1:1", "[::1]:65535"])
      #expect(configuration.publicURL?.scheme == "https")
      #expect(configuration.publicURL?.authority == "foyer.example:8443")
      #expect(configuration.publicURL?.host == "foyer.example")
      #expect(Set(configuration.allowedHosts).isSuperset(of: ["a.example", "b.example", "foyer.example", "localhost"]))
      #expect(configuration.trustedProxies.count == 2)
      #expect(configuration.logFormat == .json)
    }

    @Test(arguments: [
      ("FOYER_LISTEN", "8080"), ("FOYER_LISTEN", "127.0.0.1:65536"), ("FOYER_LISTEN", "::1:80"),
      ("FOYER_LISTEN", "127.0.0.1:+80"),
      ("FOYER_LISTEN", "localhost:80"), ("FOYER_LISTEN", "256.0.0.1:80"), ("FOYER_PUBLIC_URL", "foyer.example"),
      ("FOYER_PUBLIC_URL", "https://foyer.example/path"), ("FOYER_PUBLIC_URL", "ftp://foyer.example"),
      ("FOYER_PUBLIC_URL", "https://"), ("FOYER_PUBLIC_URL", "https://user@foyer.example"),
      ("FOYER_PUBLIC_URL", "https://foyer.example:port"), ("FOYER_PUBLIC_URL", "https://foyer example"),
      ("FOYER_PUBLIC_URL", "https://foyer.example?x"), ("FOYER_PUBLIC_URL", "https://foyer.example#x"),
      ("FOYER_PUBLIC_URL", "https://foyer.example:+80"), ("FOYER_PUBLIC_URL", ""), ("FOYER_PUBLIC_URL", " "),
      ("FOYER_PUBLIC_URL", "https://:443"), ("FOYER_PUBLIC_URL", "https://foyer.example:0"),
      ("FOYER_PUBLIC_URL", "https://foyer.example:"), ("FOYER_PUBLIC_URL", "https://[::1"),
      ("FOYER_PUBLIC_URL", "https://*"), ("FOYER_PUBLIC_URL", "https://.example"),
      ("FOYER_PUBLIC_URL", "http://foyer.example"), ("FOYER_PUBLIC_URL", "http://192.0.2.1:8080"),
      ("FOYER_PUBLIC_URL", "http://localhost.example"), ("FOYER_PUBLIC_URL", "http://127.0.0.1.example"),
      ("FOYER_ALLOWED_HOSTS", "*"), ("FOYER_ALLOWED_HOSTS", ".foyer.example"), ("FOYER_ALLOWED_HOSTS", "*.example"),
      ("FOYER_ALLOWED_HOSTS", "foyer.example:80"), ("FOYER_ALLOWED_HOSTS", "foyer..example"),
      ("FOYER_ALLOWED_HOSTS", "foyer.example."), ("FOYER_ALLOWED_HOSTS", "::1"), ("FOYER_ALLOWED_HOSTS", "[::1"),
      ("FOYER_ALLOWED_HOSTS", "-a"), ("FOYER_ALLOWED_HOSTS", "1.2.3"), ("FOYER_ALLOWED_HOSTS", "maison.été"),
      ("FOYER_TRUSTED_PROXIES", "0.0.0.0/0"), ("FOYER_TRUSTED_PROXIES", "::/0"),
      ("FOYER_TRUSTED_PROXIES", "0.0.0.0/1"), ("FOYER_TRUSTED_PROXIES", "2000::/3"),
      ("FOYER_ALLOWED_HOSTS", "http://a"), ("FOYER_ALLOWED_HOSTS", "a b"), ("FOYER_TRUSTED_PROXIES", "10.0.0.0/33"),
      ("FOYER_TRUSTED_PROXIES", "everybody"), ("FOYER_FETCH_ALLOW", "::/129"), ("FOYER_FETCH_ALLOW", "10.0.0"),
      ("FOYER_REGISTRATION", "Open"), ("FOYER_LOG", "xml"), ("FOYER_SAMPLE_TODOS_URL", "file:///etc/passwd"),
      ("DATABASE_READ_URL", "postgresql:///without-a-primary"), ("DATABASE_READ_URL", "mysql://host/db"),
      ("DATABASE_URL", "mysql://host/db"), ("FOYER_METRICS_TOKEN", "short"), ("FOYER_TLS_CERT", "/nowhere.pem"),
      ("FOYER_TLS_KEY", "/nowhere.pem"), ("FOYER_LISTN", "127.0.0.1:80"), ("FOYER_DATABASE_URL", "postgres:///x"),
      ("FOYER_DATA_FILE", "/etc/hostname"), ("DATABASE_URL_FILE", "/nowhere"),
      ("DATABASE_DIRECT_URL", "mysql://host/db"), ("DATABASE_DIRECT_URL", "postgresql:///past-nothing"),
      ("FOYER_PREPARE", "no"), ("FOYER_BACKUP_DIR", "/nowhere"),
      ("FOYER_BACKUP_DIR", "/etc/hostname"), ("FOYER_HOUSEHOLD_QUOTA", "500"), ("FOYER_HOUSEHOLD_QUOTA", "none"),
      ("FOYER_HOUSEHOLD_QUOTA", "0M"), ("FOYER_SLOW_QUERY_MS", "fast"), ("FOYER_SLOW_QUERY_MS", "-1"),
      ("FOYER_SLOW_QUERY_MS", "0.5"), ("FOYER_DRAIN", "301"), ("FOYER_DRAIN", "-1"), ("FOYER_DRAIN", "5s"),
    ])
    func `A bad value is refused by its name`(name: String, value: String) {
      let sentences = problems([name: value])
      #expect(!sentences.isEmpty)
      #expect(sentences.allSatisfy { $0.contains(name) || name.hasPrefix("FOYER_TLS") })
      if Configuration.secrets.contains(name) { #expect(!sentences[0].contains(value)) }
    }

    @Test(arguments: [
      ("FOYER_PUBLIC_URL", "http://localhost:8080"), ("FOYER_PUBLIC_URL", "http://127.0.0.1"),
      ("FOYER_PUBLIC_URL", "http://[::1]:8080"), ("FOYER_PUBLIC_URL", "https://[2001:db8::1]:8443"),
      ("FOYER_PUBLIC_URL", "https://192.0.2.1"), ("FOYER_PUBLIC_URL", "https://xn--mnchen-3ya.example/"),
      ("FOYER_ALLOWED_HOSTS", "foyer_app, 10.0.0.1, [fd00::1], a-b.c, 4.example"),
      ("FOYER_TRUSTED_PROXIES", "10.0.0.0/8, fc00::/7, 127.0.0.1, 192.0.2.0/24"),
    ])
    func `An unusual value that can work is taken`(name: String, value: String) {
      #expect(problems([name: value]) == [])
    }

    @Test(arguments: [
      (0o600, 0), (0o640, 0), (0o400, 0), (0o644, 1), (0o604, 1), (0o602, 1), (0o666, 1),
    ])
    func `A key that others may read or change stops the start`(mode: Int, count: Int) throws {
      let (certificate, key) = ("\(scratch)/cert-\(mode).pem", "\(scratch)/key-\(mode).pem")
      for path in [certificate, key] { try write("pem", to: path) }
      chmod(certificate, 0o644)
      chmod(key, mode_t(mode))
      let sentences = problems(["FOYER_TLS_CERT": certificate, "FOYER_TLS_KEY": key])
      #expect(sentences.count == count)
      #expect(sentences.allSatisfy { $0.hasPrefix("FOYER_TLS_KEY: ") && $0.contains(key) })
    }

    @Test func `Secrets come from files, without the line's end`() throws {
      let path = "\(scratch)/secret"
      try write("postgresql:///from-a-file\n", to: path)
      #expect(try Configuration(environment: ["DATABASE_URL_FILE": path]).databaseURL == "postgresql:///from-a-file")
      #expect(problems(["DATABASE_URL_FILE": path, "DATABASE_URL": "postgresql:///x"]).count == 1)
      try write("\n", to: "\(path)-empty")
      #expect(problems(["DATABASE_URL_FILE": "\(path)-empty"]).count == 1)
      #expect(problems(["FOYER_METRICS_TOKEN_FILE": path]).isEmpty)
    }
  }

  /// The program from outside.
  @Suite struct Commands {
    @Test func `A bad configuration stops the start, and all problems are listed at once`() async throws {
      let wrong = [
        "FOYER_LISTEN": "nowhere", "FOYER_PUBLIC_URL": "foyer", "FOYER_LOG": "xml", "FOYER_REGISTRATION": "perhaps",
        "FOYER_TLS_CERT": "/nowhere.pem", "FOYER_COLOUR": "red", "DATABASE_URL": "mysql://admin:hunter2@db",
      ]
      for command in ["serve", "migrate", "doctor"] {
        let result = try await Program.run([command], wrong)
        #expect(result.status == 1)
        #expect(result.output == "")
        for name in wrong.keys { #expect(result.errors.contains("  · \(name)"), "\(name)") }
        #expect(!result.errors.contains("hunter2"))
      }
    }

    @Test func `Where too few files may be open the program says so`() async throws {
      let environment = ["FOYER_DATA": "\(scratch)/few-files", "FOYER_LISTEN": "127.0.0.1:0"]
      for command in ["serve", "doctor"] {
        let result = try await Program.run([command], environment, through: ["prlimit", "--nofile=16:16"])
        #expect(result.status == 1)
        #expect(result.errors.contains("lets Foyer have 16 files open at once"))
      }
      // As many as it asks for are enough.
      let needed = 64 + 16 * App.processors
      let (server, port) = try await Program.serve(environment, through: ["prlimit", "--nofile=16:\(needed)"])
      #expect(try await Browser(port: port).get("/readyz").status == 200)
      server.signal(SIGTERM)
      #expect(await server.exit() == 0)
    }

    @Test func `Wrong usage is 2, help is 0`() async throws {
      for arguments in [
        [], ["nonsense"], ["serve", "now"], ["user"], ["user", "add"], ["doctor", "--url"], ["migrate", "x"],
        ["backup"], ["restore"], ["backup", "--all"], ["household"], ["household", "list", "x"],
        ["household", "quota"],
        ["upgrade-cluster", "now"], ["distribute", "now"],
        ["user", "admin"], ["user", "admin", "a@example.org", "--on"], ["user", "list", "--xml"],
      ] {
        let environment = ["DATABASE_URL": try await TestCluster.database()]
        let result = try await Program.run(arguments, environment)
        #expect(result.status == 2, "\(arguments)")
        #expect((result.output + result.errors).contains("usage: foyer"), "\(arguments)")
      }
      for command in [
        "serve", "migrate", "backup", "restore", "doctor", "user", "household", "upgrade-cluster", "distribute",
        "version",
      ] {
        let result = try await Program.run([command, "--help"], ["FOYER_LOG": "bad"])
        #expect(result.status == 0)
        #expect(result.output.hasPrefix("usage: foyer \(command)"))
      }
      let help = try await Program.run(["--help"])
      #expect(help.status == 0)
      for command in [
        "serve", "migrate", "backup", "restore", "doctor", "user", "household", "upgrade-cluster", "distribute",
        "version",
      ] {
        #expect(help.output.contains("\n  \(command) "))
      }
    }

    @Test func `foyer version`() async throws {
      let result = try await Program.run(["version"])
      #expect(result.status == 0)
      let changes = try #require(contents(ofFile: "\(packageRoot)/CHANGELOG.md"))
      let newest = try #require(changes.firstMatch(of: #/\n## (\d+\.\d+\.\d+), \d{4}-\d\d-\d\d\n/#))
      #expect(result.output == "foyer \(newest.1)\n")
    }

    @Test func `foyer user adds, lists and gives a new password, which ends sessions`() async throws {
      let app = try await TestApp()
      let environment = ["DATABASE_URL": app.databaseURL]
      func user(_ arguments: String..., input: String = "") async throws -> (
        status: Int32, output: String, errors: String
      ) {
        try await Program.run(["user"] + arguments, environment, input: input)
      }
      #expect(try await user("list") == (0, "", ""))
      #expect(try await user("add", "Ada 🦉", "ada@example.org", input: "a quiet harbour\nmore\n").status == 0)
      let list = try await user("list")
      #expect(list.output.hasSuffix("\tada@example.org\tAda 🦉\n"))
      let browser = app.browser()
      #expect(
        try await browser.post("/login", ["email": "ada@example.org", "password": "a quiet harbour"]).status == 303)
      #expect(try await browser.get("/items").status == 200)
      #expect(try await user("password", "ADA@example.org", input: "another harbour\n").status == 0)
      #expect(try await browser.get("/items").status == 303)
      #expect(
        try await browser.post("/login", ["email": "ada@example.org", "password": "a quiet harbour"]).status == 422)
      #expect(
        try await browser.post("/login", ["email": "ada@example.org", "password": "another harbour"]).status == 303)

      for refused in [
        try await user("add", "Eve", "Ada@Example.org", input: "a quiet harbour\n"),
        try await user("add", "Eve", "eve@example.org", input: "short\n"),
        try await user("add", "Eve", "eve@example.org", input: "password\n"),
        try await user("add", "Eve", "eve@example.org"),
        try await user("add", "Eve", "no address", input: "a quiet harbour\n"),
        try await user("add", "", "eve@example.org", input: "a quiet harbour\n"),
        try await user("password", "nobody@example.org", input: "a quiet harbour\n"),
      ] {
        #expect(refused.status == 1)
        #expect(refused.output == "")
        #expect(refused.errors.hasSuffix(".\n") && !refused.errors.contains("Error"), "\(refused.errors)")
      }
      #expect(try app.number("SELECT count(*) AS n FROM accounts") == 1)
      await app.app.stop()
    }

    @Test func `foyer distribute says why a database cannot be distributed`() async throws {
      let embedded = try await Program.run(["distribute"])
      #expect(embedded.status == 1)
      #expect(embedded.errors.contains("The embedded database has no workers"))
      let plain = try await Program.run(["distribute"], ["DATABASE_URL": try await TestCluster.database()])
      #expect(plain.status == 1)
      #expect(plain.errors.contains("The database has no extension citus"))
    }

    @Test func `foyer upgrade-cluster says why there is nothing to do`() async throws {
      let configured = try await Program.run(["upgrade-cluster"], ["DATABASE_URL": "postgresql:///x"])
      #expect(configured.status == 1)
      #expect(configured.errors == "There is no embedded cluster: DATABASE_URL names another database.\n")
      let folder = "\(scratch)/no-cluster"
      let none = try await Program.run(["upgrade-cluster"], ["FOYER_DATA": folder])
      #expect(none.status == 1 && none.errors == "there is no cluster in \(folder) yet: foyer serve makes one\n")
      #expect(access(folder, F_OK) != 0)
      _ = try await TestCluster.database()
      let newest = try await Program.run(["upgrade-cluster"], ["FOYER_DATA": scratch])
      #expect(newest.status == 1 && newest.errors.contains(", and the newest on this machine is "))
      let doctor = try await Program.run(["doctor"], ["FOYER_DATA": scratch])
      #expect(doctor.output.contains("\ncluster: PostgreSQL "))
    }

    @Test func `foyer doctor and foyer migrate`() async throws {
      let name = "doctor"
      _ = try await TestCluster.database()
      try await TestCluster.cluster.createDatabase(name)
      let environment = ["DATABASE_URL": TestCluster.cluster.url(database: name, as: .owner)]
      let before = try await Program.run(["doctor"], environment)
      #expect(before.status == 0)
      #expect(before.output.contains("configuration: good"))
      let names = try FileManager.default.contentsOfDirectory(atPath: "\(packageRoot)/migrations").sorted()
        .filter { $0.hasSuffix(".sql") }
      #expect(before.output.contains("\(names.count) pending (\(names.joined(separator: ", ")))"))
      let migrated = try await Program.run(["migrate"], environment)
      #expect(migrated.output.hasPrefix(names.map { "applied \($0)\n" }.joined() + "loaded "))
      #expect(try await Program.run(["migrate"], environment).output == "Nothing to do.\n")
      let after = try await Program.run(["doctor"], environment)
      #expect(after.output.contains("migrations: up to date"))
      #expect(after.output.contains("decoders: confined by \(Confinement.best.rawValue)"))
      let away = try await Program.run(["doctor"], ["DATABASE_URL": "postgresql://127.0.0.1:9/x"])
      #expect(away.status == 1)
      #expect(!away.errors.isEmpty)
      let app = try await TestApp.shared()
      #expect(try await Program.run(["doctor", "--url", "http://127.0.0.1:\(app.port)/readyz"]).status == 0)
      #expect(try await Program.run(["doctor", "--url", "http://127.0.0.1:\(app.port)/nowhere"]).status == 1)
      #expect(try await Program.run(["doctor", "--url", "http://127.0.0.1:9/"]).status == 1)
    }
  }

  @Suite struct StringsTests {
    @Test func `R40: plural forms of each language`() {
      func words(_ language: Language, _ counts: [Int]) -> [String] {
        counts.map { Strings(language).homeOpen(count: $0) }
      }
      #expect(words(.en, [0, 1, 2]) == ["0 to do", "1 to do", "2 to do"])
      #expect(
        words(.ru, [1, 2, 5, 11, 21, 104]).map { String($0.prefix { $0 != " " }) } == [
          "Осталась", "Осталось", "Осталось", "Осталось", "Осталась", "Осталось",
        ])
      #expect(
        words(.ru, [1, 2, 5, 11, 21, 104]).map { $0.components(" ").last } == [
          "задача", "задачи", "задач", "задач", "задача", "задачи",
        ])
      #expect(words(.ko, [1, 2]) == ["남은 할 일 1개", "남은 할 일 2개"])
      // In French, zero is singular.
      #expect([0, 1, 2].map { Strings(.fr).dueDays(count: $0) } == ["0\u{a0}jour", "1\u{a0}jour", "2\u{a0}jours"])
    }

    @Test func `R40: no language borrows another's words`() {
      let texts = Language.allCases.map { language -> [String] in
        let strings = Strings(language)
        return [
          strings.itemsNew, strings.itemsDefaultTitle, strings.accountSignIn, strings.errorTitle404,
          strings.errorMessage503,
          strings.loadUnreachable, strings.formWordsNeeded, strings.formLoginWrong, strings.conflictByUnknown,
          strings.dateMonth2,
          strings.formPasswordShort(count: 8), strings.noticeSamplesLoaded(count: 30),
        ]
      }
      for index in texts[0].indices { #expect(Set(texts.map { $0[index] }).count == 4, "\(texts[0][index])") }
    }

    @Test(arguments: Language.allCases)
    func `R40: every page speaks the reader's language`(language: Language) async throws {
      let member = try await TestApp.shared().member(headers: ["accept-language": language.rawValue])
      let strings = Strings(language)
      let expected = [
        "/": strings.homeGreeting(name: "Ada Lovelace"), "/items": strings.itemsTitle, "/items/new": strings.itemsNew,
        "/trash": strings.trashTitle, "/nowhere": strings.errorTitle404,
      ]
      for (path, text) in expected {
        let page = try await member.get(path)
        #expect(page.language == language.rawValue)
        #expect(page.shows(text), "\(path)")
      }
    }
  }
}
