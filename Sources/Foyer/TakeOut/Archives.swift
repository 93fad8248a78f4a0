import EventLoop
import Postgres

/// The commands that write a household's archive and read one.
public struct Archives: Sendable {
  private let database: PoolConfiguration
  private let version: String

  /// - Parameter version: the program's.
  public init(database: Database, version: String) {
    self.database = database.direct
    self.version = version
  }

  /// Writes a household's archive.
  /// - Parameter id: as `foyer household list` has it.
  /// - Returns: a line for the terminal.
  public func export(_ id: String, to path: String) async throws -> String {
    try refuseDistributed()
    let household = try household(id)
    let (url, version) = (database.url, version)
    let summary = try await blocking { try HouseholdExport(url: url, version: version).make(household, path) }
    return "\(path): \(summary.rows) rows, \(summary.files) files"
  }

  /// Reads an archive.
  /// - Parameter id: of the household that it is read into; nil for a new one.
  /// - Returns: a line for the terminal.
  public func `import`(_ path: String, into id: String?) async throws -> String {
    try refuseDistributed()
    let target = try id.map { try household($0) }
    let url = database.url
    let summary = try await blocking { try HouseholdImport(url: url).run(path, into: target) }
    try await RecipeRevision.read(summary.household, database)
    return "\(summary.household): \(summary.rows) rows\(summary.isNew ? ", a new household" : "")"
  }

  private func household(_ id: String) throws -> UUID {
    guard let id = UUID(id.utf8) else { throw ArchiveProblem("“\(Commands.plain(id))” is not a household's id.") }
    return id
  }

  private func refuseDistributed() throws {
    guard database.dialect == nil else {
      throw ArchiveProblem("The database is distributed: an archive cannot be of one moment of it.")
    }
  }
}
