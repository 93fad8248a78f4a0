extension ListingForm {
  /// - Parameter theirs: as it is stored.
  func conflict(with theirs: ListingForm, _ strings: Strings) -> Conflict {
    var conflict = Conflict(action: "/hosting", version: theirs.version, takeTheirs: "/hosting")
    conflict.fields = [
      ConflictField(words: "name", strings.staysName, name, theirs.name),
      ConflictField(words: "offer", strings.staysOfferField, offer, theirs.offer),
      ConflictField(words: "place", strings.staysPlace, place, theirs.place),
      ConflictField(words: "address", strings.staysAddress, address, theirs.address),
      ConflictField("capacity", strings.staysCapacity, capacity, theirs.capacity),
      ConflictField(image: "photo_id", strings.staysPhoto, new: photoID, stored: theirs.storedPhotoID, strings),
      ConflictField(
        image: "place_photo_id", strings.staysPlacePhoto, new: placePhotoID, stored: theirs.storedPlacePhotoID, strings),
      ConflictField(box: "published", strings.staysPublished, isPublished, theirs.isPublished, strings),
    ]
    return conflict
  }
}
