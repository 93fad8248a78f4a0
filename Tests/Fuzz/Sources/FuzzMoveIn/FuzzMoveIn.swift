import CivilTime
import MoveIn

/// Files of other programs. Nothing may trap, and a file has a program or says why not.
#if FUZZER
  @_cdecl("LLVMFuzzerTestOneInput")
#endif
public func fuzzMoveIn(_ data: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  let file = MoveIn.read(bytes, name: "file", now: CivilTime(seconds: 1_795_000_000))
  precondition(file.program != nil || file.error != nil)
  precondition(file.items.allSatisfy { !$0.title.isEmpty && $0.checklist.count <= 200 })
  precondition(!file.json(file: "file").isEmpty)
  return 0
}
