import Testing

@testable import Foyer

extension FoyerTests {
  /// What makes a browser offer to install the app, and what it shows without a connection.
  @Suite struct Offline {
    @Test func `The files that browsers look for at the root are there`() async throws {
      let browser = try await TestApp.shared().browser()
      let types = [
        "/manifest.webmanifest": "application/manifest+json", "/service-worker.js": "text/javascript; charset=utf-8",
        "/robots.txt": "text/plain; charset=utf-8", "/favicon.ico": "image/x-icon",
      ]
      for (path, type) in types {
        let answer = try await browser.get(path)
        #expect(answer.status == 200, "\(path)")
        #expect(answer["content-type"] == type)
        // A new release is seen at once.
        #expect(answer["cache-control"] == "no-cache")
      }
    }

    @Test func `R31: the icons that the manifest and the pages name are there`() async throws {
      let browser = try await TestApp.shared().browser()
      let manifest = try await browser.get("/manifest.webmanifest")
      let icons = manifest.text.components("\"src\": \"").dropFirst().map { $0.components("\"")[0] }
      #expect(icons.count == 4)
      let page = try await browser.get("/login")
      #expect(page.contains("<link rel=\"manifest\" href=\"/manifest.webmanifest\">"))
      let touch = try #require(page.between("<link rel=\"apple-touch-icon\" href=\"", "\""))
      for path in icons + [touch] {
        let answer = try await browser.get(path)
        #expect(answer.status == 200, "\(path)")
        #expect(answer["content-type"]?.hasPrefix("image/") == true)
      }
    }

    @Test(arguments: Language.allCases)
    func `R31: the manifest's shortcuts have names in the reader's language, and nothing else differs`(
      language: Language
    ) async throws {
      let browser = try await TestApp.shared().browser()
      let page = try await browser.get("/login", ["accept-language": language.rawValue])
      let path = try #require(page.between("<link rel=\"manifest\" href=\"", "\""))
      let (manifest, english) = (try await browser.get(path), try await browser.get("/manifest.webmanifest"))
      #expect(manifest.status == 200 && manifest["content-type"] == "application/manifest+json")
      let strings = Strings(language)
      #expect(manifest.contains("\"lang\": \"\(language.rawValue)\""))
      for name in [strings.actionAdd, strings.navShopping] {
        #expect(manifest.contains("\"name\": \"\(name)\""), "\(name)")
      }
      func shape(_ answer: Answer) -> [String] {
        answer.text.components("\n").map { $0.components("\"name\"")[0] }.filter { !$0.contains("\"lang\"") }
      }
      #expect(shape(manifest) == shape(english))
    }

    @Test(arguments: ["en": "No connection", "fr": "Pas de connexion", "ko": "연결되지 않음", "ru": "Нет соединения"])
    func `The page for the time without a connection is in the reader's language and nobody's`(
      language: String, title: String
    ) async throws {
      let member = try await TestApp.shared().member()
      let page = try await member.get("/offline", ["accept-language": language])
      #expect(page.status == 200)
      #expect(page.contains("<html lang=\"\(language)\">"))
      #expect(page.contains("<h1>\(title)</h1>"))
      #expect(page.contains("<body class=\"outside\""))
    }
  }
}
