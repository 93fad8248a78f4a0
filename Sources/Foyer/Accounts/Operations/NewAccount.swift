/// The values of a new account, with the rules that hold for a form, a link and the command.
struct NewAccount {
  let name: String
  let email: String
  let password: String

  /// - Parameter sendsMail: whether the address gets a letter.
  func problems(forMail sendsMail: Bool = false) -> Problems {
    var problems = Problems()
    problems.check("name", name, atMost: 10_000)
    if problems.isEmpty && name.isBlank { problems.add("name", .blank) }
    if sendsMail ? MailAddress(email) == nil : !Email.isPlausible(email) { problems.add("email", .invalidAddress) }
    if let kind = PasswordRules.problem(password) { problems.add("password", kind) }
    return problems
  }
}
