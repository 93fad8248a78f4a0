import RecipeImport
import Testing
import ZipFile

@testable import Foyer

extension FoyerTests {
  @Suite struct ArchivePageTests {
    private func files(_ bytes: [UInt8]) throws -> [String: String] {
      let content = try Archive.unpack(InputFile(bytes), .zip, limit: 64 << 20, wants: { _ in true })
      return Dictionary(
        uniqueKeysWithValues: content.entries.map { ($0.path, String(decoding: $0.bytes, as: UTF8.self)) })
    }

    private func archive(_ member: Member) throws -> [String: String] {
      var bytes: [UInt8] = []
      let url = member.app.databaseURL
      _ = try HouseholdExport(url: url, version: "1").write(member.household) { bytes += $0 }
      return try files(bytes)
    }

    @Test func `The page of an archive tells what a member knows of items, food and those who eat`() async throws {
      let app = try await TestApp.shared()
      let (member, stranger) = (try await app.member(), try await app.member())
      try await stranger.add("Of a stranger")
      let (year, item) = (2090, UUID.v7())
      _ = try await member.post(
        "/items",
        [
          "id": "\(item)", "title": "Pack <the> \"car\"", "description": "Two\nlines", "due_date": "\(year)-05-04",
          "due_time": "07:30", "priority": "high", "tags": "holiday", "checklist": "[x] tent\n[ ] stove",
          "repeat": "FREQ=WEEKLY", "not_before": "\(year)-05-01",
        ])
      try app.rows(
        "INSERT INTO named_lists (household_id, id, name) VALUES (\(member.household), \(UUID.v7()), 'Hardware')")
      try app.rows(
        """
        INSERT INTO shopping_entries (household_id, id, text, food, key, amount, aisle, source, source_name, edition, list_id, checked_at)
        SELECT \(member.household), gen_random_uuid(), text, '', '', '', 'other', 'hand', source, 99,
          CASE WHEN text = '4 hooks' THEN (SELECT id FROM named_lists WHERE household_id = \(member.household)) END,
          CASE WHEN text = 'rope' THEN now() END
        FROM (VALUES ('2 leeks', 'Soup'), ('rope', ''), ('4 hooks', '')) AS line (text, source)
        """)
      _ = try await member.post(
        "/recipes",
        [
          "id": "\(UUID.v7())", "name": "Leek soup", "ingredients": "2 leeks", "steps": "Simmer.", "servings": "3",
          "prep_minutes": "75", "notes": "Slowly", "nutrition": "200 kcal", "source_name": "Grandmother",
        ])
      _ = try await member.post(
        "/plan", ["id": "\(UUID.v7())", "day": "\(year)-05-05", "meal": "dinner", "text": "Noodles"])
      try app.rows(
        """
        INSERT INTO eaters (household_id, id, name, required, dislikes, dislike_keys)
        VALUES (\(member.household), \(UUID.v7()), 'Lina', \(CookingParameters(diets: [], allergies: [.peanut]).requiredBits), '{olives}', '{olive}')
        """)
      try app.rows(
        """
        INSERT INTO ingredients_at_hand (household_id, id, name, key, amount, place)
        VALUES (\(member.household), \(UUID.v7()), 'rice', 'rice', '2 kg', 'Cellar')
        """)
      let found = try archive(member)
      let page = try #require(found["index.html"])
      for text in [
        "Pack &lt;the&gt; &#34;car&#34;", "4 May \(year), 07:30", "High priority", "Every week", "holiday",
        "Two\nlines",
        "☑ <s>tent</s>", "☐ stove", "Hardware", "4 hooks", "for Soup", "In the basket: 1", "3 servings", "1 h 15 min",
        "Slowly",
        "200 kcal", "Grandmother", "Noodles", "Lina", "Peanut", "olives", "2 kg · Cellar",
      ] { #expect(page.contains(text), "\(text)") }
      #expect(!page.contains("Of a stranger") && !page.contains("<script"))
      #expect(page.contains("href=\"style.css\"") && found["style.css"]?.contains("color-scheme") == true)
      let table = try #require(found["items.csv"])
      #expect(table.contains("high,\(year)-05-01,\"[x] tent\n[ ] stove\",\(item)"))
    }

    @Test func `Both sides of a stay read in their archives what was said, and nobody else does`() async throws {
      let app = try await TestApp.shared()
      let (guest, host, stranger) = (try await app.member(), try await app.member(), try await app.member())
      let listing = try await host.list("Joe & Sons")
      let request = try await guest.ask(listing, guests: 2, message: "May we bring the cat?")
      try await host.answer(request, "accept", reply: "Only if it sings.")
      for (member, name, first) in [
        (guest, "<h3 dir=\"auto\">Joe &amp; Sons</h3>", "Staying with Joe &amp; Sons"),
        (host, "<h2 id=\"hosting\">", "Guest:"),
      ] {
        let page = try #require(try archive(member)["index.html"])
        for text in [name, "May we bring the cat?", "Only if it sings.", "2 guests", "Accepted"] {
          #expect(page.contains(text), "\(text)")
        }
        let calendar = page.components("<section").first { $0.contains("id=\"calendar\"") }
        #expect(calendar?.contains(first) == true)
      }
      let page = try #require(try archive(stranger)["index.html"])
      #expect(!page.contains("the cat") && !page.contains("id=\"hosting\"") && !page.contains("id=\"requests\""))
    }
  }
}
