import Processes
import Testing

@testable import Foyer

/// What was needed for a while is given back, although something is kept between its pieces.
@Suite struct MemoryTests {
  /// A sanitizer keeps what was freed.
  @Test(.enabled(if: !ChildProcess.isSanitized))
  func `Memory that is spare goes back to the system`() {
    let (count, size) = (8_192, 16 << 10)
    let pieces = (0..<count).map { _ in
      let piece = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
      piece.initializeMemory(as: UInt8.self, repeating: 1, count: size)
      return piece
    }
    let before = SpareMemory.resident
    for (index, piece) in pieces.enumerated() where index % 64 > 0 { piece.deallocate() }
    // Most of 128 MiB; other tests run at the same time.
    let memory = SpareMemory()
    #expect(SpareMemory.spare > 64 << 20)
    memory.giveBack()
    #expect(SpareMemory.resident < before - 64 << 20)
    for (index, piece) in pieces.enumerated() where index % 64 == 0 { piece.deallocate() }
  }
}
