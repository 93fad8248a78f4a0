/// A statement of the program that is another one where the tables of households are on workers, beyond the names that
/// `Distribution` replaces.
///
/// A test computes the sums of the program's own texts: whoever changes such a statement looks at the one here, and notes the new
/// sum.
struct OwnStatement: Sendable {
  /// The first words, which no other statement has.
  let begins: String
  /// The first 16 digits of the SHA-256 of the whole text, or texts, with one space for each stretch of white space.
  let sums: [String]
  /// The text here, with the same parameters.
  private let text: @Sendable (String) -> String

  private init(_ begins: String, sums: String..., text: @escaping @Sendable (String) -> String) {
    (self.begins, self.sums, self.text) = (begins, sums, text)
  }

  private init(_ begins: String, sum: String, is text: String) {
    (self.begins, sums) = (begins, [sum])
    self.text = { _ in text }
  }

  /// The text here of a statement; nil if the general rules have to do.
  static func text(for statement: String) -> String? {
    let words = words(statement)
    return all.first { words.hasPrefix($0.begins) }?.text(words)
  }

  /// A text with one space for each stretch of white space.
  static func words(_ text: String) -> String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

  /// The only text between two others.
  private static func part(of text: String, after start: String, before end: String) -> Substring {
    let rest = text.firstRange(of: start).map { text[$0.upperBound...] } ?? ""
    return rest.firstRange(of: end).map { rest[..<$0.lowerBound] } ?? rest
  }

  /// Settings of a transaction are told to the workers by functions of distribute.sql.
  static let all: [OwnStatement] = [
    OwnStatement("SELECT s.person_id, s.household_id, p.name, p.language,", sums: "7272fa9c8ace3aae") {
      "SELECT * FROM open_session($1, \(part(of: $0, after: "coalesce(p.language, ", before: ")")))"
    },
    OwnStatement(
      "SELECT set_config('foyer.household', $1, true), set_config('foyer.person', '', true)", sum: "0d01ab63e875af07",
      is: "SELECT open_household($1)"),
    OwnStatement(
      "SELECT set_config('foyer.household', $1, true), set_config('foyer.person', $2, true)", sums: "48d740b38b10b4e7",
      "db0634b393cfa872"
    ) {
      "SELECT open_household($1, $2, \(part(of: $0, after: "'TimeZone', ", before: ", true), set_config('role'")))"
    },
    OwnStatement("SELECT set_config('foyer.quota'", sum: "75aa698b8ad2cc19", is: "SELECT tell_quota($1)"),
    OwnStatement(
      "SELECT coalesce(current_setting('foyer.changes', true)", sum: "ebdc6bfc323183de",
      is: "SELECT noted_changes() AS changes"),
    OwnStatement(
      "WITH due AS MATERIALIZED (SELECT household_id, item_id, person_id, at FROM reminders", sums: "3fec6b89a6f56f85"
    ) {
      let rest = $0.firstRange(of: ", told AS").map { $0.lowerBound } ?? $0.endIndex
      return "WITH fired AS MATERIALIZED (SELECT * FROM take_reminders($1)) \($0[rest...])"
    },
    // Webhooks are on the coordinator, and the changes with the numbers of each worker's own transactions there.
    OwnStatement("WITH due AS MATERIALIZED (SELECT w.household_id, w.id FROM webhooks w", sums: "8c31ab6895801eda") {
      let rest = $0.firstRange(of: ", queued AS").map { $0.lowerBound } ?? $0.endIndex
      return """
        WITH hooks AS MATERIALIZED (
          SELECT w.household_id, w.id, w.kinds, w.sent, w.due_at, w.ended_at IS NULL AND w.reading IS NOT NULL OR EXISTS (
              SELECT FROM webhook_deliveries d
              WHERE d.household_id = w.household_id AND d.webhook_id = w.id AND d.state = 'waiting') AS waits, w.ended_at IS NULL AS is_on
          FROM webhooks w
          WHERE w.due_at <= now() AND NOT EXISTS (
            SELECT FROM jobs j
            WHERE j.share = w.household_id AND j.state = 'waiting' AND j.kind = 'webhook' AND j.payload->>'webhook' = w.id::text)
        ), changed AS MATERIALIZED (
          SELECT DISTINCT h.household_id, h.id FROM changes c JOIN hooks h ON h.household_id = c.household_id
          WHERE h.is_on AND c.moment >= pg_snapshot_xmin(h.sent) AND c.kind = ANY (h.kinds)
            AND NOT pg_visible_in_snapshot(c.moment, h.sent) AND c.moment < pg_snapshot_xmax(pg_current_snapshot())
        ), due AS MATERIALIZED (
          SELECT household_id, id FROM hooks WHERE waits OR (household_id, id) IN (SELECT household_id, id FROM changed)
          ORDER BY due_at LIMIT $1
        )\(rest == $0.endIndex ? "" : String($0[rest...]))
        """
    },
    // Of a table of the workers, the coordinator reads what it needs in one go.
    OwnStatement(
      "SELECT count(*) AS households,", sum: "e4da65928083e47e",
      is: """
        WITH shards AS MATERIALIZED (
          SELECT (SELECT coalesce(sum(open_items + done_items), 0) FROM item_counts) AS items,
            (SELECT count(*) FROM recipes WHERE household_id <> ALL (ARRAY(SELECT id FROM starters))) AS recipes,
            (SELECT coalesce(sum(images), 0)::bigint FROM household_storage) AS images
        )
        SELECT count(*) AS households, (SELECT count(*) FROM people) AS people,
          (SELECT count(*) FROM sessions
            WHERE seen_at > now() - interval '14 days' AND created_at > now() - interval '30 days') AS sessions,
          (SELECT items FROM shards) AS items,
          (SELECT recipes FROM shards) AS recipes,
          (SELECT images FROM shards) AS images,
          (SELECT count(*) FROM invitations
            WHERE used_at IS NULL AND created_at > now() - interval '7 days') AS invitations,
          to_timestamp($1::bigint) AS backup
        FROM households WHERE id <> ALL (starter_households())
        """),
    OwnStatement(
      "SELECT h.id, (SELECT count(*) FROM people p WHERE p.household_id = h.id) AS members, coalesce(s.image_bytes",
      sum: "2e395b9e9661dae9",
      is: """
        WITH stored AS MATERIALIZED (SELECT household_id, image_bytes, quota FROM household_storage)
        SELECT h.id, (SELECT count(*) FROM people p WHERE p.household_id = h.id) AS members,
          coalesce(s.image_bytes, 0) AS image_bytes, s.quota
        FROM households h LEFT JOIN stored s ON s.household_id = h.id
        WHERE h.id <> ALL (starter_households())
        ORDER BY coalesce(s.image_bytes, 0) DESC, h.id LIMIT 100
        """),
    OwnStatement(
      "SELECT h.id, h.name, (SELECT count(*) FROM people p WHERE p.household_id = h.id) AS members, (SELECT coalesce(sum(c.open_items",
      sum: "bc237abea87288d3",
      is: """
        WITH stored AS MATERIALIZED (SELECT household_id, image_bytes, quota FROM household_storage),
        counted AS MATERIALIZED (SELECT household_id, sum(open_items + done_items) AS items FROM item_counts GROUP BY household_id),
        cooked AS MATERIALIZED (SELECT household_id, count(*) AS recipes FROM recipes GROUP BY household_id)
        SELECT h.id, h.name, (SELECT count(*) FROM people p WHERE p.household_id = h.id) AS members,
          (SELECT coalesce(sum(c.items), 0)::bigint FROM counted c WHERE c.household_id = h.id) AS items,
          (SELECT coalesce(sum(r.recipes), 0)::bigint FROM cooked r WHERE r.household_id = h.id) AS recipes,
          coalesce(s.image_bytes, 0) AS image_bytes, s.quota
        FROM households h LEFT JOIN stored s ON s.household_id = h.id
        WHERE h.id <> ALL (starter_households())
        ORDER BY h.created_at, h.id
        """),
  ]
}
