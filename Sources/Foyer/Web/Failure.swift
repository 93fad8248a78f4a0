import HTTP
import Postgres

/// An error that a handler throws; `Site` answers with the page for it.
///
/// None carries a text: the reader sees the page of the status, in their language.
enum Failure: Error {
  /// No such row, or one of another household: the answer is the same.
  case notFound
  case forbidden
  /// Input that no form of this app sends: a broken escape, a malformed id.
  case invalid
  case tooMany(retryAfter: Int)
  /// There is no session, or it has ended.
  case signedOut
}

/// The problems of a form, in the order of its fields; a problem with the field "" concerns the whole form.
struct FormErrors {
  private(set) var all: [(field: String, message: String)] = []

  var isEmpty: Bool { all.isEmpty }

  subscript(field: String) -> String? { all.first { $0.field == field }?.message }

  mutating func add(_ field: String, _ message: String) { all.append((field, message)) }

  /// Adds a problem for a text of more than `limit` characters, as PostgreSQL's `char_length` counts them.
  mutating func check(_ field: String, _ text: String, atMost limit: Int, _ strings: Strings) {
    if text.isLonger(than: limit) { add(field, strings.formTooLong(count: limit)) }
  }

  /// Adds a problem for a text that is too long or blank. The length is checked first: searching a megabyte of spaces
  /// would block an event loop.
  mutating func check(_ field: String, hasWords text: String, atMost limit: Int, _ strings: Strings) {
    if text.isLonger(than: limit) {
      add(field, strings.formTooLong(count: limit))
    } else if text.isBlank {
      add(field, strings.formRequired)
    }
  }
}

extension String {
  /// Whether the text has more code points than that. A much longer text is not counted.
  func isLonger(than limit: Int) -> Bool {
    let bytes = utf8.count
    return bytes > limit && (bytes > 4 * limit || unicodeScalars.count > limit)
  }
}
