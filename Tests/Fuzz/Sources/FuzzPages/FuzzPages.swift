import RecipeImport

/// Web pages (HTML, microdata, embedded JSON-LD): nothing may trap, and a found recipe has what the import relies on.
#if FUZZER
  @_cdecl("LLVMFuzzerTestOneInput")
#endif
public func fuzzPages(_ data: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  guard let recipe = try? RecipePage.parse(bytes, url: "https://example.org/a/b?c", contentType: nil) else { return 0 }
  precondition(recipe.title != nil && !(recipe.ingredients.isEmpty && recipe.steps.isEmpty))
  for minutes in [recipe.prepMinutes, recipe.cookMinutes, recipe.totalMinutes] { precondition((minutes ?? 0) >= 0) }
  if let url = recipe.imageURL { precondition(url.hasPrefix("http://") || url.hasPrefix("https://")) }
  precondition(recipe == (try? RecipePage.parse(bytes, url: "https://example.org/a/b?c", contentType: nil)))
  return 0
}
