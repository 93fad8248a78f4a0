/// An uploaded file: a page, JSON-LD, or another program's export.
public enum RecipeFile {
  /// Bytes of a file before anything is unpacked. A session may hold a quarter of `BodyMemory`, which is 16 MiB.
  public static let maximumMebibytes = 15
  public static let maximumBytes = maximumMebibytes << 20

  /// Every recipe in the file that has a name; the content tells the format, `name` only helps.
  public static func parse(_ bytes: [UInt8], name: String) throws(ImportError) -> [ImportedRecipe] {
    try read(bytes, name: name, limits: ImportLimits()).recipes
  }

  /// The recipes in the file within the limits, and what was left out.
  public static func read(
    _ bytes: [UInt8], name: String, limits: ImportLimits
  ) throws(ImportError) -> ImportedFile {
    try read(InputFile(bytes), name: name, limits: limits)
  }

  /// - Parameter spool: for the pictures, which are in memory otherwise.
  public static func read(
    _ file: InputFile, name: String, limits: ImportLimits, spool: Spool? = nil
  ) throws(ImportError) -> ImportedFile {
    guard file.count <= limits.bytes else { throw .tooLarge }
    var result = Import(limits, spool)
    let format = Archive.format(of: file)
    if let format, format != .gzip {
      try RecipeArchive.read(file, format, &result)
    } else {
      let bytes = format == nil ? file.bytes : try Archive.gunzip(file, limit: max(limits.text, Archive.maximumBytes))
      try read(unpacked: bytes, isPacked: format != nil, name: name, &result)
    }
    guard !result.file.recipes.isEmpty else { throw .noTitle }
    return result.file
  }

  /// The recipes of a pasted page or text. One alone may be without a name.
  static func read(pasted bytes: [UInt8], limits: ImportLimits) throws(ImportError) -> ImportedFile {
    let found = try RecipePage.all(bytes, limits: limits)
    var result = Import(limits, nil)
    if found.recipes.count == 1 {
      var file = ImportedFile()
      file.recipes = found.recipes
      return file
    }
    for recipe in found.recipes { result.add(recipe) }
    guard !result.file.recipes.isEmpty else { throw .noTitle }
    return result.file
  }

  private static func read(
    unpacked bytes: [UInt8], isPacked: Bool, name: String, _ result: inout Import
  ) throws(ImportError) {
    if isPacked, let inner = Archive.format(of: bytes) {
      guard inner == .zip else { throw .unknownFormat }
      return try RecipeArchive.read(InputFile(bytes), inner, &result)
    }
    let isPaprika = [".paprikarecipes", ".paprikarecipe"].contains { name.lowercased().hasSuffix($0) }
    if isPaprika, !isPacked { throw .unreadable("neither zip nor gzip") }
    let found = try text(bytes, limits: result.limits)
    guard !found.recipes.isEmpty else { throw .noRecipe }
    for recipe in found.recipes { result.add(recipe) }
    if found.isCut { result.leaveOut(file: name) }
  }

  /// The recipes of a text, and whether it has more values than the limit.
  typealias Found = (recipes: [ImportedRecipe], isCut: Bool)

  /// JSON, else a page.
  static func text(_ bytes: [UInt8], limits: ImportLimits) throws(ImportError) -> Found {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    guard bytes[start...].contains(where: { $0 > 32 }) else {
      throw bytes.contains(0) ? .unknownFormat : .noRecipe
    }
    if isJSON(bytes[start...]) {
      guard bytes.count <= 4 * RecipePage.maximumBytes else { throw .tooLarge }
      return try json(bytes, limits)
    }
    guard isText(bytes) else { throw .unknownFormat }
    return try RecipePage.all(bytes, limits: limits)
  }

  /// Whether a text begins as an object or a list: "[Soup]" and "[ ] 2 eggs" are words of a person.
  package static func isJSON(_ text: ArraySlice<UInt8>) -> Bool {
    let start = text.lazy.filter { $0 > 32 }.prefix(2)
    guard start.first == UInt8(ascii: "[") else { return start.first == UInt8(ascii: "{") }
    let second = start.dropFirst().first ?? UInt8(ascii: "]")
    return "{[\"/".utf8.contains(second) || second == UInt8(ascii: "]") && text.count < 100
  }

  /// Text that has a tag, or at least no bytes of a binary format.
  private static func isText(_ bytes: [UInt8]) -> Bool {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return true }
    let head = bytes.prefix(4096)
    let odd = head.count { $0 < 9 || $0 > 13 && $0 < 27 || $0 == 0x7F }
    return odd * 50 <= head.count
  }

  private static func json(_ bytes: [UInt8], _ limits: ImportLimits) throws(ImportError) -> Found {
    var room = limits.values
    let recipes = recipes(in: JSONReader.values(bytes, room: &room))
    guard !recipes.isEmpty else { throw .noRecipe }
    return (recipes, room == 0)
  }

  private static func recipes(in values: [JSON]) -> [ImportedRecipe] {
    let exported = values.flatMap(\.elements).compactMap { value in
      value.object.flatMap { ExportedRecipe.paprika($0) ?? TandoorRecipe.recipe($0)?.withoutMarks }
    }
    if !exported.isEmpty { return exported }
    return SchemaRecipe.all(in: values, isExport: true).compactMap {
      var recipe = $0.recipe(base: nil)
      (recipe.notes, recipe.sourceName, recipe.stars) = ($0.notes(), $0.sourceName, $0.rating.stars)
      recipe.addTimes()
      recipe = recipe.withoutMarks
      return $0.isWhole || !recipe.ingredients.isEmpty || !recipe.steps.isEmpty ? recipe : nil
    }
  }
}
