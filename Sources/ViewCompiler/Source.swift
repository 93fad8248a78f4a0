/// A source file: its bytes, and where its lines begin.
struct Source {
  /// Relative to the package, as it appears in messages: `Views/items/_item.html`.
  let path: String
  let bytes: [UInt8]
  private let lines: [Int]

  init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
    lines = [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
  }

  init(path: String, text: String) { self.init(path: path, bytes: Array(text.utf8)) }

  /// Line and column, both from 1. Columns count bytes, as the Swift compiler's do.
  func position(_ offset: Int) -> (line: Int, column: Int) {
    var low = 0
    var high = lines.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lines[middle] <= offset { low = middle } else { high = middle }
    }
    return (low + 1, offset - lines[low] + 1)
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  func error(_ offset: Int, _ message: String) -> Diagnostic {
    let (line, column) = position(offset)
    return Diagnostic(path: path, line: line, column: column, message: message)
  }
}

/// A mistake in a view or a catalogue, printed in the form that SwiftPM and editors parse.
struct Diagnostic: Error, Equatable, CustomStringConvertible {
  let path: String
  let line: Int
  let column: Int
  let message: String

  var description: String { "\(path):\(line):\(column): error: \(message)" }
}

/// Several mistakes: a build shows all of them at once.
struct Diagnostics: Error {
  var list: [Diagnostic]
}

func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

func isIdentifierByte(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "_") }
