import Cookery
import Crypto
import MoveIn
import Postgres

/// Statements that write the demo data with the rights of the household that it belongs to.
enum DemoQueries {

  /// Foods that were ticked on a few trips.
  static func insert(usuals: [FoodLine]) -> SQL {
    """
    INSERT INTO usual_foods (key, name, ticks) SELECT key, name, 3
    FROM unnest(\(usuals.map(\.key))::text[], \(usuals.map(\.words))::text[]) AS usual (key, name)
    ON CONFLICT (household_id, key) DO NOTHING
    """
  }

  /// Items that were moved in, and one that was deleted in its program.
  static func insert(
    move id: UUID, of items: [(id: UUID, title: String)], leaving left: String, daysAgo: Int
  ) -> [SQL] {
    [
      """
      INSERT INTO moves (id, state, programs, created_at, moved_at)
      SELECT \(id), 'moved', '{Todoist}', at, at FROM (SELECT now() - make_interval(days => \(daysAgo)) AS at) AS moment
      """,
      """
      INSERT INTO move_rows (move_id, number, kind, key, title, state, subject_id)
      SELECT \(id), place, 'item', subject, title, 'stored', subject
      FROM unnest(\(items.map(\.id))::uuid[], \(items.map(\.title))::text[]) WITH ORDINALITY AS moved (subject, title, place)
      """,
      """
      INSERT INTO move_rows (move_id, number, kind, key, title, state, why)
      VALUES (\(id), \(items.count + 1), 'left_out', \(id), \(left), 'left_out', \(MovedReason.deletedThere.rawValue))
      """,
    ]
  }

  /// A lunch at which a member is away.
  static func insert(absenceOf person: UUID, inDays days: Int) -> SQL {
    """
    INSERT INTO meal_absences (day, meal, eater_id)
    SELECT (now() AT TIME ZONE time_zone)::date + \(days)::int, 'lunch', \(person)::uuid FROM households WHERE id = current_household()
    ON CONFLICT (household_id, day, meal, eater_id) DO NOTHING
    """
  }

  static func become(household: UUID, person: UUID) -> SQL {
    """
    SELECT set_config('foyer.household', \("\(household)"), true), set_config('foyer.person', \("\(person)"), true),
      set_config('TimeZone', 'Europe/Paris', true), set_config('role', 'foyer_app', true)
    """
  }

  /// The time on the clock of the demo's households.
  static func clock() -> SQL { "SELECT now() AT TIME ZONE 'Europe/Paris' AS local" }

  /// Which of these households exist.
  static func existing(_ households: [UUID]) -> SQL {
    "SELECT id FROM households WHERE id = ANY (\(households)::uuid[])"
  }

  /// Which of these addresses belong to other accounts.
  static func taken(_ emails: [String], except people: [UUID]) -> SQL {
    """
    SELECT email FROM accounts
    WHERE lower(email) = ANY (\(emails)::text[]) AND NOT person_id = ANY (\(people)::uuid[]) ORDER BY email
    """
  }

  static func insert(household: UUID, named name: String, icon: String) -> SQL {
    "INSERT INTO households (id, name, icon, time_zone) VALUES (\(household), \(name), \(icon), 'Europe/Paris')"
  }

  static func insert(person: UUID, named name: String, email: String, password: String, in household: UUID) -> [SQL] {
    [
      """
      INSERT INTO people (household_id, id, name, time_zone) VALUES (\(household), \(person), \(name), 'Europe/Paris')
      """,
      """
      INSERT INTO accounts (household_id, person_id, email, password)
      VALUES (\(household), \(person), \(email), \(password))
      """,
    ]
  }

  static func update(accent: String) -> SQL {
    "UPDATE people SET accent = \(accent) WHERE household_id = current_household() AND id = current_person()"
  }

  // MARK: As a member of the household

  static func insert(image: UUID, _ bytes: [UInt8]) -> SQL {
    "INSERT INTO images (id, picture, thumbnail) VALUES (\(image), \(bytes), \(bytes))"
  }

  /// Dates done items back by some days.
  static func date(done days: [UUID: Int]) -> SQL {
    """
    UPDATE items SET done_at = now() - days * interval '1 day'
    FROM unnest(\(Array(days.keys))::uuid[], \(Array(days.values))::integer[]) AS done (id, days)
    WHERE household_id = current_household() AND items.id = done.id
    """
  }

  static func insert(
    activity kind: String, of item: UUID, titled title: String, by person: UUID, hoursAgo hours: Int
  ) -> SQL {
    """
    INSERT INTO activity (person_id, kind, subject_id, title, at)
    VALUES (\(person), \(kind), \(item), \(title), now() - \(hours) * interval '1 hour')
    """
  }

  /// Making the demo is no news: of a transaction's changes the first five would be noted, whichever these are.
  static func forgetActivity() -> SQL { "DELETE FROM activity WHERE household_id = current_household()" }

  static func lookedDaysAgo(_ days: Int) -> SQL {
    """
    UPDATE people SET looked_at = now() - \(days) * interval '1 day', looked_before = now() - \(days) * interval '1 day'
    WHERE household_id = current_household() AND id = current_person()
    """
  }

  /// The person's settings.
  static func remind() -> SQL {
    """
    INSERT INTO reminder_settings (codes, digest_at, quiet_from, quiet_to, by_push)
    VALUES ('{-18:00,60}', '07:30', '22:00', '07:00', true)
    """
  }

  /// The starter recipes with these names.
  static func insert(favorites names: [String]) -> SQL {
    """
    INSERT INTO favorites (recipe_id, name_order)
    SELECT id, name_order FROM recipes
    WHERE household_id = starter_household() AND name = ANY (\(names)::text[]) AND deleted_at IS NULL
    ON CONFLICT DO NOTHING
    """
  }

  /// They were cooked, one a week.
  static func insert(cooked names: [String]) -> SQL {
    """
    INSERT INTO cookings (id, recipe_id, day)
    SELECT gen_random_uuid(), r.id, current_date - 7 * row_number() OVER (ORDER BY r.name)::int
    FROM recipes r WHERE r.household_id = starter_household() AND r.name = ANY (\(names)::text[]) AND r.deleted_at IS NULL
    """
  }

  static func insert(listing host: DemoData.Host, _ id: UUID, photo: UUID, placePhoto: UUID) -> [SQL] {
    [
      """
      INSERT INTO listings (id, name, offer, place, capacity, photo_id, place_photo_id, published)
      VALUES (\(id), \(host.name), \(host.offer), \(host.place), \(host.capacity), \(photo), \(placePhoto), true)
      """,
      "INSERT INTO listing_addresses (listing_id, address) VALUES (\(id), \(host.address))",
    ]
  }

  static func insert(listingPicture id: UUID, _ bytes: [UInt8]) -> SQL {
    "INSERT INTO listing_pictures (id, picture, thumbnail) VALUES (\(id), \(bytes), \(bytes))"
  }

  static func insert(blocked id: UUID, from: Int, to: Int) -> SQL {
    """
    INSERT INTO blocked_dates (id, first_day, last_day)
    VALUES (\(id), current_date + \(from)::integer, current_date + \(to)::integer)
    """
  }

  /// As the guest.
  static func insert(request: DemoData.Request, _ id: UUID, host: UUID, listing: UUID) -> SQL {
    """
    INSERT INTO stay_requests (id, host_household_id, listing_id, arrival, departure, guests, required, message)
    VALUES (\(id), \(host), \(listing), current_date + \(request.arrival)::integer,
      current_date + \(request.arrival + request.nights)::integer, \(request.guests), \(request.needs.requiredBits), \(request.message))
    """
  }

  /// As the host.
  static func answer(request: DemoData.Request, _ id: UUID) -> SQL? {
    switch request.answer {
    case nil: nil
    case .accepted:
      """
      UPDATE stay_requests SET state = 'accepted', reply = \(request.reply)
      WHERE host_household_id = current_household() AND id = \(id)
      """
    case .declined:
      """
      UPDATE stay_requests SET state = 'declined', reply = \(request.reply)
      WHERE host_household_id = current_household() AND id = \(id)
      """
    case .proposed(let arrival):
      """
      UPDATE stay_requests SET reply = \(request.reply), proposed_arrival = current_date + \(arrival)::integer,
        proposed_departure = current_date + \(arrival + request.nights)::integer
      WHERE host_household_id = current_household() AND id = \(id)
      """
    }
  }
}

extension UUID {
  /// A stable id of a demo row. It has the form of version 7 with a time in autumn 2025, so that rows that people
  /// create come after it in every list.
  static func demo(_ words: String, order: Int = 0) -> UUID {
    let rest = Array(hexadecimal(sha256("foyer demo \(words)".utf8)).utf8)
    func part(_ range: Range<Int>) -> String { String(decoding: rest[range], as: UTF8.self) }
    let number = String(order, radix: 16)
    let text =
      "019a1c00-\(String(repeating: "0", count: 4 - number.utf8.count))\(number)-7\(part(0..<3))-8\(part(3..<6))-\(part(6..<18))"
    guard let id = UUID(text.utf8) else { preconditionFailure("\(text) is not a UUID") }
    return id
  }
}
