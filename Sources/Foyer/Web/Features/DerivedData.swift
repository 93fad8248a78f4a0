import Postgres

/// Data derived from the rows that people write, so that a page need not count or search them: how much of it differs
/// from those rows in the household of the transaction, and how to make it anew.
struct DerivedData: Sendable {
  /// Its name, for the operator.
  let name: String
  /// One row: how many are `wrong`.
  let check: SQL
  /// Writes what differs. The household's items and recipes are locked then.
  let mend: [SQL]
  /// Data that SQL cannot make: it is compared and mended by the program.
  var texts: Texts?

  struct Texts: Sendable {
    /// The ids of the household's rows that are wrong.
    let wrong: @Sendable (UUID, Pool) async throws -> [UUID]
    let mend: @Sendable (UUID, Pool) async throws -> Void
  }
}
