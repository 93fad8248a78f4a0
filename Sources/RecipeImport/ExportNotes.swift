/// Fields of an export that Foyer has no field for, kept as notes under their names.
struct ExportNotes {
  private var parts: [String] = []

  var text: String? { parts.isEmpty ? nil : parts.joined(separator: "\n\n") }

  /// - Parameter name: nil for what are notes there, too.
  mutating func add(_ name: String?, _ text: String?) {
    guard let text, !text.isEmpty else { return }
    if let name, !name.isEmpty {
      parts.append(text.contains("\n") ? "\(name):\n\(text)" : "\(name): \(text)")
    } else {
      parts.append(text)
    }
  }
}

extension SchemaRecipe {
  /// Of Mealie, Nextcloud Cookbook and RecipeSage, whose exports have schema.org's names. A web page's are not asked: most of
  /// what it says besides is for search engines.
  func notes() -> String? {
    var notes = ExportNotes()
    for value in (object["notes", "note"]?.elements ?? []) + (object["comment", "comments"]?.elements ?? []) {
      guard let part = resolved(value).object else {
        notes.add(nil, block(value))
        continue
      }
      let name = line(part["title", "name"])
      notes.add(
        name.map { ["notes", "note", "author notes"].contains($0.lowercased()) ? "" : $0 }, block(part["text"]))
    }
    for (name, key) in [
      ("Prep time", "prepTime"), ("Cook time", "cookTime"), ("Cook time", "performTime"), ("Total time", "totalTime"),
    ] {
      notes.add(name, line(object[key]).flatMap(CookingTime.unread))
    }
    notes.add("Tools", (object["tool", "tools"].map(texts) ?? []).joined(separator: ", "))
    notes.add("Rating", rating.words)
    notes.add("Extras", members(object["extras"]))
    notes.add("Last made", line(object["lastMade"]))
    notes.add("Files", (object["assets"].map(texts) ?? []).joined(separator: ", "))
    notes.add("Difficulty", line(object["difficulty"]))
    return notes.text
  }

  /// RecipeSage: where the recipe is from; Nextcloud: who wrote it.
  var sourceName: String? { line(object["creditText"]) ?? line(object["author"]) }

  private func block(_ value: JSON?) -> String? {
    guard let value, let markup = markup(value) else { return nil }
    return Text.block(markup)
  }

  /// One's own. A page's, which Nextcloud Cookbook keeps, has a count of those who gave it.
  var rating: StatedRating {
    let own = object["aggregateRating"]?.object.flatMap { $0["ratingCount", "reviewCount"] == nil ? $0 : nil }
    return StatedRating(line(object["rating"]) ?? own.flatMap { line($0["ratingValue"]) })
  }

  /// As the page or export says it.
  var nutrition: String? { members(object["nutrition"]) }

  /// "calories 134 kcal, fat content 4 g"
  private func members(_ value: JSON?) -> String? {
    guard let value, let object = resolved(value).object else { return line(value) }
    let parts = object.members.compactMap { member -> String? in
      guard !member.key.hasPrefix("@"), let text = line(member.value) else { return nil }
      return "\(Self.words(member.key)) \(text)"
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// "saturatedFatContent", "fat_content" → "saturated fat", "fat"
  private static func words(_ key: String) -> String {
    var words = ""
    for scalar in key.unicodeScalars {
      if scalar == "_" {
        words += " "
      } else if scalar.properties.isUppercase {
        words += " " + scalar.properties.lowercaseMapping
      } else {
        words.unicodeScalars.append(scalar)
      }
    }
    return words.hasSuffix(" content") ? String(words.dropLast(8)) : words
  }
}

/// A rating of an export: in stars, and in words where it has no whole number of them.
struct StatedRating {
  let stars: Int?
  /// Nil where the stars say it.
  let words: String?

  init(_ text: String?) {
    guard let text, let value = Double(text), value > 0 else {
      (stars, words) = (nil, nil)
      return
    }
    stars = value <= 5 ? max(1, Int(value.rounded())) : nil
    words = stars.map(Double.init) == value ? nil : text
  }
}
