/// The cuisines of the recipe search. The raw value is the one in forms and in the database.
public enum Cuisine: String, CaseIterable, Sendable {
  case american, italian, asian, mexican, southern, french, southwestern, barbecue, indian, chinese, cajun, english
  case mediterranean, greek, spanish, german, thai, moroccan, irish, japanese, cuban, hawaiian, swedish, hungarian
  case portuguese

  /// Parses the names that recipes use: "Italienne", "итальянская", "이탈리아", "Southern & Soul Food".
  public init?(named text: String) {
    var best: (at: Int, cuisine: Cuisine)?
    let words = Fold.words(of: text)
    for (cuisine, beginnings) in Self.beginnings {
      for beginning in beginnings {
        guard let at = words.firstIndex(where: { $0.hasPrefix(beginning) }) else { continue }
        if best.map({ at < $0.at }) ?? true { best = (at, cuisine) }
      }
    }
    guard let best else { return nil }
    self = best.cuisine
  }

  /// Prefixes of the words for a cuisine, folded. The first match counts.
  private static let beginnings: [(Cuisine, [String])] = raw.map { ($0.0, $0.1.flatMap(Fold.words)) }

  private static let raw: [(Cuisine, [String])] = [
    (.southwestern, ["southwest", "tex", "texmex"]),
    (.american, ["americ", "amerik", "usa", "америк", "미국"]),
    (.italian, ["ital", "итал", "이탈리아", "sicil", "tuscan", "toscan", "roman", "napol"]),
    (.asian, ["asia", "азиат", "아시아", "동남아", "동양"]),
    (.mexican, ["mexic", "mexik", "messic", "мексик", "멕시코"]),
    (.southern, ["southern", "soul", "южн"]),
    (.french, ["french", "franc", "franz", "frans", "france", "француз", "프랑스", "provenc"]),
    (.barbecue, ["barbec", "barbeq", "bbq", "grill", "барбекю", "바베큐", "바비큐"]),
    (.indian, ["indian", "indien", "india", "indisch", "indisk", "индий", "인도"]),
    (.chinese, ["chin", "kines", "китай", "중국", "중식", "cantones", "sichuan", "szechu"]),
    (.cajun, ["cajun", "creole", "cadien", "каджун", "케이준"]),
    (
      .english,
      [
        "english", "anglais", "englisch", "engels", "ingles", "inglese", "british", "britanni", "britisch", "england",
        "англи", "британ", "영국",
      ]
    ),
    (.mediterranean, ["mediterr", "mittelmeer", "средиземн", "지중해", "medelhav", "middelhav"]),
    (.greek, ["greek", "gree", "grec", "grek", "griech", "grieg", "graes", "гречес", "그리스"]),
    (.spanish, ["spanish", "spani", "espagn", "espan", "spagn", "spansk", "spaans", "испан", "스페인"]),
    (.german, ["german", "allemand", "aleman", "deutsch", "duits", "tedesc", "tysk", "немец", "독일", "bavar", "bayer"]),
    (.thai, ["thai", "тайск", "таиланд", "태국", "타이"]),
    (.moroccan, ["morocc", "maroc", "marok", "marroq", "марокк", "모로코"]),
    (.irish, ["irish", "irland", "irisch", "irlandes", "ирланд", "아일랜드"]),
    (.japanese, ["japan", "japon", "giappon", "япон", "일본", "일식"]),
    (.cuban, ["cuba", "kuba", "кубин", "쿠바"]),
    (.hawaiian, ["hawai", "havai", "гавай", "하와이"]),
    (.swedish, ["swed", "sued", "schwed", "svensk", "svedes", "sueco", "sueca", "zweed", "швед", "스웨덴"]),
    (.hungarian, ["hungar", "hongr", "ungar", "ungher", "венгер", "헝가리"]),
    (.portuguese, ["portug", "portog", "португ", "포르투갈"]),
  ]
}
