import Postgres

/// Everything that is asked of the table `images`. Triggers delete an image when its item or person lets go of it.
enum ImageQueries {
  static func insert(_ id: UUID, _ pictures: ImageConverter.Pictures) -> SQL {
    "INSERT INTO images (id, picture, thumbnail) VALUES (\(id), \(pictures.picture), \(pictures.thumbnail))"
  }

  /// What was uploaded a day ago and never became anybody's.
  static func deleteOrphans() -> SQL {
    """
    DELETE FROM images
    WHERE created_at < now() - interval '1 day'
      AND NOT EXISTS (SELECT FROM items WHERE household_id = images.household_id AND image_id = images.id)
      AND NOT EXISTS (SELECT FROM people WHERE household_id = images.household_id AND photo_id = images.id)
      AND NOT EXISTS (SELECT FROM recipes WHERE household_id = images.household_id AND image_id = images.id)
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
