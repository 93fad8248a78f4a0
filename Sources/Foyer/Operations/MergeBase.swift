import Crypto

/// The base of an edit: a digest of each field as it was read, so that a field that only one of two has changed is told from one
/// that both have. A form carries it along (`base`), a program makes it of the texts that it has read.
struct MergeBase {
  /// The version whose field counts.
  enum Side { case mine, theirs }

  /// 48 bits of each are enough: they are compared with two values.
  private static let length = 8

  private let digests: [String]

  init(of texts: [String]) { digests = texts.map(Self.digest) }

  /// Nil if it is of other fields: of another release's form, or of none that this program has drawn.
  init?(_ text: String, count: Int) {
    let bytes = Array(text.utf8)
    guard bytes.count == count * Self.length else { return nil }
    digests = (0..<count).map {
      String(decoding: bytes[$0 * Self.length..<($0 + 1) * Self.length], as: UTF8.self)
    }
  }

  /// As a form sends it.
  var text: String { digests.joined() }

  /// The side that alone has changed a field; nil if both have.
  func side(of field: Int, mine: String, theirs: String) -> Side? {
    Self.digest(mine) == digests[field] ? .theirs : Self.digest(theirs) == digests[field] ? .mine : nil
  }

  /// Browsers send each line break as CR LF (URL Standard, form-urlencoded).
  private static func digest(_ text: String) -> String {
    Base64URL.encode(Array(sha256(text.utf8.filter { $0 != 13 }).prefix(6)))
  }
}
