/// Parses bytes as a connection would, whole and in pieces, and traps when the two differ: for fuzzing, and for tests
/// that replay what fuzzing found.
enum RequestExercise {
  private struct Outcome: Equatable {
    var text: [String] = []
  }

  /// - Parameter bytes: the size of the pieces, less one; then requests.
  static func run(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return }
    let input = Array(bytes.dropFirst())
    let whole = parse(input, step: max(1, input.count))
    let pieces = parse(input, step: Int(first) + 1)
    precondition(whole == pieces, "\(whole) \(pieces)")
  }

  private static func parse(_ bytes: [UInt8], step: Int) -> Outcome {
    var outcome = Outcome()
    let limits = Limits()
    var parser = HeadParser(limits: limits)
    var input: [UInt8] = []
    var consumed = 0
    var body: BodyDecoder?
    var content: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: step) {
      input += bytes[start..<min(bytes.count, start + step)]
      do {
        while true {
          if var decoder = body {
            try decoder.decode(input, consumed: &consumed, into: &content)
            body = decoder
            guard decoder.isDone else { break }
            body = nil
            outcome.text.append(String(decoding: content, as: UTF8.self))
            content = []
          }
          guard let head = try parser.parse(input, consumed: &consumed) else { break }
          let target = try RequestTarget(head)
          precondition(target.path.utf8.first == 0x2F)
          _ = try? Form(urlencoded: target.query)
          _ = Cookies(Array(head.headers.values("cookie").joined(separator: "; ").utf8))["a"]
          _ = Forwarded(
            peer: IPAddress(bytes: [127, 0, 0, 1]), isSecure: false, headers: head.headers,
            proxies: CIDR("127.0.0.0/8").map { [$0] } ?? [])
          outcome.text.append("\(head.method) \(target.path) \(target.authority) \(head.headers.count) \(head.framing)")
          body = BodyDecoder(head.framing, limits: limits)
        }
      } catch {
        outcome.text.append("refused")
        return outcome
      }
      if consumed == input.count {
        input = []
        consumed = 0
      }
    }
    return outcome
  }
}
