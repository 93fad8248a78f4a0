import HTTP

extension Context {
  /// Used, voided, expired and unknown links give the same answer.
  func linkEnded() -> Response {
    let strings = strings
    return html(.other, status: .notFound) { out, page in
      Views.Errors.error(
        &out, page: page, code: 404, title: strings.accountLinkEndedTitle, message: strings.accountLinkEndedText)
    }.withSecretPath
  }
}
