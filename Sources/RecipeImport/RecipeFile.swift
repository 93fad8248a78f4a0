/// An uploaded file: a page, JSON-LD, or another program's export.
public enum RecipeFile {
  /// The limit before anything is unpacked; an export contains its pictures.
  static let maximumBytes = 64 << 20

  /// Every recipe in the file that has a name; the content tells the format, `name` only helps.
  public static func parse(_ bytes: [UInt8], name: String) throws(ImportError) -> [ImportedRecipe] {
    try read(bytes, name: name, limits: ImportLimits()).recipes
  }

  /// The recipes in the file within the limits, and what was left out.
  public static func read(
    _ bytes: [UInt8], name: String, limits: ImportLimits
  ) throws(ImportError) -> ImportedFile {
    guard bytes.count <= maximumBytes else { throw .tooLarge }
    var result = Import(limits)
    if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) || bytes.starts(with: [0x50, 0x4B, 0x05, 0x06]) {
      try archive(bytes, &result)
    } else {
      let recipes = try recipes(bytes, name: name)
      guard !recipes.isEmpty else { throw .noRecipe }
      for recipe in recipes { result.add(recipe) }
    }
    guard !result.file.recipes.isEmpty else { throw .noTitle }
    return result.file
  }

  private static func recipes(_ bytes: [UInt8], name: String) throws(ImportError) -> [ImportedRecipe] {
    let isPaprika = name.lowercased().hasSuffix(".paprikarecipes") || name.lowercased().hasSuffix(".paprikarecipe")
    if bytes.starts(with: [0x1F, 0x8B]) { return try text(Archive.gunzip(bytes), name: name) }
    if isPaprika { throw .unreadable("neither zip nor gzip") }
    return try text(bytes, name: name)
  }

  /// JSON, else a page.
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

  /// Text that has a tag, or at least no bytes of a binary format.
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

  private static func archive(_ bytes: [UInt8], _ result: inout Import) throws(ImportError) {
    var pictures = PictureIndex()
    let entries = try Archive.zip(bytes) { path in
      let lower = path.lowercased()
      if lower.hasPrefix("__macosx/") || lower.contains("/._") { return false }
      if isPicture(lower) {
        pictures.add(path)
        return false
      }
      return [".json", ".paprikarecipe", ".html", ".htm", ".jsonld"].contains { lower.hasSuffix($0) }
    }
    var hasRecipe = false
    var wanted: [String: [Int]] = [:]
    var room = Archive.maximumBytes
    for (position, entry) in entries.enumerated() {
      if result.isOutOfTime {
        for entry in entries[position...] { result.leaveOut(file: entry.path) }
        break
      }
      do throws(ImportError) {
        var bytes = entry.bytes
        if bytes.starts(with: [0x1F, 0x8B]) {
          bytes = try Archive.gunzip(bytes, limit: room)
          room -= bytes.count
        }
        let found = try text(bytes, name: entry.path)
        hasRecipe = hasRecipe || !found.isEmpty
        for recipe in found {
          guard result.add(recipe), found.count == 1, recipe.imageData == nil,
            let picture = pictures.path(beside: entry.path), result.takesPicture()
          else { continue }
          wanted[picture, default: []].append(result.file.recipes.count - 1)
        }
      } catch .noRecipe {
        // An export has files of other kinds as well.
      } catch {
        // One broken recipe does not prevent the import of the others.
        result.leaveOut(file: entry.path)
      }
    }
    guard hasRecipe else { throw result.isOutOfTime ? .tooSlow : .noRecipe }
    if !wanted.isEmpty { add(wanted, bytes, &result) }
  }

  /// Unpacks the recipes' pictures by their paths, once the recipes are known.
  private static func add(_ wanted: [String: [Int]], _ bytes: [UInt8], _ result: inout Import) {
    do throws(ImportError) {
      for entry in try Archive.zip(bytes, limit: 2 * Archive.maximumBytes, wants: { wanted[$0] != nil }) {
        for index in wanted[entry.path] ?? [] { result.set(picture: entry.bytes, ofRecipe: index) }
      }
    } catch {
      for index in wanted.values.joined().sorted() { result.leaveOutPicture(ofRecipe: index) }
    }
  }

  private static func isPicture(_ path: String) -> Bool {
    guard [".jpg", ".jpeg", ".png", ".webp"].contains(where: { path.hasSuffix($0) }) else { return false }
    // Nextcloud: full.jpg beside recipe.json, with thumbnails; Mealie: images/original.webp with smaller ones.
    let name = path.split(separator: "/").last ?? ""
    return name.hasPrefix("full.") || name.hasPrefix("original.")
  }
}

/// The pictures of an archive by folder.
private struct PictureIndex {
  private var paths: [Substring: String] = [:]

  /// A picture belongs to the recipe in its own folder or in the parent folder; the first one counts.
  mutating func add(_ path: String) {
    guard let folder = Self.folder(of: path[...]) else { return }
    for folder in [folder, Self.folder(of: folder)] {
      if let folder, paths[folder] == nil { paths[folder] = path }
    }
  }

  func path(beside path: String) -> String? { Self.folder(of: path[...]).flatMap { paths[$0] } }

  private static func folder(of path: Substring) -> Substring? { path.lastIndex(of: "/").map { path[..<$0] } }
}
