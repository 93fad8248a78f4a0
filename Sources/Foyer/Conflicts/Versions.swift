// The fields of each form that a conflict shows where its two versions differ.

extension ItemForm {
  /// - Parameter theirs: as it is stored.
  func conflict(with theirs: ItemForm, _ strings: Strings) -> Conflict {
    func due(_ form: ItemForm) -> ConflictField.Side {
      .init(
        text: [form.dueDate, form.dueTime].filter { !$0.isEmpty }.joined(separator: " "),
        fields: [("due_date", form.dueDate), ("due_time", form.dueTime)])
    }
    func category(_ form: ItemForm) -> ConflictField.Side {
      .init(
        text: form.category.isBlank ? strings.itemsUncategorised : form.category, fields: [("category", form.category)])
    }
    func tags(_ tags: [String]) -> ConflictField.Side {
      // Browsers send nothing for an empty list: the blank name marks the field as present.
      .init(text: tags.sorted().joined(separator: ", "), fields: (tags + [""]).map { (name: "tags", value: $0) })
    }
    func members(_ name: String, _ form: ItemForm, _ ids: [UUID]) -> ConflictField.Side {
      .init(text: form.people.members.names(of: ids), fields: (ids.map(\.description) + [""]).map { (name, $0) })
    }
    func repeating(_ form: ItemForm) -> ConflictField.Side {
      .init(text: form.repeats.words(strings), fields: form.repeats.sent)
    }
    var conflict = Conflict(action: "/items/\(id)", version: theirs.version, takeTheirs: "/items/\(id)/edit")
    conflict.fields = [
      ConflictField(words: "title", strings.itemsFieldTitle, title, theirs.title),
      ConflictField(words: "description", strings.itemsFieldDescription, description, theirs.description),
      ConflictField(strings.itemsFieldCategory, category(self), category(theirs)),
      ConflictField(
        strings.itemsFieldTags, tags(self.tags), tags(theirs.tags),
        both: tags(self.tags + theirs.tags.filter { !self.tags.contains($0) })),
      ConflictField(strings.itemsFieldDueDate, due(self), due(theirs)),
      ConflictField("not_before", strings.itemsFieldNotBefore, notBefore, theirs.notBefore),
      ConflictField(strings.repeatLabel, repeating(self), repeating(theirs)),
      ConflictField(
        strings.peopleFor, members("people", self, people.people), members("people", theirs, theirs.people.people)),
      ConflictField(
        strings.peopleTurns, members("turn", self, people.turn), members("turn", theirs, theirs.people.turn)),
      ConflictField(
        image: "image_id", strings.itemsFieldImage, new: imageID, stored: theirs.imageID, removes: removesImage, strings
      ),
      ConflictField(box: "done", strings.itemsFieldDone, isDone, theirs.isDone, strings),
    ]
    conflict.hidden = [
      ("back", back), ("turn_every", people.turnEvery), ("scope", repeats.isForFollowing ? "following" : "one"),
    ]
    return conflict
  }
}

extension LabelForm {
  /// - Parameter theirs: as it is stored.
  func conflict(with theirs: LabelForm, _ strings: Strings) -> Conflict {
    func color(_ color: String) -> ConflictField.Side { .init(text: color, fields: [("color", color)], color: color) }
    var conflict = Conflict(
      action: "\(kind.path)/\(id)", version: theirs.version, takeTheirs: "\(kind.path)/\(id)/edit")
    let stored = theirs.color ?? ""
    conflict.fields = [
      ConflictField(words: "name", strings.labelsFieldName, name, theirs.name),
      ConflictField(strings.labelsFieldColor, color(self.color ?? stored), color(stored)),
    ]
    if kind.hasIcons {
      let stored = theirs.icon ?? ""
      conflict.fields.append(ConflictField("icon", strings.labelsFieldIcon, icon ?? stored, stored))
    }
    return conflict
  }
}

extension RecipeForm {
  /// - Parameter theirs: as it is stored.
  func conflict(with theirs: RecipeForm, _ strings: Strings) -> Conflict {
    var conflict = Conflict(action: "/recipes/\(id)", version: theirs.version, takeTheirs: "/recipes/\(id)/edit")
    conflict.fields = [
      ConflictField(words: "name", strings.recipesFieldName, name, theirs.name),
      ConflictField(words: "description", strings.recipesFieldDescription, description, theirs.description),
      ConflictField(words: "ingredients", strings.recipesFieldIngredients, ingredients, theirs.ingredients),
      ConflictField(words: "steps", strings.recipesFieldSteps, steps, theirs.steps),
      ConflictField(words: "notes", strings.recipesFieldNotes, notes, theirs.notes),
      ConflictField("cuisine", strings.recipesFieldCuisine, cuisine, strings.cuisine(theirs.cuisine)),
      ConflictField("yield", strings.recipesFieldMakes, makes, theirs.makes),
      ConflictField("servings", strings.recipesFieldServings, servings, theirs.servings),
      ConflictField("prep_minutes", strings.recipesFieldPrep, prepMinutes, theirs.prepMinutes),
      ConflictField("cook_minutes", strings.recipesFieldCook, cookMinutes, theirs.cookMinutes),
      ConflictField(words: "statements", strings.recipesFieldStatements, statements, theirs.statements),
      ConflictField("source_name", strings.recipesFieldSourceName, sourceName, theirs.sourceName),
      ConflictField("source_url", strings.recipesFieldSource, sourceURL, theirs.sourceURL),
      ConflictField(
        image: "image_id", strings.itemsFieldImage, new: imageID, stored: theirs.imageID, removes: removesImage, strings
      ),
    ]
    return conflict
  }
}

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
