/// Servings and times in the text of a page: "Serves 4", "Prep time: 20 min", a label followed by its value.
struct PageFacts {
  /// The page's short texts, in order.
  private let texts: [String]
  /// Of each text, whether it begins with a small letter: "buns" behind "20", where "Ingredients" begins something else.
  private let isContinued: [Bool]

  init(_ document: HTMLDocument) {
    var (texts, isContinued): ([String], [Bool]) = ([], [])
    for node in document.nodes.indices where document.nodes[node].name.isEmpty && texts.count < 20_000 {
      let parent = document.nodes[node].parent
      if parent >= 0, Self.skipped.contains(document.nodes[parent].name) { continue }
      let bytes = document.nodes[node].text.utf8.count
      guard bytes < 400 else { continue }
      let text = Text.fold(document.nodes[node].text)
      guard let first = text.unicodeScalars.first else { continue }
      texts.append(text.lowercased())
      isContinued.append(first.properties.isLowercase)
    }
    (self.texts, self.isContinued) = (texts, isContinued)
  }

  private static let skipped: Set<String> = ["script", "style", "noscript", "option", "template", "title"]

  /// The yield that the page shows: the first text with a number of people, or a labelled one ("Yield: 20 buns").
  var makes: Yield {
    var found = Yield()
    for (index, text) in texts.enumerated() where text.unicodeScalars.count <= 60 {
      guard let stated = yield(at: index) else { continue }
      if stated.makes.servings != nil {
        found.fill(from: stated.makes)
        if found.servings != nil { return found }
      } else if stated.isLabelled {
        found.fill(from: stated.makes)
      }
    }
    return found
  }

  private func yield(at index: Int) -> (makes: Yield, isLabelled: Bool)? {
    let text = texts[index]
    if let label = Self.servings.first(where: { text.hasPrefix($0) }) {
      let rest = text.dropFirst(label.count)
      if let first = rest.unicodeScalars.first, first.properties.isAlphabetic { return nil }
      if rest.utf8.contains(where: \.isDigit) { return (Self.yield(label, String(rest)), rest.first == ":") }
      guard rest.unicodeScalars.count <= 4,
        let position = texts[(index + 1)...].prefix(2).firstIndex(where: { $0.utf8.contains(where: \.isDigit) }),
        texts[position].unicodeScalars.count <= 24,
        texts[(index + 1)..<position].allSatisfy({ $0.unicodeScalars.count <= 2 })
      else { return nil }
      let unit = position + 1 < texts.count && isContinued[position + 1] ? " " + texts[position + 1].prefix(24) : ""
      return (Self.yield(label, texts[position] + unit), true)
    }
    // "4 Portionen", "2人分"
    guard text.unicodeScalars.count <= 24, let first = text.unicodeScalars.first, (0x30...0x39).contains(first.value),
      Self.portions.contains(where: text.contains)
    else { return nil }
    return (Yield(text), false)
  }

  /// The label says what the value counts, and is no part of its words.
  private static func yield(_ label: String, _ value: String) -> Yield {
    var makes = Yield("\(label) \(value)")
    if makes.text != nil { makes.text = Yield(String(value.drop { $0 == ":" || $0 == " " })).text }
    return makes
  }

  var prepMinutes: Int? { minutes(Self.prep) }
  var cookMinutes: Int? { minutes(Self.cook) }
  var totalMinutes: Int? { minutes(Self.total) }

  private func minutes(_ labels: [String]) -> Int? {
    for index in texts.indices where texts[index].unicodeScalars.count <= 60 {
      // Without a unit the number could mean anything.
      if let value = value(of: labels, at: index), value.unicodeScalars.contains(where: \.properties.isAlphabetic),
        let minutes = CookingTime.minutes(value)
      {
        return minutes
      }
    }
    return nil
  }

  /// The value of one of these labels, in the same text or, if the label is all of it, in the next two.
  private func value(of labels: [String], at index: Int) -> String? {
    let text = texts[index]
    guard let label = labels.first(where: { text.hasPrefix($0) }) else { return nil }
    let rest = text.dropFirst(label.count)
    if let first = rest.unicodeScalars.first, first.properties.isAlphabetic { return nil }
    if rest.utf8.contains(where: \.isDigit) { return String(rest) }
    guard rest.unicodeScalars.count <= 4 else { return nil }
    var value = ""
    for next in texts[(index + 1)...].prefix(3) where next.unicodeScalars.count <= 24 {
      if value.isEmpty, !next.utf8.contains(where: \.isDigit), next.unicodeScalars.count > 2 { return nil }
      value += " " + next
      if value.unicodeScalars.contains(where: \.properties.isAlphabetic) { break }
    }
    return value.utf8.contains(where: \.isDigit) ? value : nil
  }

  private static let servings = [
    "number of servings", "servings", "serves", "yields", "yield", "portions", "nombre de personnes", "portionen",
    "anzahl portionen",
    "porciones", "raciones", "comensales", "porzioni", "dosi per", "rendimento", "porções", "serve", "porties",
    "aantal personen", "portioner", "antal personer", "porsjoner", "annoksia", "porcje", "porce", "adag",
    "количество порций",
    "порций", "порции", "порцій", "분량", "分量", "人数",
  ]

  private static let portions = [
    "serving", "portion", "personen", "personnes", "personas", "persone", "porzioni", "porções", "porciones",
    "raciones",
    "porties", "personer", "porsjoner", "annosta", "porcj", "порци", "人分", "인분",
  ]

  private static let prep = [
    "prep time", "preparation time", "active time", "hands-on time", "temps de préparation", "vorbereitungszeit",
    "vorbereitung",
    "arbeitszeit", "tiempo de preparación", "tempo di preparazione", "preparazione", "tempo de preparo",
    "tempo de preparação",
    "voorbereidingstijd", "voorbereiding", "förberedelsetid", "forberedelsestid", "arbejdstid", "czas przygotowania",
    "время подготовки", "подготовка", "준비 시간", "準備時間",
  ]

  private static let cook = [
    "cook time", "cooking time", "baking time", "bake time", "temps de cuisson", "cuisson", "kochzeit", "backzeit",
    "garzeit",
    "koch-/backzeit", "tiempo de cocción", "tempo di cottura", "cottura", "tempo de cozimento", "tempo de cozedura",
    "kooktijd",
    "oventijd", "baktijd", "tilberedningstid", "czas gotowania", "조리 시간", "加熱時間",
  ]

  private static let total = [
    "total time", "total cook time", "ready in", "temps total", "gesamtzeit", "tiempo total", "tempo totale",
    "tempo total",
    "totale tijd", "totaltid", "total tid", "tid i alt", "czas całkowity", "общее время", "время приготовления", "조리시간",
    "調理時間",
  ]
}
