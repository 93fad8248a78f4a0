/// A file that somebody chose: a page, JSON-LD, or another program's export.
public enum RecipeFile {
  /// The most that is read of a file before anything is unpacked; an export carries its pictures.
  static let maximumBytes = 64 << 20

  /// Every recipe in the file; what it is shows in its content, `name` only helps.
  public static func parse(_ bytes: [UInt8], name: String) throws(ImportError) -> [ImportedRecipe] {
    guard bytes.count <= maximumBytes else { throw .tooLarge }
    let recipes = try recipes(bytes, name: name)
    guard !recipes.isEmpty else { throw .noRecipe }
    let titled = recipes.filter { $0.title != nil }
    guard !titled.isEmpty else { throw .noTitle }
    return titled
  }

  private static func recipes(_ bytes: [UInt8], name: String) throws(ImportError) -> [ImportedRecipe] {
    let isPaprika = name.lowercased().hasSuffix(".paprikarecipes") || name.lowercased().hasSuffix(".paprikarecipe")
    if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) || bytes.starts(with: [0x50, 0x4B, 0x05, 0x06]) {
      return try archive(bytes)
    }
    if bytes.starts(with: [0x1F, 0x8B]) { return try text(Archive.gunzip(bytes), name: name) }
    if isPaprika { throw .unreadable("neither zip nor gzip") }
    return try text(bytes, name: name)
  }

  /// JSON, or else a page.
  private static func text(_ bytes: [UInt8], name: String) throws(ImportError) -> [ImportedRecipe] {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    guard let first = bytes[start...].first(where: { $0 > 32 }) else {
      throw bytes.contains(0) ? .unknownFormat : .noRecipe
    }
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
      guard bytes.count <= 4 * RecipePage.maximumBytes else { throw .tooLarge }
      return try json(bytes)
    }
    guard isText(bytes) else { throw .unknownFormat }
    return [try RecipePage.parse(bytes, url: nil, contentType: nil)]
  }

  /// Something that has a tag or at least no bytes that only programs write.
  private static func isText(_ bytes: [UInt8]) -> Bool {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return true }
    let head = bytes.prefix(4096)
    let odd = head.count { $0 < 9 || $0 > 13 && $0 < 27 || $0 == 0x7F }
    return odd * 50 <= head.count
  }

  private static func json(_ bytes: [UInt8]) throws(ImportError) -> [ImportedRecipe] {
    let values = JSONReader.values(bytes)
    let recipes = recipes(in: values)
    guard !recipes.isEmpty else { throw .noRecipe }
    return recipes
  }

  private static func recipes(in values: [JSON]) -> [ImportedRecipe] {
    let exported = values.flatMap(\.elements).compactMap { $0.object.flatMap(ExportedRecipe.paprika) }
    if !exported.isEmpty { return exported }
    return SchemaRecipe.all(in: values).prefix(Archive.maximumEntries).map {
      var recipe = $0.recipe(base: nil)
      recipe.addTimes()
      return recipe
    }.filter { !$0.ingredients.isEmpty || !$0.steps.isEmpty }
  }

  // MARK: Archives

  private static func archive(_ bytes: [UInt8]) throws(ImportError) -> [ImportedRecipe] {
    let entries = try Archive.zip(bytes) { path in
      let path = path.lowercased()
      if path.hasPrefix("__macosx/") || path.contains("/._") { return false }
      return [".json", ".paprikarecipe", ".html", ".htm", ".jsonld"].contains { path.hasSuffix($0) } || isPicture(path)
    }
    var recipes: [ImportedRecipe] = []
    var room = Archive.maximumBytes
    for entry in entries where !isPicture(entry.path.lowercased()) {
      var bytes = entry.bytes
      if bytes.starts(with: [0x1F, 0x8B]) {
        bytes = try Archive.gunzip(bytes, limit: room)
        room -= bytes.count
      }
      // One broken recipe does not take the others with it.
      guard var found = try? text(bytes, name: entry.path) else { continue }
      if found.count == 1, found[0].imageData == nil {
        found[0].imageData = picture(beside: entry.path, in: entries)
      }
      recipes += found
    }
    guard !recipes.isEmpty else { throw .noRecipe }
    return recipes
  }

  private static func isPicture(_ path: String) -> Bool {
    guard [".jpg", ".jpeg", ".png", ".webp"].contains(where: { path.hasSuffix($0) }) else { return false }
    // Nextcloud: full.jpg beside recipe.json, with thumbnails; Mealie: images/original.webp with smaller ones.
    let name = path.split(separator: "/").last ?? ""
    return name.hasPrefix("full.") || name.hasPrefix("original.")
  }

  /// The picture in the recipe's own folder or one below it.
  private static func picture(beside path: String, in entries: [Archive.Entry]) -> [UInt8]? {
    guard let slash = path.lastIndex(of: "/") else { return nil }
    let folder = path[...slash]
    return entries.first { isPicture($0.path.lowercased()) && $0.path.hasPrefix(folder) }?.bytes
  }
}
