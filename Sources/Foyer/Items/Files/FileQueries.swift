import Postgres

/// Queries of the tables `files` and `item_files`. A trigger deletes a file when no item has it any more.
enum FileQueries {
  private static let columns: SQL = "f.id, f.name, f.size, f.is_picture"

  /// An upload has no item yet.
  private static let isUnused: SQL = """
    NOT EXISTS (SELECT FROM item_files WHERE household_id = f.household_id AND file_id = f.id)
    """

  static func insert(_ file: ItemFile, _ bytes: [UInt8], _ thumbnail: [UInt8]?) -> SQL {
    """
    INSERT INTO files (id, name, size, is_picture, bytes, thumbnail)
    VALUES (\(file.id), \(file.name), \(file.size), \(file.isPicture), \(bytes), \(optional: thumbnail))
    ON CONFLICT (household_id, id) DO NOTHING
    """
  }

  /// Those that a form has stored and no item has.
  static func uploads(_ ids: [UUID]) -> SQL {
    """
    SELECT \(fragment: columns) FROM files f
    WHERE f.household_id = current_household() AND f.id = ANY (\(ids)::uuid[]) AND \(fragment: isUnused)
    ORDER BY f.created_at, f.id LIMIT 50
    """
  }

  /// Uploads of more than a day ago that still have no item.
  static func deleteOrphans() -> SQL {
    """
    DELETE FROM files f
    WHERE f.household_id = current_household() AND f.created_at < now() - interval '1 day' AND \(fragment: isUnused)
    """
  }

  // MARK: Of an item

  /// The column `files` of the item `i`, as JSON; NULL without any.
  static let column: SQL = """
    CASE WHEN i.files > 0 THEN (
      SELECT json_agg(json_build_object('id', f.id, 'name', f.name, 'size', f.size, 'is_picture', f.is_picture) ORDER BY f.created_at, f.id)::text
      FROM item_files x JOIN files f ON f.household_id = current_household() AND f.id = x.file_id
      WHERE x.household_id = current_household() AND x.item_id = i.id AND x.deleted_at IS NULL) END AS files
    """

  /// Gives uploads to an item, whatever others have changed of it meanwhile. What was there before this transaction, and was not
  /// changed by it, has another version then.
  static func add(_ ids: [UUID], to item: UUID) -> SQL {
    """
    WITH added AS (
      INSERT INTO item_files (item_id, file_id)
      SELECT i.id, f.id FROM items i, files f
      WHERE i.household_id = current_household() AND i.id = \(item) AND i.deleted_at IS NULL
        AND f.household_id = current_household() AND f.id = ANY (\(ids)::uuid[]) AND \(fragment: isUnused)
      ON CONFLICT DO NOTHING
      RETURNING item_id
    )
    UPDATE items SET version = version + 1
    WHERE household_id = current_household() AND id IN (SELECT item_id FROM added)
      AND created_at <> now() AND changed_at IS DISTINCT FROM now()
    """
  }

  /// Gives a new item files that others may have already.
  static func share(_ ids: [UUID], with item: UUID) -> SQL {
    """
    INSERT INTO item_files (item_id, file_id)
    SELECT i.id, f.id FROM items i, files f
    WHERE i.household_id = current_household() AND i.id = \(item)
      AND f.household_id = current_household() AND f.id = ANY (\(ids)::uuid[])
    ORDER BY f.id ON CONFLICT DO NOTHING
    """
  }

  /// The next items of a series have what the ones before them have.
  static func share(_ next: [NextItem]) -> SQL {
    """
    INSERT INTO item_files (item_id, file_id)
    SELECT i.id, x.file_id FROM unnest(\(next.map(\.id))::uuid[], \(next.map(\.item))::uuid[]) AS new (id, item)
    JOIN items i ON i.household_id = current_household() AND i.id = new.id
    JOIN item_files x ON x.household_id = current_household() AND x.item_id = new.item AND x.deleted_at IS NULL
    ORDER BY i.id, x.file_id ON CONFLICT DO NOTHING
    """
  }

  static func list(of item: UUID) -> SQL {
    """
    SELECT \(fragment: columns) FROM item_files x
    JOIN files f ON f.household_id = current_household() AND f.id = x.file_id
    WHERE x.household_id = current_household() AND x.item_id = \(item) AND x.deleted_at IS NULL
    ORDER BY f.created_at, f.id
    """
  }

  /// A file, with the bytes of a picture.
  static func find(_ file: UUID, of item: UUID) -> SQL {
    read("\(fragment: columns), CASE WHEN f.is_picture THEN f.bytes END AS bytes", file, of: item)
  }

  static func thumbnail(_ file: UUID, of item: UUID) -> SQL {
    read("f.id, f.thumbnail AS bytes", file, of: item, " AND f.is_picture")
  }

  /// A part of a file; PostgreSQL reads no more of it.
  static func part(_ range: Range<Int>, of file: UUID, of item: UUID) -> SQL {
    read("substr(f.bytes, \(range.lowerBound + 1)::int, \(range.count)::int) AS bytes", file, of: item)
  }

  private static func read(_ columns: SQL, _ file: UUID, of item: UUID, _ condition: SQL = "") -> SQL {
    """
    SELECT \(fragment: columns) FROM items i
    JOIN item_files x ON x.household_id = current_household() AND x.item_id = i.id AND x.file_id = \(file) AND x.deleted_at IS NULL
    JOIN files f ON f.household_id = current_household() AND f.id = x.file_id
    WHERE i.household_id = current_household() AND i.id = \(item) AND i.deleted_at IS NULL\(fragment: condition)
    """
  }

  // MARK: Deleting

  /// Takes a file from an item, or gives it back.
  static func delete(_ file: UUID, of item: UUID) -> SQL {
    change("deleted_at = now()", "file_id = \(file) AND item_id = \(item) AND deleted_at IS NULL")
  }

  /// - Parameter item: nil for all that had it.
  static func restore(_ file: UUID, of item: UUID?) -> SQL {
    let those: SQL = item.map { " AND item_id = \($0)" } ?? ""
    return change(
      "deleted_at = NULL", "file_id = \(file) AND deleted_at > now() - interval '30 days'\(fragment: those)")
  }

  private static func change(_ change: SQL, _ condition: SQL) -> SQL {
    """
    WITH changed AS (
      UPDATE item_files SET \(fragment: change)
      WHERE household_id = current_household() AND \(fragment: condition)
        AND item_id IN (SELECT id FROM items WHERE household_id = current_household() AND deleted_at IS NULL)
      RETURNING item_id
    )
    UPDATE items SET \(fragment: .nextVersion)
    WHERE household_id = current_household() AND id IN (SELECT item_id FROM changed)
    """
  }

  /// The name of a file of an item, deleted or not.
  /// - Parameter item: nil for any.
  static func name(_ file: UUID, of item: UUID?) -> SQL {
    let its: SQL = item.map { " AND i.id = \($0)" } ?? ""
    return """
      SELECT f.name FROM item_files x
      JOIN files f ON f.household_id = current_household() AND f.id = x.file_id
      JOIN items i ON i.household_id = current_household() AND i.id = x.item_id AND i.deleted_at IS NULL
      WHERE x.household_id = current_household() AND x.file_id = \(file)\(fragment: its) LIMIT 1
      """
  }

  static func deleteForGood() -> SQL {
    "DELETE FROM item_files WHERE household_id = current_household() AND deleted_at <= now() - interval '30 days'"
  }

  /// The files of items that are there, a row each.
  static func listDeleted(after id: UUID?) -> SQL {
    TrashQueries.list(
      "id, name",
      of: """
        (SELECT x.household_id, x.file_id AS id, f.name, max(x.deleted_at) AS deleted_at FROM item_files x
        JOIN files f ON f.household_id = current_household() AND f.id = x.file_id
        JOIN items i ON i.household_id = current_household() AND i.id = x.item_id AND i.deleted_at IS NULL
        WHERE x.household_id = current_household() AND x.deleted_at IS NOT NULL
        GROUP BY x.household_id, x.file_id, f.name) AS gone
        """, after: id)
  }
}
