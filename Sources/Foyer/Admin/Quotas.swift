import EventLoop
import Postgres

/// The command that lists households and sets their quotas.
public struct Quotas: Sendable {
  private let database: PoolConfiguration

  public init(database: Database) { self.database = database.direct }

  /// The reason of a failure: a sentence.
  public struct Refused: Error, CustomStringConvertible {
    public let description: String
  }

  /// A household, for the command line.
  public struct Entry: Sendable {
    let id: UUID
    let name: String
    let members: Int
    let items: Int
    let recipes: Int
    let imageBytes: Int
    /// In bytes, if it has one of its own.
    let quota: Int?

    /// Separated by tabs.
    public var text: String {
      let quota = quota.map { "\(ByteSize(bytes: $0))" } ?? "-"
      return "\(id)\t\(Commands.plain(name))\t\(members)\t\(items)\t\(recipes)\t\(imageBytes)\t\(quota)"
    }

    /// A JSON object.
    public var json: String {
      "{\"id\":\"\(id)\",\"name\":\(Log.quoted(name)),\"members\":\(members),\"items\":\(items),\"recipes\":\(recipes),"
        + "\"image_bytes\":\(imageBytes),\"quota\":\(quota.map { "\($0)" } ?? "null")}"
    }
  }

  /// Every household, oldest first.
  public func list() async throws -> [Entry] {
    var batch = Batch()
    let households = batch.add(AdminQueries.households())
    return try await Commands.run(database, batch) { results in
      try results[households].map {
        Entry(
          id: try $0["id"], name: try $0["name"], members: try $0["members"], items: try $0["items"],
          recipes: try $0["recipes"], imageBytes: try $0["image_bytes"], quota: try $0["quota"])
      }
    }
  }

  /// Sets a household's own quota, or removes it.
  /// - Parameter id: as the list has it.
  public func set(_ id: String, to quota: ByteSize?) async throws {
    guard let id = UUID(id.utf8) else { throw Refused(description: "“\(Commands.plain(id))” is not a household's id.") }
    var batch = Batch()
    let changed = batch.add(StorageQueries.update(id, quota: quota?.bytes))
    guard try await Commands.run(database, batch, { $0[changed].affected }) > 0 else {
      throw Refused(description: "There is no household with this id.")
    }
  }
}
