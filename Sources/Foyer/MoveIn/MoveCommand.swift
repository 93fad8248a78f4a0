import CivilTime
import EventLoop
import HTTP
import MoveIn
import Postgres

/// `foyer move-in FILE… --person E-MAIL`: moves files of other programs into a person's household.
public struct MoveCommand: Sendable {
  private let database: PoolConfiguration

  public init(database: Database) { self.database = database.direct }

  /// The reason of a failure: a sentence.
  public struct Refused: Error, CustomStringConvertible {
    public let description: String
  }

  /// The result of a move.
  public struct Result: Sendable {
    public struct Row: Sendable {
      public let what: String
      public let why: String
    }

    public var items = 0
    public var recipes = 0
    public var meals = 0
    public var lines = 0
    /// Foods at hand.
    public var foods = 0
    /// Rows that archives of Foyer's own alone have.
    public var others = 0
    /// Rows that were moved in before.
    public var known = 0
    public var leftOut: [Row] = []
    /// Files in which nothing was found, with the reason.
    public var failed: [Row] = []
  }

  /// Names in the files that are a member's mean that member; of all else, the file's own words are kept.
  /// - Parameter files: descriptors that are open for reading.
  public func run(_ files: [(name: String, descriptor: Int32)], person email: String) async throws -> Result {
    let reader = MoveReader()
    let read = try await reader.read(
      files.map { MoveFile(name: $0.name, descriptor: $0.descriptor) }, now: Timestamp.now().local)
    let failed = zip(files, read).compactMap { file, rows in
      rows.error.map { Result.Row(what: Commands.plain(file.name), why: $0) }
    }
    var batch = Batch()
    let accounts = batch.add(AccountQueries.find(email: email))
    let account = try await Commands.run(database, batch) { results in
      try results[accounts].first.map { row -> (UUID, UUID) in (try row["household_id"], try row["person_id"]) }
    }
    guard let (household, person) = account else {
      throw Refused(description: "There is no account with this e-mail address.")
    }
    let count = read.reduce(0) { $0 + $1.count }
    guard count <= ReadMove.maximumRows else {
      throw Refused(description: "There are \(count) rows in these files, more than \(ReadMove.maximumRows).")
    }
    var result = try await Pool.alone(database, timeout: .seconds(120)) { pool in
      guard let session = try await MoveSession.open(household, person, pool) else { return Result() }
      let id = UUID.v7()
      try await ReadMove(id: id, files: read).run(session)
      var reading = Batch()
      let names = reading.add(MoveQueries.names(id))
      let members = reading.add(HouseholdQueries.members())
      let results = try await session.query(reading)
      let guesses = try MoveQuestions.people(results[names], results[members])
      var answers = Move.Answers()
      for (name, member) in guesses { answers.people[name] = member }
      try await session.query([MoveQueries.begin(id, answers)])
      let storing = StoreMove(move: id, household: household, images: ImageConverter())
      while try await storing.step(session) {}
      return try await Self.report(id, session)
    }
    result.failed = failed
    return result
  }

  private static func report(_ id: UUID, _ session: MoveSession) async throws -> Result {
    var reading = Batch()
    let (counts, left) = (reading.add(MoveQueries.counts(id)), reading.add(MoveQueries.report(id, isLeftOut: true)))
    let results = try await session.query(reading)
    var result = Result()
    for row in results[counts] {
      let (kind, state, count): (String, String, Int) = (try row["kind"], try row["state"], try row["n"])
      switch (kind, state) {
      case (_, "known"): result.known += count
      case ("item", "stored"): result.items += count
      case ("recipe", "stored"): result.recipes += count
      case ("meal", "stored"): result.meals += count
      case ("line", "stored"): result.lines += count
      case ("hand", "stored"): result.foods += count
      case (_, "stored"): result.others += count
      default: break
      }
    }
    let strings = Strings(.en)
    result.leftOut = try results[left].map { row in
      Result.Row(what: Commands.plain(try row["title"]), why: Commands.plain(strings.moveReason(try row["why"])))
    }
    return result
  }
}
