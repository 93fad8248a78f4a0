/// Foods at hand that a line accepts, by standIns.txt: eggs where yolks are needed, and no tinned tomatoes where fresh ones are.
struct StandIns: Sendable {
  static let shared = StandIns(EmbeddedText.standIns)

  private struct Kind: Sendable {
    let name: String
    let words: [String]
    let isOpen: Bool
  }

  /// By the key of the food.
  private var kinds: [String: [Kind]] = [:]
  /// The key of a kind's food.
  private(set) var foods: [String: String] = [:]
  private var others: [String: [String]] = [:]

  init(_ text: String) {
    var isOfKinds = true
    for line in text.split(separator: "\n") where line.first != "#" {
      if line.first == "+" {
        isOfKinds = line.hasSuffix("kinds")
        continue
      }
      let columns = line.split(separator: "|", omittingEmptySubsequences: false).map {
        $0.split(separator: " ").joined(separator: " ")
      }
      if isOfKinds {
        let words = columns[2].split(separator: ",").flatMap { Fold.words(of: String($0)) }
        kinds[columns[1], default: []].append(Kind(name: columns[0], words: words, isOpen: columns[3] == "open"))
        foods[columns[0]] = columns[1]
      } else {
        others[columns[0], default: []].append(columns[1])
      }
    }
  }

  /// The kinds of its food that a line names.
  private func named(_ line: IngredientLine) -> [Kind] {
    guard let all = kinds[line.key] else { return [] }
    var words = Fold.words(of: line.text)
    if let unit = line.quantity?.unit, unit == .can { words.append("can") }
    return all.filter { kind in
      words.contains { word in
        kind.words.contains {
          Hangul.begins($0)
            ? word.contains($0) : Stem.of(word) == Stem.of($0) || $0.unicodeScalars.count >= 4 && word.hasPrefix($0)
        }
      }
    }
  }

  /// Of a food at hand: its kind, or else its key.
  func key(of line: IngredientLine) -> String { named(line).first?.name ?? line.key }

  /// The keys of foods at hand any of which a line accepts, its own ones first.
  func accepted(by line: IngredientLine) -> [String] {
    var keys: [String] = []
    let named = named(line).map(\.name)
    for key in line.keys { keys += key == line.key && !named.isEmpty ? named : [key] }
    for key in keys {
      keys += others[key] ?? []
      if let food = foods[key], kinds[food]?.contains(where: { $0.name == key && $0.isOpen }) == true {
        keys.append(food)
      } else {
        keys += kinds[key]?.filter(\.isOpen).map(\.name) ?? []
      }
    }
    var known: Set<String> = []
    return keys.filter { known.insert($0).inserted }
  }

  /// The keys for which a food stands that is another one, an egg for a yolk.
  func others(for key: String) -> [String] { others.filter { $0.value.contains(key) }.map(\.key).sorted() }

  /// Without those that only stand for another of them.
  func own(of keys: [String]) -> [String] {
    keys.filter { key in
      !keys.contains { other in
        other != key && ((others[other] ?? []).contains(key) || foods[other] == key || foods[key] == other)
      } || keys.first == key
    }
  }
}

extension IngredientLine {
  /// The keys of foods at hand any of which will do, those that the line names first: eggs for "egg yolks".
  public var accepted: [String] { StandIns.shared.accepted(by: self) }
}
