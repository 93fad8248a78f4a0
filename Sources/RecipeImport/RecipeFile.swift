/// A file that somebody chose: a page, JSON-LD, or another program's export.
public enum RecipeFile {
  /// Every recipe in the file; what it is shows in its content, `name` only helps.
  public static func parse(_ bytes: [UInt8], name: String) throws(ImportError) -> [ImportedRecipe] {
    throw .unknownFormat
  }
}
