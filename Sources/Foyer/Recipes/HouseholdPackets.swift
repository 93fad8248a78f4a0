import CivilTime
import Cookery
import Postgres

/// An answer about a packet, which a member has given for the household.
struct PacketAnswer: Sendable {
  let key: String
  let subject: PacketAnswers.Subject
  /// The packet has the allergen, or does not fit the diet.
  let isAgainst: Bool
  /// The food, as the recipe named it.
  let name: String
  let day: CalendarDate
  /// Empty for somebody who has left.
  let person: String

  /// Of a row of `RecipeQueries.packetAnswers`; nil for what this program does not ask.
  init?(_ row: Row) throws {
    guard let subject = PacketAnswers.Subject(rawValue: try row["subject"]) else { return nil }
    self.subject = subject
    (key, isAgainst, name) = (try row["key"], try row["is_against"], try row["name"])
    (day, person) = (try row["day"], try row["person"] ?? "")
  }

  /// "29 November, Ada"
  func said(_ strings: Strings, today: CalendarDate) -> String {
    [strings.shortDate(day, today: today), person].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// "soy sauce: ours has none (29 November, Ada)"
  func trail(_ strings: Strings, today: CalendarDate) -> String {
    strings.recipesPacketTrail(
      food: name, says: strings.says(subject, isAgainst: isAgainst).lowercasedFirst, said: said(strings, today: today))
  }
}

extension Strings {
  func text(_ subject: PacketAnswers.Subject) -> String {
    switch subject {
    case .allergen(let allergen): text(allergen)
    case .diet(let diet): text(diet)
    }
  }

  /// "Ours has none"
  func says(_ subject: PacketAnswers.Subject, isAgainst: Bool) -> String {
    switch subject {
    case .allergen: isAgainst ? recipesPacketHas : recipesPacketNone
    case .diet: isAgainst ? recipesPacketUnfit : recipesPacketFits
    }
  }
}

extension PacketAnswers {
  /// Of a row with the column `RecipeQueries.packets`.
  init(_ row: Row) throws {
    self.init()
    let stored: [String]? = try row["packets"]
    for answer in stored ?? [] {
      let parts = answer.split(separator: " ", maxSplits: 2).map(String.init)
      guard parts.count == 3, let subject = Subject(rawValue: parts[1]) else { continue }
      add(parts[2], subject, isAgainst: parts[0] == "1")
    }
  }
}

extension RecipeQueries {
  /// The most that a household may answer, so that each page reads little.
  static let maximumPackets = 300

  /// Whether an answer `p` may concern the recipe `r`: its food is in what was read, or nobody has read it.
  private static let concerns: SQL = "(NOT \(fragment: isRead) OR strpos(r.reading, split_part(p.key, '|', 1)) > 0)"

  /// A column of a recipe `r`: the answers that may concern its lines.
  static let packets: SQL = "\(fragment: packetList) AS packets"

  static let packetList: SQL = """
    ARRAY(SELECT p.is_against::int || ' ' || p.subject || ' ' || p.key FROM packet_answers p
      WHERE p.household_id = current_household() AND \(fragment: concerns))
    """

  /// Whether an answer may concern the recipe `r`, so that its stored bits alone do not decide.
  static let isAnswered: SQL = """
    EXISTS (SELECT FROM packet_answers p WHERE p.household_id = current_household() AND \(fragment: concerns))
    """

  static func packetAnswers() -> SQL {
    """
    SELECT a.key, a.subject, a.is_against, a.name, left(p.name, 60) AS person,
      (a.answered_at AT TIME ZONE (SELECT time_zone FROM households WHERE id = current_household()))::date AS day
    FROM packet_answers a LEFT JOIN people p ON p.household_id = a.household_id AND p.id = a.person_id
    WHERE a.household_id = current_household() ORDER BY a.name COLLATE "C", a.key, a.subject LIMIT \(maximumPackets)
    """
  }

  /// Stores an answer, if there is room; there is a row if it was stored.
  static func answer(_ key: String, _ subject: PacketAnswers.Subject, isAgainst: Bool, name: String, line: String)
    -> SQL
  {
    """
    INSERT INTO packet_answers (key, subject, is_against, name, line, edition)
    SELECT \(key), \(subject.rawValue), \(isAgainst)::boolean, \(name), \(line), \(Understanding.edition)::integer
    WHERE (SELECT count(*) FROM packet_answers WHERE household_id = current_household()) < \(maximumPackets)
      OR EXISTS (SELECT FROM packet_answers
        WHERE household_id = current_household() AND key = \(key) AND subject = \(subject.rawValue))
    ON CONFLICT (household_id, key, subject) DO UPDATE SET is_against = excluded.is_against, name = excluded.name,
      line = excluded.line, edition = excluded.edition, person_id = current_person(), answered_at = now()
    RETURNING key
    """
  }

  /// Changes an answer that is there, or deletes it; there is a row with its name if there was one.
  static func changeAnswer(_ key: String, _ subject: PacketAnswers.Subject, isAgainst: Bool?) -> SQL {
    guard let isAgainst else {
      return """
        DELETE FROM packet_answers
        WHERE household_id = current_household() AND key = \(key) AND subject = \(subject.rawValue) RETURNING name
        """
    }
    return """
      UPDATE packet_answers SET is_against = \(isAgainst), person_id = current_person(), answered_at = now()
      WHERE household_id = current_household() AND key = \(key) AND subject = \(subject.rawValue) RETURNING name
      """
  }

  /// A few answers whose keys another edition has written.
  static func unreadPackets(_ count: Int) -> SQL {
    """
    SELECT DISTINCT ON (key) key, line FROM packet_answers
    WHERE household_id = current_household() AND edition < \(Understanding.edition) ORDER BY key LIMIT \(count)
    """
  }

  /// Gives answers the keys that their lines have now; one about a line of which no packet decides any more is deleted.
  static func renamePackets(_ old: [String], to new: [String]) -> [SQL] {
    [
      """
      INSERT INTO packet_answers (key, subject, is_against, name, line, edition, person_id, answered_at)
      SELECT DISTINCT ON (new.key, there.subject) new.key, there.subject, there.is_against, there.name, there.line,
        \(Understanding.edition)::integer, there.person_id, there.answered_at
      FROM unnest(\(old)::text[], \(new)::text[]) AS new (old, key)
      JOIN packet_answers there ON there.household_id = current_household() AND there.key = new.old
      WHERE new.key <> '' ORDER BY new.key, there.subject, there.is_against DESC, there.answered_at DESC
      ON CONFLICT (household_id, key, subject) DO UPDATE SET is_against = excluded.is_against, name = excluded.name,
        line = excluded.line, edition = excluded.edition, person_id = excluded.person_id, answered_at = excluded.answered_at
      """,
      """
      DELETE FROM packet_answers
      WHERE household_id = current_household() AND key = ANY (\(old)::text[]) AND edition < \(Understanding.edition)
      """,
    ]
  }
}
