import Postgres

/// Queries of the table `images`. Triggers delete an image when its item or person no longer refers to it.
enum ImageQueries {
  static func insert(_ id: UUID, _ pictures: ImageConverter.Pictures) -> SQL {
    "INSERT INTO images (id, picture, thumbnail) VALUES (\(id), \(pictures.picture), \(pictures.thumbnail))"
  }

  /// The picture of that id if it is unowned: it gets deleted with its owner. A form names its upload by id, and could
  /// name the image of another row.
  static func unused(_ id: UUID?) -> SQL { unused(column: "\(optional: id)") }

  /// The same, for an id from another part of the statement.
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

  /// Uploads of more than a day ago that still have no owner.
  static func deleteOrphans() -> SQL {
    """
    DELETE FROM images
    WHERE household_id = current_household() AND created_at < now() - interval '1 day' AND \(fragment: isUnused)
    """
  }

  static func thumbnail(ofUpload id: UUID) -> SQL {
    """
    SELECT id, thumbnail AS bytes FROM images
    WHERE household_id = current_household() AND id = \(id) AND \(fragment: isUnused)
    """
  }

  static func picture(ofItem id: UUID) -> SQL {
    """
    SELECT images.id, picture AS bytes
    FROM items JOIN images ON images.household_id = items.household_id AND images.id = items.image_id
    WHERE items.household_id = current_household() AND items.id = \(id) AND items.deleted_at IS NULL
    """
  }

  static func thumbnail(ofItem id: UUID) -> SQL {
    """
    SELECT images.id, thumbnail AS bytes
    FROM items JOIN images ON images.household_id = items.household_id AND images.id = items.image_id
    WHERE items.household_id = current_household() AND items.id = \(id) AND items.deleted_at IS NULL
    """
  }

  static func photo(of person: UUID) -> SQL {
    """
    SELECT images.id, thumbnail AS bytes
    FROM people JOIN images ON images.household_id = people.household_id AND images.id = people.photo_id
    WHERE people.household_id = current_household() AND people.id = \(person)
    """
  }

  /// Replaces or removes the visitor's photo.
  static func update(photo id: UUID?) -> SQL {
    """
    UPDATE people SET photo_id = \(optional: id)
    WHERE household_id = current_household() AND id = current_person()
    """
  }
}
