#if !FUZZER
  @testable import ViewCompiler
#endif

/// View templates and catalogues; the first byte chooses. Nothing may trap: a mistake is a message with its line.
#if FUZZER
  @_cdecl("LLVMFuzzerTestOneInput")
#endif
public func fuzzViews(_ data: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  guard count > 0 else { return 0 }
  let bytes = Array(UnsafeBufferPointer(start: data + 1, count: count - 1))
  let isCatalogue = data[0] & 1 == 1
  let source = Source(path: isCatalogue ? "Locales/en.po" : "Views/items/page.html", bytes: bytes)
  let compilation = Compilation(views: isCatalogue ? [] : [source], catalogues: isCatalogue ? [source] : [])
  do throws(Diagnostics) {
    _ = try compilation.files()
  } catch {
    for problem in error.list { precondition(problem.line >= 1 && problem.column >= 1 && !problem.message.isEmpty) }
  }
  return 0
}
