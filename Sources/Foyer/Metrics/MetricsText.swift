import EventLoop

/// Prometheus' text exposition format, version 0.0.4.
struct MetricsText {
  enum Kind: String { case counter, gauge, histogram }

  private(set) var text = ""

  /// Begins a metric; its samples follow. `foyer_` is put before its name.
  mutating func metric(_ name: String, _ kind: Kind, _ help: String) {
    text += "# HELP foyer_\(name) \(help)\n# TYPE foyer_\(name) \(kind.rawValue)\n"
  }

  /// - Parameter labels: values without quotation marks, backslashes and line breaks.
  mutating func sample(
    _ name: String, _ labels: KeyValuePairs<String, String> = [:], _ value: some CustomStringConvertible
  ) {
    text += "foyer_\(name)"
    if !labels.isEmpty { text += "{\(labels.map { "\($0)=\"\($1)\"" }.joined(separator: ","))}" }
    text += " \(value)\n"
  }

  /// A metric of one sample.
  mutating func single(_ name: String, _ kind: Kind, _ help: String, _ value: some CustomStringConvertible) {
    metric(name, kind, help)
    sample(name, [:], value)
  }

  /// Microseconds as seconds, exactly: `0.0025`.
  static func seconds(_ microseconds: Int) -> String {
    let fraction = String(
      String(1_000_000 + microseconds % 1_000_000).dropFirst().reversed().drop { $0 == "0" }.reversed())
    return fraction.isEmpty ? "\(microseconds / 1_000_000)" : "\(microseconds / 1_000_000).\(fraction)"
  }
}
