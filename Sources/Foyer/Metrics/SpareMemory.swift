import CLinux
import EventLoop
import Glibc

/// Gives memory back to the system that was needed for a while, as when many clients asked for large pages at once: glibc keeps
/// what is freed between other blocks (malloc_trim(3)).
final class SpareMemory: Sendable {
  /// The spare bytes above which memory is given back.
  private static let allowance = 32 << 20

  /// The spare bytes that could not be given back the last time.
  private let kept = Lock(0)

  /// Looks whether much is spare, and gives it back. It takes the heap's locks for about a tenth of a millisecond for each
  /// megabyte that it gives back: not for an event loop, and no more often than every few seconds.
  func giveBack() {
    let limit = kept.withLock { $0 } + Self.allowance
    if Self.spare < limit { return }
    malloc_trim(0)
    let spare = Self.spare
    kept.withLock { $0 = spare }
  }

  /// Bytes that are in memory and that nothing was allocated in.
  static var spare: Int {
    let heap = mallinfo2()
    return resident - Int(heap.uordblks + heap.hblkhd)
  }

  /// Bytes of the program that are in memory. The second number is that of resident pages (proc_pid_statm(5)).
  static var resident: Int {
    let pages = contents(ofFile: "/proc/self/statm")?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
