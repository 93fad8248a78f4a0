import Cookery

/// The words that tell what is bought, eaten and done from one another.
enum CaptureWords {
  /// The text without a word that says that it is to be bought; nil if there is none.
  static func withoutBuying(_ text: String) -> String? {
    for word in buying where text.lowercased().hasPrefix(word + " ") {
      let rest = String(text.dropFirst(word.count)).trimmed
      return rest.isEmpty ? nil : rest
    }
    for word in buyingBehind where text.hasSuffix(" " + word) {
      return String(text.dropLast(word.count)).trimmed
    }
    return nil
  }

  static func isChore(_ text: String) -> Bool {
    let words = text.lowercased().split(separator: " ").map(String.init)
    guard words.count > 1, let first = words.first else { return false }
    if ["ть", "ться", "чь", "сти", "зти", "йти"].contains(where: first.hasSuffix) { return true }
    return chores.contains(first)
  }

  /// The words of a dish and the meal that stands in front of it or behind it: "dal for dinner", "lunch: soup".
  static func withoutMeal(_ text: String) -> (dish: String, meal: MealName?) {
    var words = text.split(separator: " ").map(String.init)
    for (names, meal) in meals {
      for name in names {
        let folded = words.map { $0.lowercased().trimming { [":", ",", "-", "–"].contains($0) } }
        if folded.count > name.count, Array(folded.suffix(name.count)) == name {
          words.removeLast(name.count)
          while words.count > 1, let last = words.last?.lowercased(), before.contains(last) { words.removeLast() }
          return (words.joined(separator: " "), meal)
        }
        if folded.count > name.count, Array(folded.prefix(name.count)) == name {
          return (words.dropFirst(name.count).joined(separator: " "), meal)
        }
      }
    }
    return (text, nil)
  }

  /// Each meal's names, as words; the longer ones first.
  private static let meals: [(names: [[String]], meal: MealName)] = MealName.usual.map { meal in
    let further: [String] =
      switch meal {
      case .breakfast: ["petit déjeuner", "petit déj", "아침으로", "아침에", "아침 식사"]
      case .lunch: ["점심으로", "점심에", "점심 식사", "midi"]
      default: ["supper", "souper", "diner", "저녁으로", "저녁에", "저녁 식사"]
      }
    let names = Set(Language.allCases.map { Strings($0).text(meal).lowercased() } + further)
    return (names.map { $0.split(separator: " ").map(String.init) }.sorted { $0.count > $1.count }, meal)
  }

  private static let before: Set<String> = ["for", "at", "as", "pour", "le", "au", "à", "на", "к"]

  /// Verbs of chores, as the first word of a line. Words that foods begin with ("roast beef", "plant milk")
  /// are none.
  private static let chores: Set<String> = [
    "call", "phone", "ring", "wash", "clean", "cook", "bake", "make", "fix", "mend", "repair", "feed", "walk", "take",
    "bring",
    "pick", "return", "send", "pay", "book", "order", "ask", "tell", "write", "read", "empty", "change", "cut", "mow",
    "peel",
    "prepare", "defrost", "thaw", "freeze", "boil", "fry", "soak", "try", "check", "renew", "cancel", "find", "look",
    "put",
    "move", "paint", "sweep", "vacuum", "iron", "fold", "sort", "throw", "turn", "set", "plan", "watch", "visit",
    "meet",
    "help", "learn", "finish", "start", "install", "give", "eat", "drink", "share", "sell", "measure", "invite",
    "replace",
    "water", "harvest", "rinse", "sharpen", "descale", "scrub", "hang", "charge", "email", "text", "drop", "collect",
    "appeler", "rappeler", "laver", "nettoyer", "sortir", "cuire", "préparer", "faire", "ranger", "arroser", "payer",
    "réserver", "vider", "changer", "réparer", "couper", "manger", "donner", "rendre", "porter", "apporter", "emmener",
    "chercher", "poster", "envoyer", "écrire", "demander", "éplucher", "congeler", "décongeler", "tondre", "repasser",
    "позвони", "помой", "вымой", "приготовь", "полей", "накорми", "вынеси", "почини", "отнеси", "забери",
  ]

  private static let buying = ["buy", "get", "pick up", "acheter", "achète", "купить", "купи", "докупить"]
  private static let buyingBehind = ["사기", "사다", "사오기", "사 오기", "사와", "구매", "구입"]

  /// By themselves they are a chore, beside other words a thing to buy ("bin bags").
  static let lone: Set<String> = [
    "bin", "bins", "trash", "garbage", "rubbish", "toilet", "washing", "vaisselle", "poubelle", "poubelles",
  ]
}

extension String {
  fileprivate func trimming(_ isLeftOut: (Character) -> Bool) -> String {
    var text = self[...]
    while let last = text.last, isLeftOut(last) { text.removeLast() }
    while let first = text.first, isLeftOut(first) { text.removeFirst() }
    return String(text)
  }
}
