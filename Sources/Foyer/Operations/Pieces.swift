extension HouseholdSession {
  /// Bytes of text that are read without a pause, which takes some ten milliseconds.
  private static var piece: Int { 4_000 }

  /// Reads each of many values off the event loop. Long ones are divided, and between two pieces others have their turn: however
  /// much one household has to be read, another waits for no more than a piece of each.
  /// - Parameters:
  ///   - state: what one call of `read` leaves to the next.
  ///   - size: bytes of text in a value.
  func inPieces<Value: Sendable, State: Sendable, Result: Sendable>(
    _ values: [Value], _ state: State, size: (Value) -> Int,
    _ read: @escaping @Sendable (inout State, Value) -> Result
  ) async throws -> [Result] {
    var results: [Result] = []
    results.reserveCapacity(values.count)
    var (state, start) = (state, 0)
    while start < values.count {
      var (end, bytes) = (start, 0)
      repeat {
        bytes += size(values[end])
        end += 1
      } while end < values.count && bytes + size(values[end]) <= Self.piece
      let (piece, before) = (Array(values[start..<end]), state)
      let (read, after) = try await offLoop { () -> ([Result], State) in
        var state = before
        return (piece.map { read(&state, $0) }, state)
      }
      results += read
      (state, start) = (after, end)
    }
    return results
  }

  /// The same for texts; those that are short together are read at once, on the loop.
  func inPieces<Result: Sendable>(
    _ texts: [String], _ read: @escaping @Sendable (String) -> Result
  ) async throws -> [Result] {
    if texts.reduce(0, { $0 + $1.utf8.count }) < 2_000 { return texts.map(read) }
    return try await inPieces(texts, (), size: \.utf8.count) { read($1) }
  }
}
