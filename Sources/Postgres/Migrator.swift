/// Brings a database's schema up to date from a folder of files `NNNN_name.sql`, forward only.
public struct Migrator: Sendable {
  let url: String
  let timeout: Duration

  /// `timeout` is for each file; waiting for another migrator included.
  public init(url: String, timeout: Duration = .seconds(600)) {
    self.url = url
    self.timeout = timeout
  }

  /// Applies what is pending and returns the names of what it applied, in order.
  public func migrate(directory: String) async throws(MigrationError) -> [String] { [] }

  /// The names of what `migrate` would apply. Changes nothing.
  public func pending(directory: String) async throws(MigrationError) -> [String] { [] }
}

/// Why a database could not be migrated: a sentence for the operator, naming the file.
public struct MigrationError: Error, Sendable, CustomStringConvertible {
  public let description: String
}
