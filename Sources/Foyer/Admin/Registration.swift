import Postgres

extension Context {
  /// The rule for sign-ups: that of FOYER_REGISTRATION, unless an operator has closed registration at /admin.
  func registration() async throws -> Configuration.Registration {
    let outer = app.configuration.registration
    if outer == .closed { return .closed }
    let isOpen: Bool = try await queryWithoutSession(RegistrationQueries.find())[0]["registration_open"]
    return isOpen ? outer : .closed
  }
}

/// The switch of all instances, in the only row of `server_settings`.
enum RegistrationQueries {
  static func find() -> SQL { "SELECT registration_open FROM server_settings" }

  static func update(isOpen: Bool) -> SQL { "UPDATE server_settings SET registration_open = \(isOpen)" }
}
