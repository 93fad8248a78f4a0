import Postgres
import ZipFile

/// Ids of an archive that are taken here.
extension HouseholdImport {
  /// Fills the table `renamed`: other ids for rows where they are taken here, and for those that the household has already by
  /// another id.
  func rename(
    _ zip: ZipReader, _ index: ArchiveIndex, _ tables: [ArchiveTable], in home: UUID, _ session: Session
  ) throws {
    try session.run(SessionQueries.openWithoutSession())
    let isTaken = try isTaken(zip, index, in: home, session)
    // The same person, by the address.
    try batches(of: "accounts", zip, index) { lines in
      try session.run(
        """
        INSERT INTO pg_temp.renamed
        SELECT (r->>'person_id')::uuid, a.person_id FROM json_array_elements(\(lines)::json) AS r
        JOIN accounts a ON a.household_id = \(home) AND lower(a.email) = lower(r->>'email')
        ON CONFLICT DO NOTHING
        """)
    }
    try session.run(SessionQueries.open(household: home))
    for table in ["categories", "tags"] {
      try batches(of: table, zip, index) { lines in
        let named: SQL =
          "SELECT (r->>'id')::uuid AS id, folded(btrim(r->>'name')) AS name FROM json_array_elements(\(lines)::json) AS r WHERE r->>'deleted_at' IS NULL"
        let found: SQL =
          table == "categories"
          ? "SELECT id, folded_name FROM categories WHERE household_id = \(home) AND deleted_at IS NULL"
          : "SELECT id, folded_name FROM tags WHERE household_id = \(home) AND deleted_at IS NULL"
        try session.run(
          """
          INSERT INTO pg_temp.renamed
          SELECT n.id, t.id FROM (\(fragment: named)) AS n JOIN (\(fragment: found)) AS t ON t.folded_name = n.name
          ON CONFLICT DO NOTHING
          """)
      }
    }
    // A household has one listing.
    try batches(of: "listings", zip, index) { lines in
      try session.run(
        """
        INSERT INTO pg_temp.renamed
        SELECT (r->>'id')::uuid, l.id FROM json_array_elements(\(lines)::json) AS r
        JOIN listings l ON l.household_id = \(home)
        ON CONFLICT DO NOTHING
        """)
    }
    if isTaken { try renameAll(zip, index, tables, in: home, session) }
  }

  /// Whether the archive's household is here, or rows of others have ids of its people or pictures.
  private func isTaken(_ zip: ZipReader, _ index: ArchiveIndex, in home: UUID, _ session: Session) throws -> Bool {
    let isOther = home != index.household
    var isTaken = try isOther && has(index.household, session)
    for table in ["people", "images"] where isOther && !isTaken {
      try batches(of: table, zip, index) { lines in
        let ids: SQL = "SELECT (r->>'id')::uuid FROM json_array_elements(\(lines)::json) AS r"
        let taken: SQL =
          table == "people"
          ? "SELECT FROM people WHERE household_id <> \(home) AND id IN (\(fragment: ids)) LIMIT 1"
          : "SELECT FROM images WHERE household_id <> \(home) AND id IN (\(fragment: ids)) LIMIT 1"
        if try !session.run(taken).isEmpty { isTaken = true }
      }
    }
    return isTaken
  }

  private func renameAll(
    _ zip: ZipReader, _ index: ArchiveIndex, _ tables: [ArchiveTable], in home: UUID, _ session: Session
  ) throws {
    for table in tables where table.name != "households" {
      try batches(of: table.name, zip, index) { lines in
        // Always the same other id in a household, so that the same archive adds nothing the second time.
        try session.run(
          """
          INSERT INTO pg_temp.renamed
          SELECT id, overlay(overlay(md5(\("\(home)")::text || id::text) PLACING '8' FROM 13) PLACING 'a' FROM 17)::uuid
          FROM (SELECT (r->>'id')::uuid AS id FROM json_array_elements(\(lines)::json) AS r WHERE r->>'id' IS NOT NULL) AS ids
          ON CONFLICT DO NOTHING
          """)
      }
    }
  }
}
