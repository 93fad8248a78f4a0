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
}
