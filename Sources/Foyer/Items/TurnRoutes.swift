import HTTP
import Postgres

extension Items {
  /// Gives the turn to another member, who is named, or to the next one who is there.
  static func swap(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    let fields = try await context.form()
    // An Undo has the member in its path.
    let other = try [fields["person"], request.query["person"]].compactMap { $0 }.first { !$0.isBlank }.map {
      guard let person = UUID($0.utf8) else { throw Failure.notFound }
      return person
    }
    let back = fields["back"].map { ItemFilter(back: $0).url } ?? context.back(or: "/items")
    switch try await SwapTurn(id: id, person: other).run(context) {
    case .gone: throw Failure.notFound
    case .stays: return context.redirect(to: back, notice: .turnStays)
    case .swapped(let name, let undo): return context.redirect(to: back, notice: .turnSwapped(to: name, undo: undo))
    case .changedMeanwhile: return context.redirect(to: back)
    }
  }
}
