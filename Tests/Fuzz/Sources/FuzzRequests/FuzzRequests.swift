@testable import HTTP

/// Heads and chunked bodies: nothing may trap, and how the bytes are cut must not matter. The first byte says where.
#if FUZZER
  @_cdecl("LLVMFuzzerTestOneInput")
#endif
public func fuzzRequests(_ data: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  RequestExercise.run(Array(UnsafeBufferPointer(start: data, count: count)))
  return 0
}
