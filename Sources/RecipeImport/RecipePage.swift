/// One saved or fetched web page.
public enum RecipePage {
  /// The fullest recipe on the page; `url` is where it came from, `contentType` the header's value.
  public static func parse(_ html: [UInt8], url: String?, contentType: String?) throws(ImportError) -> ImportedRecipe {
    throw .noRecipe
  }
}
