import Postgres

/// The side that changes an account, as the account's log and letters tell: a browser, or an operator's command.
struct Client {
  /// The IP address; empty for a command.
  var address = ""
  var userAgent = ""
  /// Of the browser's pages.
  var language: Language?
  /// Whether letters are sent.
  let sendsMail: Bool

  /// A letter to the account's owner, where mail is sent.
  /// - Parameter condition: what must hold after the statements before it.
  func letter(_ kind: JobKind, to person: UUID, if condition: SQL = "true") -> Batch {
    guard sendsMail else { return [] }
    return [
      JobQueries.insert(kind, ["person": "\(person)", "language": language?.rawValue ?? ""], if: condition)
    ]
  }

  /// An entry in the account's log, and such a letter.
  func news(
    _ event: AccountEvent.Kind, _ letter: JobKind?, of person: UUID, if condition: SQL = "true"
  ) -> Batch {
    var batch: Batch = [AccountEventQueries.insert(event, of: person, by: self, if: condition)]
    if let letter { _ = batch.add(self.letter(letter, to: person, if: condition)) }
    return batch
  }
}

extension Context {
  /// The browser that sends the request.
  var client: Client {
    Client(
      address: "\(request.remoteAddress)", userAgent: userAgent, language: strings.language, sendsMail: sendsMail)
  }
}
