import Postgres

/// The proof of who sends a request.
enum Credential {
  /// Of a browser.
  case session(SessionToken)
  /// Of a person's program, which must have one of these scopes.
  case token(AccessToken, scopes: [String])

  var hash: [UInt8] {
    switch self {
    case .session(let token): token.hash
    case .token(let token, _): token.hash
    }
  }

  /// The first statement of each of its transactions.
  /// - Parameter language: the client's, which counts where the person has chosen none.
  func open(_ language: Language) -> SQL {
    switch self {
    case .session(let token): SessionQueries.open(token.hash, language)
    case .token(let token, let scopes): SessionQueries.open(token: token.hash, scopes: scopes, language)
    }
  }

  /// Notes once an hour that it is in use.
  var touch: SQL {
    switch self {
    case .session(let token): SessionQueries.touch(token.hash)
    case .token(let token, _): AccessTokenQueries.touch(token.hash)
    }
  }
}
