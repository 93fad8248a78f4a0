import Cookery
import Postgres

/// Applies changes of the list that were made without a network: each counts once, however often it is sent.
struct SyncList: Sendable {
  /// More are refused; a browser sends them in parts.
  static let limit = 1_000
  /// More of typed lines are refused: each may be of twenty entries.
  static let typedLimit = 50

  /// A change, and when it was made.
  struct Change: Sendable {
    /// A change of several entries is divided into one for each.
    enum Operation: Sendable {
      case add(AddToList)
      case tick(TickLine)
      case delete(DeleteLine)
    }

    let id: UUID
    /// The id that was sent: a part of a divided change has an id of its own.
    var sent: UUID
    let operation: Operation
    /// Whether it is of a line that was typed and of which the browser did not know yet how many foods it names.
    var isOfTypedLine = false
    /// Milliseconds since 1970, by the clock of who made it.
    let at: Int

    init(id: UUID, _ operation: Operation, at: Int, isOfTypedLine: Bool = false) {
      (self.id, sent, self.operation, self.at, self.isOfTypedLine) = (id, id, operation, at, isOfTypedLine)
    }

    /// Whether it is the first part, which has the id that was sent.
    var isFirst: Bool { id == sent }

    var entry: UUID {
      switch operation {
      case .add(let adding): adding.id
      case .tick(let tick): tick.line
      case .delete(let deletion): deletion.line
      }
    }

    /// An addition by the foods that its line names, and what is done with such a line by the entries that it may have become: the
    /// first one with the ids that were sent.
    var parts: [Change] {
      switch operation {
      case .add(let adding): adding.parts.enumerated().map { part($0, .add($1)) }
      case .tick(let tick) where isOfTypedLine:
        (0..<FoodLine.mostParts).map {
          part($0, .tick(TickLine(line: tick.line.part($0), isTicked: tick.isTicked, shop: tick.shop)))
        }
      case .delete(let deletion) where isOfTypedLine:
        (0..<FoodLine.mostParts).map { part($0, .delete(DeleteLine(line: deletion.line.part($0)))) }
      case .tick, .delete: [self]
      }
    }

    private func part(_ number: Int, _ operation: Operation) -> Change {
      var part = Change(id: id.part(number), operation, at: at, isOfTypedLine: isOfTypedLine)
      part.sent = id
      return part
    }

    /// About how much work its parts are, in bytes of text that is read.
    fileprivate var size: Int {
      if case .add(let adding) = operation { adding.text.utf8.count } else { isOfTypedLine ? 500 : 0 }
    }

    fileprivate var addition: AddToList? { if case .add(let adding) = operation { adding } else { nil } }
    fileprivate var isDeletion: Bool { if case .delete = operation { true } else { false } }
  }

  let changes: [Change]
  /// Where lines are added; nil for the first one.
  var list: UUID?
  /// Milliseconds that the clock of the device is behind on which they were made.
  var shift = 0

  var problems: Problems {
    var problems = Problems()
    if changes.count > Self.limit { problems.add("changes", .tooMany(Self.limit)) }
    if changes.count(where: \.isOfTypedLine) > Self.typedLimit { problems.add("changes", .tooMany(Self.typedLimit)) }
    for change in changes { if let addition = change.addition { problems.add(addition.problems) } }
    return problems
  }

  /// Applies them, in several transactions if they are many: of the last one the statements are in the batch.
  func apply(_ session: some HouseholdSession, in batch: inout Batch) async throws -> Query {
    let problems = changes.count < 50 ? problems : try await session.offLoop { self.problems }
    guard problems.isEmpty else { throw problems }
    let changes = try await parts(session)
    let gone = Set(changes.filter(\.isDeletion).map(\.entry))
    var pieces = Self.pieces(of: changes)
    let last = pieces.popLast() ?? []
    var missed: Set<UUID> = []
    for piece in pieces {
      var batch = Batch()
      let refused = try await apply(piece, gone, session, in: &batch)
      missed.formUnion(try await session.query(batch)[refused].map { try $0["change"] })
    }
    return Query(missed: missed, refused: last.isEmpty ? nil : try await apply(last, gone, session, in: &batch))
  }

  struct Query {
    fileprivate let missed: Set<UUID>
    fileprivate let refused: Batch.Key?
  }

  /// The changes without an effect that somebody is told of, by the ids that were sent: an addition to a full list, a tick of what is
  /// gone.
  static func refused(_ results: Results, _ query: Query) throws -> [UUID] {
    guard let refused = query.refused else { return Array(query.missed) }
    // Of a line whose foods are applied apart, each part may be refused.
    return Array(query.missed.union(try results[refused].map { try $0["change"] }))
  }

  private func parts(_ session: some HouseholdSession) async throws -> [Change] {
    if changes.reduce(0, { $0 + $1.size }) < 2_000 { return changes.flatMap(\.parts) }
    return try await session.inPieces(changes, (), size: \.size) { $1.parts }.flatMap { $0 }
  }

  /// A part that is applied in a transaction of its own: a thousand lines of twenty foods would take longer than a batch may. Each
  /// change counts once, so that a browser which hears of nothing sends all of them again. Additions come first, as ticks of
  /// theirs may follow.
  private static func pieces(of changes: [Change]) -> [[Change]] {
    let most = 2 * limit
    if changes.count <= most { return [changes] }
    let (added, others) = (changes.filter { $0.addition != nil }, changes.filter { $0.addition == nil })
    return [added, others].flatMap { part in
      stride(from: 0, to: part.count, by: most).map { Array(part[$0..<min($0 + most, part.count)]) }
    }
  }

  private func apply(
    _ changes: [Change], _ gone: Set<UUID>, _ session: some HouseholdSession, in batch: inout Batch
  ) async throws -> Batch.Key {
    let lines = try await FoodLine.read(changes.compactMap { $0.addition?.text }, session)
    for statement in ShoppingSyncQueries.apply(changes, lines, list: list, shift: shift) { batch.add(statement) }
    return batch.add(ShoppingSyncQueries.refused(changes, besides: gone))
  }
}
