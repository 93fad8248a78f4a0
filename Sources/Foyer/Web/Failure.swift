import HTTP
import Postgres

/// What a handler throws instead of answering; `Site` turns it into the page for it.
///
/// None of these carries text of its own: what the reader sees is the page of the status, in the reader's language.
enum Failure: Error {
  /// No such row, or one of another household: nobody can tell which.
  case notFound
  case forbidden
  /// Input that no form of ours sends: a broken escape, a malformed id.
  case invalid
  case tooMany(retryAfter: Int)
  /// Nobody is signed in, or the session has ended.
  case signedOut
}

/// The problems of a form, in the order of its fields; a problem with the field "" belongs to the form as a whole.
struct FormErrors {
  private(set) var all: [(field: String, message: String)] = []

  var isEmpty: Bool { all.isEmpty }

  subscript(field: String) -> String? { all.first { $0.field == field }?.message }

  mutating func add(_ field: String, _ message: String) { all.append((field, message)) }

  /// Notes a text of more than `limit` characters, as PostgreSQL's `char_length` counts them.
  mutating func check(_ field: String, _ text: String, atMost limit: Int, _ strings: Strings) {
    if text.isLonger(than: limit) { add(field, strings.formTooLong(count: limit)) }
  }

  /// Notes a text that is too long or has nothing to read. The length comes first: looking through a megabyte of spaces
  /// takes longer than an event loop has.
  mutating func check(_ field: String, hasWords text: String, atMost limit: Int, _ strings: Strings) {
    if text.isLonger(than: limit) {
      add(field, strings.formTooLong(count: limit))
    } else if text.isBlank {
      add(field, strings.formRequired)
    }
  }

  /// Notes what the database refused as too long. Rethrows what is no mistake of the reader's.
  /// - Parameter limits: the constraints of the migrations that a reader can break.
  mutating func add(_ error: any Error, limits: [String: (field: String, limit: Int)], _ strings: Strings) throws {
    guard case PostgresError.server(let server) = error, let constraint = server.constraint,
      let (field, limit) = limits[constraint]
    else { throw error }
    add(field, strings.formTooLong(count: limit))
  }
}

extension String {
  /// Whether the text has more than so many code points. What is far longer is not counted.
  func isLonger(than limit: Int) -> Bool {
    let bytes = utf8.count
    return bytes > limit && (bytes > 4 * limit || unicodeScalars.count > limit)
  }
}
