import Cookery

/// The sentence about allergens above a recipe's table of them: what it contains, the reader's own first, and the
/// foods whose packets decide the rest.
struct AllergenSentence {
  struct Name {
    let text: String
    let isMine: Bool
  }
  struct Packet {
    let line: Int
    let food: String
    /// "gluten, soy"
    let allergens: String
    let isMine: Bool
  }

  let contained: [Name]
  let packets: [Packet]
  /// Lines that are not understood.
  let unread: [String]
  /// Whether nothing is contained and nothing is open.
  let isFree: Bool

  init(lines: [IngredientLine], facts: RecipeFacts, mine: Set<Allergen>, strings: Strings) {
    func name(_ allergen: Allergen) -> String { strings.text(allergen).lowercased() }
    func mineFirst(_ allergens: [Allergen]) -> [Allergen] {
      allergens.filter(mine.contains) + allergens.filter { !mine.contains($0) }
    }
    var (known, open): ([Allergen], Set<Allergen>) = ([], [])
    for allergen in Allergen.allCases {
      switch facts.allergens[allergen] {
      case .contains: known.append(allergen)
      case .unknown, nil: open.insert(allergen)
      case .free: break
      }
    }
    contained = mineFirst(known).map { Name(text: name($0), isMine: mine.contains($0)) }
    var packets: [Packet] = []
    for (index, line) in lines.enumerated() {
      let allergens = mineFirst(line.possible.filter(open.contains))
      if allergens.isEmpty { continue }
      let food = line.name.prefix(1).uppercased() + line.name.dropFirst().prefix(79)
      let packet = Packet(
        line: index, food: food, allergens: allergens.map(name).joined(separator: ", "),
        isMine: allergens.contains(where: mine.contains))
      if !packets.contains(where: { $0.food == packet.food && $0.allergens == packet.allergens }) {
        packets.append(packet)
      }
    }
    self.packets = packets.filter(\.isMine) + packets.filter { !$0.isMine }
    unread = open.isEmpty ? [] : lines.filter { !$0.isUnderstood }.map(\.text)
    isFree = known.isEmpty && open.isEmpty
  }
}
