/// Servings and times in the text of a page: "Serves 4", "Prep time: 20 min", a label followed by its value.
struct PageFacts {
  /// The page's short texts, in order.
  private let texts: [String]

  init(_ document: HTMLDocument) {
    var texts: [String] = []
    for node in document.nodes.indices where document.nodes[node].name.isEmpty && texts.count < 20_000 {
      let parent = document.nodes[node].parent
      if parent >= 0, Self.skipped.contains(document.nodes[parent].name) { continue }
      let bytes = document.nodes[node].text.utf8.count
      guard bytes < 400 else { continue }
      let text = Text.fold(document.nodes[node].text).lowercased()
      if !text.isEmpty { texts.append(text) }
    }
    self.texts = texts
  }

  private static let skipped: Set<String> = ["script", "style", "noscript", "option", "template", "title"]

  var servings: Int? {
    for (index, text) in texts.enumerated() where text.unicodeScalars.count <= 60 {
      if let value = value(of: Self.servings, at: index), let number = Quantity.servings(value) { return number }
      // "4 Portionen", "2人分"
      if text.unicodeScalars.count <= 24,
        text.unicodeScalars.first.map({ $0.value >= 0x30 && $0.value <= 0x39 }) == true,
        Self.portions.contains(where: text.contains), let number = Quantity.servings(text)
      {
        return number
      }
    }
    return nil
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
