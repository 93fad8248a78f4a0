import Postgres

extension DerivedData {
  /// Counters are sums of differences (migration 0008): what is missing is one more.
  static let ofImages = [
    DerivedData(
      name: "bytes of images", check: "SELECT count(*) AS wrong FROM (\(fragment: images)) AS difference",
      mend: [
        """
        INSERT INTO household_storage AS s (household_id, images, image_bytes)
        SELECT current_household(), -images, -image_bytes FROM (\(fragment: images)) AS difference
        ON CONFLICT (household_id) DO UPDATE
          SET images = s.images + EXCLUDED.images, image_bytes = s.image_bytes + EXCLUDED.image_bytes
        """
      ])
  ]

  /// As in the triggers count_image, count_file and count_guest_photo.
  private static let images: SQL = """
    SELECT sum(images) AS images, sum(image_bytes) AS image_bytes
    FROM (
      SELECT images, image_bytes FROM household_storage WHERE household_id = current_household()
      UNION ALL
      SELECT -1, -octet_length(picture) - octet_length(thumbnail) FROM images WHERE household_id = current_household()
      UNION ALL
      SELECT -1, -octet_length(picture) - octet_length(thumbnail) FROM listing_pictures
      WHERE household_id = current_household()
      UNION ALL
      SELECT -1, -size - coalesce(octet_length(thumbnail), 0) FROM files WHERE household_id = current_household()
      UNION ALL
      SELECT -1, -octet_length(photo) FROM stay_guests WHERE household_id = current_household()
    ) AS change
    HAVING (sum(images), sum(image_bytes)) <> (0, 0)
    """
}
