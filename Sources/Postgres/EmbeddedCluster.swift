/// A private PostgreSQL cluster that is started with the program and stopped with it.
public final class EmbeddedCluster: Sendable {
  let directory: String

  /// A cluster whose files are in `directory`/postgres. Nothing happens before `start`.
  public init(directory: String) { self.directory = directory }

  /// Makes the cluster if there is none, starts it (or adopts it, if it runs already) and creates the database.
  /// Returns once it accepts connections.
  public func start() async throws(EmbeddedClusterError) {}

  /// Stops it; returns when it has stopped.
  public func stop() async throws(EmbeddedClusterError) {}

  /// Where to connect, as the owner of the database `foyer`.
  public var url: String { "" }

  /// Where to connect to another database of the cluster.
  public func url(database: String) -> String { "" }
}

/// Why the cluster is not there: a sentence for the operator.
public struct EmbeddedClusterError: Error, Sendable, CustomStringConvertible {
  public let description: String
}
