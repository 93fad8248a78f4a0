import Crypto
import RecipeImport

/// The JSON object of a row. Its pictures and files are encoded piece by piece as it is written, so that memory never has a whole
/// one as text.
struct RowJSON {
  private var text: String
  /// Each with the text behind it.
  private var parts: [(content: KeptBytes, after: String)] = []

  /// - Parameter text: of an object that has a member.
  init(_ text: String) { self.text = text }

  /// Adds text behind all that there is.
  private mutating func append(_ more: String) {
    if parts.isEmpty { text += more } else { parts[parts.count - 1].after += more }
  }

  /// Leaves the closing brace away, so that a member can follow.
  private mutating func open() {
    if parts.isEmpty { text.removeLast() } else { parts[parts.count - 1].after.removeLast() }
  }

  /// Adds a member: bytes in base64.
  mutating func add(_ name: String, _ content: KeptBytes) {
    open()
    append(",\"\(name)\":\"")
    parts.append((content, "\"}"))
  }

  /// Adds a list of objects, each of which has `data`.
  /// - Parameter elements: each an object that has a member, and its bytes.
  mutating func add(_ name: String, _ elements: [(object: String, content: KeptBytes)]) {
    open()
    append(",\"\(name)\":[")
    for (place, element) in elements.enumerated() {
      append("\(place > 0 ? "," : "")\(element.object.dropLast()),\"data\":\"")
      parts.append((element.content, "\"}"))
    }
    append("]}")
  }

  /// Bytes that are encoded at once: a multiple of three.
  private static let pieceSize = 192 << 10

  /// - Parameter spool: that the bytes are in.
  func write(_ spool: Spool?, _ write: (String) -> Void) {
    write(text)
    for part in parts {
      let file = spool.file(part.content)
      for start in stride(from: 0, to: file.count, by: Self.pieceSize) {
        write(Base64.encode(file.part(from: start, limit: Self.pieceSize)))
      }
      write(part.after)
    }
  }
}
