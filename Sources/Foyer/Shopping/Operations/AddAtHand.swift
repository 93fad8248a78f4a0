import Cookery
import Postgres

/// Makes the ticked food of the list what is at hand, with its amount, and takes all that is ticked off the list.
struct AddAtHand {
  /// How amounts are written.
  let amounts: AmountText
  /// Nil for the first list.
  var list: UUID?

  struct Result {
    /// How many foods became at hand; of none, other things have only left the list.
    let foods: Int
    /// How many lines there were.
    let lines: Int
    /// The operation that takes it back; nil if nothing was ticked.
    let undo: RestoreLine?
  }

  func run(_ session: some HouseholdSession) async throws -> Result {
    var reading = Batch()
    let (entries, hand) = (
      reading.add(ShoppingQueries.list(list)), reading.add(RecipeQueries.amountsAtHand(onlySaid: false))
    )
    let results = try await session.query(reading)
    let lines = ShoppingList(try await ShoppingEntry.read(results[entries], session), hand: [:]).checked
    guard let first = lines.first else { return Result(foods: 0, lines: 0, undo: nil) }
    let there = try await AmountAtHand.read(results[hand], session)
    let bought = lines.map { ShoppingLine.Bought($0) }
    let items = try await session.offLoop { [amounts] in ShoppingPage.atHand(bought, there, amounts) }
    var change = Batch()
    let stored = change.add(ShoppingQueries.store(items))
    change.add(ShoppingQueries.deleteChecked(lines.flatMap(\.entries)))
    let foods = try await session.query(change)[stored].affected
    return Result(foods: foods, lines: lines.count, undo: RestoreLine(line: first.id.value))
  }
}
