/// A household's answers about its packets: for a food, whether its product has an allergen or fits a diet.
///
/// An answer decides what the words of a line leave open, and nothing else: what a line contains by its own words stays, and a line
/// of another food is not touched.
public struct PacketAnswers: Sendable, Equatable {
  /// An allergen or a diet that a packet is asked for.
  public enum Subject: Hashable, Sendable {
    case allergen(Allergen)
    case diet(Diet)

    /// Those that a packet can answer: of two diets the amounts decide.
    public static let all: [Subject] =
      Allergen.allCases.map { .allergen($0) }
      + Diet.allCases.filter { $0 != .ketogenic && $0 != .lowFODMAP }.map { .diet($0) }

    public init?(rawValue: String) {
      guard let subject = Self.all.first(where: { $0.rawValue == rawValue }) else { return nil }
      self = subject
    }

    /// As it is stored: the raw value of the allergen or the diet.
    public var rawValue: String {
      switch self {
      case .allergen(let allergen): allergen.rawValue
      case .diet(let diet): diet.rawValue
      }
    }

    /// The traits of which one is against it.
    fileprivate var traits: Traits {
      switch self {
      case .allergen(let allergen): allergen.trait
      case .diet(let diet): diet.forbids
      }
    }
  }

  /// By the key of a food: true where the packet has the allergen, or does not fit the diet.
  private var answers: [String: [Subject: Bool]] = [:]
  /// The keys of the foods alone, by which a line is looked for.
  private var foods: Set<String> = []

  public init() {}

  /// - Parameter key: of `IngredientLine.packetKey`.
  public mutating func add(_ key: String, _ subject: Subject, isAgainst: Bool) {
    answers[key, default: [:]][subject] = isAgainst
    foods.insert(String(key.prefix { $0 != "|" }))
  }

  public var isEmpty: Bool { answers.isEmpty }

  /// The answers for a line's food.
  func of(_ line: IngredientLine) -> [Subject: Bool] {
    guard foods.contains(line.key), let key = line.packetKey else { return [:] }
    return answers[key] ?? [:]
  }
}

extension IngredientLine {
  /// The most characters of a key.
  private static let longestKey = 400

  /// By which the answers of packets are kept: the key of the food, and the stems of the words that name it, behind a bar. Nil where no
  /// packet decides.
  ///
  /// The key alone would not do: fresh stock, stock cubes and a vegetable stock are one ingredient, but each is a packet of its own. Where a
  /// line names several foods, or says more of one than its name ("soy sauce (gluten-free)", "soy sauce or tamari"), all of its words count.
  public var packetKey: String? {
    if key.isEmpty || key.contains("|") || text.utf8.count > 2_000
      || PacketAnswers.Subject.all.allSatisfy({ !isOpen($0) })
    {
      return nil
    }
    let words = Fold.words(of: FoodTable.shared.isPlain(self) ? name : name + " " + note)
    if words.isEmpty { return nil }
    // "1 cube de bouillon" is a packet of another kind than "1 l de bouillon".
    let kinds = words.map { Stem.of($0) } + (quantity?.unit == .cube ? ["cube"] : [])
    let own = key + "|" + Set(kinds).sorted().joined(separator: " ")
    return own.unicodeScalars.count <= Self.longestKey ? own : nil
  }

  /// Whether its words leave open whether an allergen is in it, or whether it fits a diet.
  public func isOpen(_ subject: PacketAnswers.Subject) -> Bool {
    has.isDisjoint(with: subject.traits.subtracting(.byMaker))
      && !may.union(has.intersection(.byMaker)).isDisjoint(with: subject.traits)
  }

  /// The line with what the packet says of its allergens.
  func answered(_ answers: [PacketAnswers.Subject: Bool]) -> IngredientLine {
    var (has, may) = (has, may)
    for (subject, isAgainst) in answers {
      guard case .allergen(let allergen) = subject, isOpen(subject) else { continue }
      may.remove(allergen.trait)
      if isAgainst { has.insert(allergen.trait) }
    }
    // Molluscs are seafood, whatever else the packet says.
    if has.contains(.mollusc) { has.insert(.seafood) }
    may.subtract(has)
    return IngredientLine(
      text: text, quantity: quantity, name: name, note: note, key: key, keys: keys, isStaple: isStaple,
      isOptional: isOptional, has: has, may: may, isUnderstood: isUnderstood, hasFood: hasFood)
  }
}

extension FoodTable {
  /// Whether a line names one food, and has the traits of that food as the table has them.
  fileprivate func isPlain(_ line: IngredientLine) -> Bool {
    let named = Reading.foods(in: line.text)
    return line.keys == [line.key] && named.count == 1 && named[0].has == line.has && named[0].may == line.may
  }
}

extension RecipeFacts {
  /// The verdicts with what packets say.
  /// - Parameters:
  ///   - lines: with the packets' allergens (`IngredientLine.answered`).
  ///   - answers: of each line that has some.
  func answered(_ lines: [IngredientLine], _ answers: [Int: [PacketAnswers.Subject: Bool]]) -> RecipeFacts {
    var (allergens, diets) = (allergens, diets)
    for (allergen, verdict) in allergens {
      guard case .unknown(let line) = verdict else { continue }
      let subject = PacketAnswers.Subject.allergen(allergen)
      if let found = lines.firstIndex(where: { $0.has.contains(allergen.trait) }) {
        allergens[allergen] = .contains(line: found)
      } else if line != nil {
        let open = lines.firstIndex { !$0.isUnderstood || $0.isOpen(subject) }
        allergens[allergen] = open.map { .unknown(line: $0) } ?? .free
      }
    }
    for (diet, verdict) in diets {
      let subject = PacketAnswers.Subject.diet(diet)
      if case .breaks = verdict { continue }
      // Of the other two, amounts decide.
      guard PacketAnswers.Subject.all.contains(subject) else { continue }
      let forbidden = diet.forbids.subtracting(.byMaker)
      let against = lines.indices.first { index in
        !lines[index].has.isDisjoint(with: forbidden)
          || answers[index]?[subject] == true && lines[index].isOpen(subject)
      }
      if let against {
        diets[diet] = .breaks(line: against)
      } else if case .unknown(_?) = verdict {
        let open = lines.indices.first { index in
          !lines[index].isUnderstood || lines[index].isOpen(subject) && answers[index]?[subject] != false
        }
        diets[diet] = open.map { .unknown(line: $0) } ?? .fits(stated: false)
      }
    }
    return RecipeFacts(allergens: allergens, diets: diets)
  }
}
