import Postgres

/// Everything that is asked of the table `images`. Triggers delete an image when its item or person lets go of it.
enum ImageQueries {
  static func insert(_ id: UUID, _ pictures: ImageConverter.Pictures) -> SQL {
    "INSERT INTO images (id, picture, thumbnail) VALUES (\(id), \(pictures.picture), \(pictures.thumbnail))"
  }

  /// The picture of that id, if nothing shows it yet: it goes with what shows it. A form says which one was uploaded, and
  /// could name another.
  static func unused(_ id: UUID?) -> SQL { unused(column: "\(optional: id)") }

  /// The same, of an id in another part of the statement.
  static func unused(column id: SQL) -> SQL {
    """
    SELECT id FROM images WHERE household_id = current_household() AND id = \(fragment: id) AND \(fragment: isUnused)
    """
  }

  private static let isUnused: SQL = """
    NOT EXISTS (SELECT FROM items WHERE household_id = images.household_id AND image_id = images.id)
      AND NOT EXISTS (SELECT FROM people WHERE household_id = images.household_id AND photo_id = images.id)
      AND NOT EXISTS (SELECT FROM recipes WHERE household_id = images.household_id AND image_id = images.id)
    """

  /// What was uploaded a day ago and never became anybody's.
  static func deleteOrphans() -> SQL {
    """
    DELETE FROM images
    WHERE household_id = current_household() AND created_at < now() - interval '1 day' AND \(fragment: isUnused)
    """
  }

  static func picture(ofItem id: UUID) -> SQL {
    """
    SELECT images.id, picture AS bytes
    FROM items JOIN images ON images.household_id = items.household_id AND images.id = items.image_id
    WHERE items.id = \(id) AND items.deleted_at IS NULL
    """
  }

  static func thumbnail(ofItem id: UUID) -> SQL {
    """
    SELECT images.id, thumbnail AS bytes
    FROM items JOIN images ON images.household_id = items.household_id AND images.id = items.image_id
    WHERE items.id = \(id) AND items.deleted_at IS NULL
    """
  }

  static func photo(of person: UUID) -> SQL {
    """
    SELECT images.id, thumbnail AS bytes
    FROM people JOIN images ON images.household_id = people.household_id AND images.id = people.photo_id
    WHERE people.id = \(person)
    """
  }

  /// Gives the visitor another photo, or none.
  static func update(photo id: UUID?) -> SQL {
    "UPDATE people SET photo_id = \(optional: id) WHERE id = current_person()"
  }
}
