import Testing

/// How much more processor time the thread takes for eight times as much. It is 8 where the work grows with the bytes, and 64
/// where it grows with their square; the least of several tries each counts, as other work on the machine makes caches cold.
func growth<Input>(upTo size: Int, _ make: (Int) -> Input, _ work: (Input) -> Void) -> Double {
  let (small, large) = (make(size / 8), make(size))
  var times = (small: Int.max, large: Int.max)
  for _ in 1...5 {
    times.small = min(times.small, processorTime { work(small) })
    times.large = min(times.large, processorTime { work(large) })
  }
  return Double(times.large) / Double(max(1, times.small))
}

/// Half way between the two, as a factor.
let mostGrowth = 22.0

func expectLinear<Input>(
  _ what: String, upTo size: Int, _ make: (Int) -> Input, at place: SourceLocation = #_sourceLocation,
  _ work: (Input) -> Void
) {
  let growth = growth(upTo: size, make, work)
  #expect(growth < mostGrowth, "\(what): \(growth)", sourceLocation: place)
}

/// `count` times a text with a number in it.
func repeated(_ count: Int, _ separator: String = "", _ text: (Int) -> String) -> [UInt8] {
  Array((100_000..<100_000 + count).map(text).joined(separator: separator).utf8)
}
