import CivilTime

/// A field of an item that two may change at once, in the order of the page that asks about them.
enum ItemField: Int, CaseIterable {
  case title, description, category, tags, due, notBefore, priority, repeats, people, turn, image, done
}

extension StoredItem {
  /// The texts by which its fields are compared (`MergeBase`).
  var texts: [String] { texts(of: item, repeats: repeats, image: item.imageID) }

  fileprivate func texts(of item: ItemDraft, repeats: Repetition?, image: UUID?) -> [String] {
    ItemField.allCases.map { field -> String in
      switch field {
      case .title: item.title
      // Browsers send each line break as CR LF.
      case .description: String(decoding: item.description.utf8.filter { $0 != 13 }, as: UTF8.self)
      case .category: item.category ?? ""
      case .tags: item.tags.sorted().joined(separator: ", ")
      case .due: item.due.map(Self.text) ?? ""
      case .notBefore: item.notBefore?.iso ?? ""
      case .priority: item.priority.text
      case .repeats: repeats.map { "\($0.rule.text) \($0.origin.rawValue)" } ?? ""
      case .people: item.people.map(\.description).sorted().joined(separator: " ")
      case .turn: item.turn.map(\.description).joined(separator: " ")
      case .image: image?.description ?? ""
      case .done: "\(item.isDone)"
      }
    }
  }

  private static func text(_ due: Deadline) -> String {
    switch due {
    case .day(let day): day.iso
    case .moment(let time): "\(time.date) \(time.time)"
    }
  }
}

extension EditItem {
  /// The texts of its fields beside those of the stored item: of what it leaves as it is, the same.
  func texts(beside stored: StoredItem) -> [String] {
    let repeats: Repetition? =
      switch self.repeats {
      case .unchanged: stored.repeats
      case .never: nil
      case .to(let repeats): repeats
      }
    let image = item.removesImage ? nil : item.imageID ?? stored.item.imageID
    return stored.texts(of: item.filled(untitled: untitled), repeats: repeats, image: image)
  }

  /// Whether the stored item is as this wants it.
  func isSame(as stored: StoredItem) -> Bool {
    texts(beside: stored) == stored.texts && item.turnRule == stored.item.turnRule
  }

  /// The same edit of the item as somebody else has changed it, with what they alone have changed. Nil if a field was changed by
  /// both, or nobody knows by whom.
  func merged(with stored: StoredItem) -> EditItem? {
    var merged = self
    for (field, (mine, theirs)) in zip(ItemField.allCases, zip(texts(beside: stored), stored.texts))
    where mine != theirs {
      switch base?.side(of: field.rawValue, mine: mine, theirs: theirs) {
      case .mine: break
      case .theirs: merged.take(field, from: stored.item)
      case nil: return nil
      }
    }
    (merged.version, merged.base) = (stored.version, MergeBase(of: stored.texts))
    return merged
  }

  private mutating func take(_ field: ItemField, from stored: ItemDraft) {
    switch field {
    case .title: item.title = stored.title
    case .description: item.description = stored.description
    case .category: item.category = stored.category
    case .tags: item.tags = stored.tags
    case .due: item.due = stored.due
    case .notBefore: item.notBefore = stored.notBefore
    case .priority: item.priority = stored.priority
    case .repeats: repeats = .unchanged
    case .people: item.people = stored.people
    case .turn: item.turn = stored.turn
    case .image: (item.imageID, item.removesImage) = (nil, false)
    case .done: item.isDone = stored.isDone
    }
  }
}
