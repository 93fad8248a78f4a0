import HTTP

extension Context {
  /// Used, voided, expired and unknown links give the same answer.
  /// - Parameter again: the page on which another one can be asked for.
  func linkEnded(again: String, _ label: (Strings) -> String) -> Response {
    let strings = strings
    return html(.other, status: .notFound) { out, page in
      Views.Errors.error(
        &out, page: page, code: 404, title: strings.accountLinkEndedTitle, message: strings.accountLinkEndedText,
        again: (again, label(strings)))
    }.withSecretPath
  }
}
