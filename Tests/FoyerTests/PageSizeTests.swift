import Testing

@testable import Foyer

extension FoyerTests {
  @Suite struct PageSizeTests {
    @Test func `A page of 50 items has at most 65 KB`() async throws {
      let member = try await TestApp.shared().member()
      // As Benchmarks/seed.sql fills a household.
      try member.app.rows(
        """
        INSERT INTO categories (household_id, id, name, color)
        SELECT \(member.household), gen_random_uuid(), 'Category ' || i, color_for(i::text) FROM generate_series(1, 5) AS i
        """)
      try member.app.rows(
        """
        INSERT INTO tags (household_id, id, name, color)
        SELECT \(member.household), gen_random_uuid(), 'Tag ' || i, color_for(i::text) FROM generate_series(1, 8) AS i
        """)
      try member.app.rows(
        """
        INSERT INTO items (household_id, id, title, description, due_at, done_at, position, category_id)
        SELECT \(member.household), gen_random_uuid(),
          (ARRAY['Buy milk and bread', 'Call the plumber about the <kitchen> tap', 'Réserver le train pour Lyon',
            'Water the plants on the balcony', 'Прочитать письмо из школы', '화분에 물 주기', 'Renew the library cards'])[1 + (i + 1) % 7]
            || ' (' || i || ')',
          CASE WHEN i % 2 = 0 THEN 'Ask Jo & Sam first; the receipt is in the blue folder, second shelf from the top.' ELSE '' END,
          CASE WHEN i % 3 = 0 THEN now() + (i - 25) * interval '17 hours' END,
          CASE WHEN i % 4 = 0 THEN now() - interval '1 day' END, -i,
          (SELECT id FROM categories WHERE household_id = \(member.household) AND i % 6 > 0 AND name = 'Category ' || 1 + i % 5)
        FROM generate_series(1, 50) AS i
        """)
      try member.app.rows(
        """
        INSERT INTO item_tags (household_id, item_id, tag_id)
        SELECT i.household_id, i.id, t.id
        FROM items i, tags t, generate_series(0, 1) AS n
        WHERE i.household_id = \(member.household) AND t.household_id = i.household_id
          AND -i.position::int / 12 % 2 = 0 AND t.name = 'Tag ' || 1 + (-i.position::int / 2 + n * 3) % 8
        """)
      #expect(try await member.get("/items").body.count <= 65 << 10)
      let page = try await member.get("/items?status=all")
      #expect(page.itemIDs.count == 50 && page.count(of: "<details class=\"section\"") == 6)
      #expect(page.count(of: "<a class=\"tag ") == 52)
      #expect(page.body.count <= 65 << 10)
      // One form for the list and one token in it, beside those of signing out and of the line on top.
      #expect(page.count(of: "name=\"csrf\"") == 3)
    }
  }
}
