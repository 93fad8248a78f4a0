extension ItemForm {
  /// - Parameters:
  ///   - editing: the form's operation.
  ///   - stored: the item as somebody else has changed it.
  func conflict(_ editing: EditItem, with stored: StoredItem, _ strings: Strings) -> Conflict {
    var theirs = ItemForm(stored)
    theirs.people.members = people.members
    func due(_ form: ItemForm) -> ConflictField.Side {
      .init(
        text: [form.dueDate, form.dueTime].filter { !$0.isEmpty }.joined(separator: " "),
        fields: [("due_date", form.dueDate), ("due_time", form.dueTime)])
    }
    func priority(_ form: ItemForm) -> ConflictField.Side {
      .init(text: form.priority.name(strings), fields: [("priority", form.priority.text)])
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
      ConflictField(strings.priorityLabel, priority(self), priority(theirs)),
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
    conflict.compare(editing.texts(beside: stored), stored.texts)
    conflict.merge(base)
    conflict.hidden = [
      ("back", back), ("turn_every", people.turnEvery), ("scope", repeats.isForFollowing ? "following" : "one"),
    ]
    return conflict
  }
}
