import HTTP

/// Multipart forms: nothing may trap, and how the bytes are cut must not matter. The first byte says where.
#if FUZZER
  @_cdecl("LLVMFuzzerTestOneInput")
#endif
public func fuzzMultipart(_ data: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  guard count > 0 else { return 0 }
  let bytes = Array(UnsafeBufferPointer(start: data + 1, count: count - 1))
  let step = Int(data[0]) + 1
  let whole = parse(bytes, step: max(1, bytes.count))
  let pieces = parse(bytes, step: step)
  precondition((whole == nil) == (pieces == nil))
  if let whole, let pieces {
    precondition(whole.names == pieces.names)
    for name in whole.names {
      precondition(whole.all(name) == pieces.all(name))
      precondition(whole.files(name).map(\.bytes) == pieces.files(name).map(\.bytes))
    }
  }
  return 0
}

private func parse(_ bytes: [UInt8], step: Int) -> Form? {
  do {
    var parser = try MultipartParser(boundary: Array("b".utf8))
    for start in stride(from: 0, to: bytes.count, by: step) {
      try parser.push(Array(bytes[start..<min(bytes.count, start + step)]))
    }
    return try parser.finish()
  } catch {
    return nil
  }
}
