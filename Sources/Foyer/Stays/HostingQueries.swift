import CivilTime
import Postgres

/// Queries of the household's own listing, its pictures, its address and its blocked dates.
enum HostingQueries {
  static func find() -> SQL {
    """
    SELECT l.id, l.name, l.offer, l.place, l.capacity, l.published, l.photo_id, l.place_photo_id, l.version,
      coalesce(a.address, '') AS address
    FROM listings l LEFT JOIN listing_addresses a ON a.household_id = l.household_id AND a.listing_id = l.id
    WHERE l.household_id = current_household()
    """
  }

  /// Creates the listing, unless the household has one already. There is a row if it was created.
  static func insert(_ draft: ListingDraft, in batch: inout Batch) -> Batch.Key {
    batch.add(pictures(draft))
    let made = batch.add(
      """
      WITH made AS (
        INSERT INTO listings (id, name, offer, place, capacity, published, photo_id, place_photo_id)
        VALUES (\(draft.id), \(draft.name), \(draft.offer), \(draft.place), \(draft.capacity), \(draft.isPublished),
          (\(fragment: picture(draft.photoID))), (\(fragment: picture(draft.placePhotoID))))
        ON CONFLICT (household_id) DO NOTHING
        RETURNING id
      ), placed AS (
        INSERT INTO listing_addresses (listing_id, address) SELECT id, \(draft.address) FROM made
      )
      SELECT id FROM made
      """)
    batch.add(deletePictures())
    return made
  }

  /// Changes the listing, unless it has changed since `version`. There is a row if it was changed.
  static func update(_ draft: ListingDraft, version: Int, in batch: inout Batch) -> Batch.Key {
    batch.add(pictures(draft))
    let changed = batch.add(
      """
      WITH changed AS (
        UPDATE listings SET name = \(draft.name), offer = \(draft.offer), place = \(draft.place), capacity = \(draft.capacity),
          published = \(draft.isPublished), photo_id = coalesce((\(fragment: picture(draft.photoID))), photo_id),
          place_photo_id = coalesce((\(fragment: picture(draft.placePhotoID))), place_photo_id), \(fragment: .nextVersion)
        WHERE household_id = current_household() AND version = \(version)
        RETURNING id
      ), placed AS (
        INSERT INTO listing_addresses (listing_id, address) SELECT id, \(draft.address) FROM changed
        ON CONFLICT (household_id, listing_id) DO UPDATE SET address = excluded.address
      )
      SELECT id FROM changed
      """)
    batch.add(deletePictures())
    return changed
  }

  /// Copies uploads to the table of public pictures; the upload itself stays unowned and is deleted after a day.
  private static func pictures(_ draft: ListingDraft) -> [SQL] {
    [draft.photoID, draft.placePhotoID].compactMap { $0 }.map { id in
      """
      INSERT INTO listing_pictures (id, picture, thumbnail)
      SELECT id, picture, thumbnail FROM images WHERE household_id = current_household() AND id = (\(fragment: ImageQueries.unused(id)))
      ON CONFLICT (household_id, id) DO NOTHING
      """
    }
  }

  private static func picture(_ id: UUID?) -> SQL {
    "SELECT id FROM listing_pictures WHERE household_id = current_household() AND id = \(optional: id)"
  }

  /// Deletes pictures that the listing no longer shows.
  static func deletePictures() -> SQL {
    """
    DELETE FROM listing_pictures p
    WHERE household_id = current_household() AND NOT EXISTS (
      SELECT FROM listings l WHERE l.household_id = p.household_id AND (l.photo_id = p.id OR l.place_photo_id = p.id))
    """
  }

  // MARK: Blocked dates

  /// Blocked dates that are not past.
  static func blockedDates() -> SQL {
    """
    SELECT id, first_day, last_day FROM blocked_dates
    WHERE household_id = current_household() AND deleted_at IS NULL AND last_day >= current_date
    ORDER BY last_day, id LIMIT 200
    """
  }

  static func block(_ id: UUID, from first: CalendarDate, to last: CalendarDate) -> SQL {
    """
    INSERT INTO blocked_dates (id, first_day, last_day) VALUES (\(id), \(first), \(last))
    ON CONFLICT (household_id, id) DO NOTHING
    """
  }

  static func free(_ id: UUID) -> SQL {
    "UPDATE blocked_dates SET deleted_at = now() WHERE household_id = current_household() AND id = \(id) AND deleted_at IS NULL"
  }

  static func blockAgain(_ id: UUID) -> SQL {
    """
    UPDATE blocked_dates SET deleted_at = NULL
    WHERE household_id = current_household() AND id = \(id) AND deleted_at > now() - interval '30 days'
    """
  }

  /// Freed dates that can still be blocked again.
  static func listFreed(after id: UUID?) -> SQL {
    TrashQueries.list("id, first_day, last_day", of: "blocked_dates", after: id)
  }

  static func findBlocked(_ id: UUID) -> SQL {
    "SELECT id FROM blocked_dates WHERE household_id = current_household() AND id = \(id)"
  }

  static func deleteFreed() -> SQL {
    "DELETE FROM blocked_dates WHERE household_id = current_household() AND deleted_at <= now() - interval '30 days'"
  }
}
