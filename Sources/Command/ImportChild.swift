import Foyer
import Glibc
import RecipeImport

/// This program as the child that parses a page, an archive, or a file of another program: the request comes by standard input, the answer goes to
/// standard output. An environment variable marks it, since a confined child cannot read its own arguments in /proc.
enum ImportChild {
  static var isAskedFor: Bool { getenv(RecipeReader.variable) != nil }

  static func run() -> Never {
    let (task, about) = (variable(RecipeReader.variable), variable(MoveReader.about))
    if !MoveReader.answer(about: about, asked: task, write) {
      guard let answer = ImportRequest(input())?.answer else { exit(2) }
      write(answer)
    }
    // Without the work at exit: a sanitizer would take what `run` still holds for a leak.
    _exit(0)
  }

  private static func write(_ whole: [UInt8]) {
    var answer = whole[...]
    while !answer.isEmpty {
      let count = answer.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { exit(1) }
      answer = answer.dropFirst(count)
    }
  }

  private static func variable(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }

  private static func input() -> [UInt8] {
    var bytes: [UInt8] = []
    var status = stat()
    // Without the twice as much that a growing array takes.
    if fstat(STDIN_FILENO, &status) == 0 { bytes.reserveCapacity(status.st_size) }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(STDIN_FILENO, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { return bytes }
      bytes += buffer[..<count]
    }
  }
}
