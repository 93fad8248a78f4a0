import RecipeImport

/// Web pages (HTML, microdata, embedded JSON-LD) and pasted texts: nothing may trap, and a found recipe has what the import
/// relies on. Only a pasted text may have no name.
#if FUZZER
  @_cdecl("LLVMFuzzerTestOneInput")
#endif
public func fuzzPages(_ data: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  for type in ["text/html", "text/plain"] {
    func parsed() -> ImportedRecipe? {
      try? RecipePage.parse(bytes, url: "https://example.org/a/b?c", contentType: type)
    }
    guard let recipe = parsed() else { continue }
    precondition(recipe.title != nil || type == "text/plain")
    precondition(!(recipe.ingredients.isEmpty && recipe.steps.isEmpty))
    for minutes in [recipe.prepMinutes, recipe.cookMinutes, recipe.totalMinutes] { precondition((minutes ?? 0) >= 0) }
    if let url = recipe.imageURL { precondition(url.hasPrefix("http://") || url.hasPrefix("https://")) }
    precondition(recipe == parsed())
  }
  return 0
}
