@testable import RecipeImport

/// The tolerant JSON reader and the schema.org reading of its values: nothing may trap.
#if FUZZER
  @_cdecl("LLVMFuzzerTestOneInput")
#endif
public func fuzzJSON(_ data: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  for recipe in SchemaRecipe.all(in: JSONReader.values(bytes)) { _ = recipe.recipe(base: "https://example.org/") }
  return 0
}
