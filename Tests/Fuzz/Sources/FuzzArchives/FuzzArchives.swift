import RecipeImport

/// Files that are uploaded (zip, gzip, JSON, pages); the first byte chooses the name. Nothing may trap.
#if FUZZER
  @_cdecl("LLVMFuzzerTestOneInput")
#endif
public func fuzzArchives(_ data: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  guard count > 0 else { return 0 }
  let bytes = Array(UnsafeBufferPointer(start: data + 1, count: count - 1))
  let names = ["export.zip", "export.paprikarecipes", "recipe.html", "recipe.json"]
  guard let recipes = try? RecipeFile.parse(bytes, name: names[Int(data[0]) % names.count]) else { return 0 }
  precondition(!recipes.isEmpty && recipes.allSatisfy { $0.title != nil })
  return 0
}
