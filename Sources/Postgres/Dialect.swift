/// A server that takes the program's statements in other words, and what its errors mean.
///
/// It plans a statement with values of the transaction: nothing is prepared there, and each batch is sent between BEGIN and
/// COMMIT.
public struct Dialect: Sendable {
  private let translate: @Sendable (String) -> String
  let read: @Sendable (ServerError) -> ServerError

  /// - Parameters:
  ///   - translate: a statement's text, with the same parameters `$1`, `$2`, … in it.
  ///   - read: an error as PostgreSQL alone would report it.
  public init(translate: @escaping @Sendable (String) -> String, read: @escaping @Sendable (ServerError) -> ServerError)
  {
    (self.translate, self.read) = (translate, read)
  }

  /// A statement's text, ending in NUL.
  func text(_ sql: SQL) -> [CChar] {
    let text = String(decoding: sql.text.dropLast().lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return Array(translate(text).utf8CString)
  }
}
