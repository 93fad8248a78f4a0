import Postgres

/// A household, its members, and moving between households.
extension HouseholdQueries {
  static func update(_ household: EditHousehold) -> SQL {
    """
    UPDATE households SET name = \(household.name), icon = \(household.icon), description_required = \(household.needsDescription),
      time_zone = \(household.timeZone), zone_chosen = zone_chosen OR time_zone <> \(household.timeZone)
    WHERE id = current_household()
    """
  }

  static func timeZone() -> SQL { "SELECT time_zone FROM households WHERE id = current_household()" }

  /// How many items that are not hidden until later are for a member or have come to the member's turn, of those who have any.
  static func countItems() -> SQL {
    """
    SELECT person AS id, count(*) FILTER (WHERE NOT is_done) AS open, count(*) FILTER (WHERE is_done) AS done
    FROM items, LATERAL (SELECT DISTINCT unnest(people || turn_person) AS person) AS concerned
    WHERE items.household_id = current_household() AND deleted_at IS NULL AND \(fragment: TurnQueries.concernsSome) AND person IS NOT NULL
      AND (is_done OR \(fragment: SnoozeQueries.isHere))
    GROUP BY person
    """
  }

  // MARK: Moving: concerns two households and runs without a session

  /// Locks the household and the one that an invitation leads to, always in the same order: the last member to leave is
  /// known as such, and two people who swap households do not deadlock.
  static func lock(_ household: UUID, invitation tokenHash: [UInt8]) -> SQL {
    """
    SELECT FROM households
    WHERE id = \(household) OR id = (SELECT household_id FROM invitations WHERE token_hash = \(tokenHash))
    ORDER BY id FOR UPDATE
    """
  }

  static func lock(_ household: UUID) -> SQL {
    "SELECT FROM households WHERE id = \(household) FOR UPDATE"
  }

  /// Moves a person; accounts and sessions follow by their foreign keys, and the photo by a trigger. Returns a row if it was done.
  /// - Parameter target: a statement that returns the other household's `household_id`, or no row.
  static func move(_ resident: Resident, to target: SQL, in batch: inout Batch) -> Batch.Key {
    let moved = batch.add(
      """
      WITH target AS (\(fragment: target))
      UPDATE people SET household_id = target.household_id FROM target
      WHERE people.household_id = \(resident.household) AND people.id = \(resident.person)
      RETURNING people.household_id
      """)
    batch.add(deleteIfEmpty(resident.household))
    return moved
  }

  /// A target of `move`: a new household. No row if the person is the sole member already.
  static func insert(_ household: UUID, named name: String, for resident: Resident) -> SQL {
    let name = String(name.unicodeScalars.prefix(10_000))
    return """
      INSERT INTO households (id, name, time_zone)
      SELECT \(household), \(name), (SELECT time_zone FROM people WHERE household_id = \(resident.household) AND id = \(resident.person))
      WHERE EXISTS (SELECT FROM people WHERE household_id = \(resident.household) AND id = \(resident.person))
        AND EXISTS (SELECT FROM people WHERE household_id = \(resident.household) AND id <> \(resident.person))
      RETURNING id AS household_id
      """
  }

  /// Deletes a household without members, and everything in it.
  static func deleteIfEmpty(_ household: UUID) -> SQL {
    """
    DELETE FROM households
    WHERE id = \(household) AND NOT EXISTS (SELECT FROM people WHERE household_id = \(household))
    """
  }
}
