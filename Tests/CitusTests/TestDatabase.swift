import Glibc
import Postgres
import Processes
import Testing

/// Everything in this module, one test after the other.
@Suite(.serialized, .timeLimit(.minutes(20))) struct CitusTests {}

/// One cluster for the whole run, without Citus, made by the first test that needs it and stopped when the process ends.
enum TestDatabase {
  private static let directory = "/tmp/foyer-citus-tests-\(getpid())"

  private static let started = Task { () throws -> EmbeddedCluster in
    let cluster = EmbeddedCluster(directory: directory)
    try await cluster.start()
    atexit { TestDatabase.stop() }
    return cluster
  }

  private static func stop() {
    try? EmbeddedCluster(directory: directory).stopBlocking()
    _ = try? ChildProcess.run(["rm", "-rf", directory])
  }

  static func url() async throws -> String { try await started.value.ownerURL }
  static func shared() async throws -> EmbeddedCluster { try await started.value }
}
