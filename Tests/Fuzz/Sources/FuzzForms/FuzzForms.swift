import HTTP

/// Urlencoded forms: nothing may trap, and what is taken comes back the same when it is written and read again.
#if FUZZER
  @_cdecl("LLVMFuzzerTestOneInput")
#endif
public func fuzzForms(_ data: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  guard let form = try? Form(urlencoded: bytes) else { return 0 }
  let again = try! Form(urlencoded: Array(form.urlencoded.utf8))
  precondition(again.names == form.names && again.urlencoded == form.urlencoded)
  for name in form.names { precondition(again.all(name) == form.all(name)) }
  return 0
}
