import HTTP

extension Feature {
  static let passwordResets = Feature(
    open: { routes in
      routes.get("/password/forgot", PasswordResets.new)
      routes.post("/password/forgot", limits: .small, PasswordResets.create)
      routes.get("/password/reset/{token}", PasswordResets.edit)
      routes.post("/password/reset/{token}", limits: .small, PasswordResets.update)
    },
    cleaning: [MailLinkQueries.deleteExpired()])
}
