/// The rows of a pasted text without the additions of other programs: headers of mail, senders of chats, a second column, buttons of pages.
extension PastedText {
  /// The rows of a text without those.
  static func rows(of text: String) -> [Substring] {
    var rows = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).prefix(5_000)
      .map(withoutSender)
    dropMailHeaders(&rows)
    return divided(rows).filter { !isOfPage($0) }
  }

  // MARK: Mail and chats

  /// "From: …", "Subject: …" above a mail; one of them alone may be the recipe's source.
  private static func dropMailHeaders(_ rows: inout [Substring]) {
    let top = rows.indices.prefix(12).filter { index in
      let words = lower(String(rows[index].prefix(20)))
      return headers.contains { words.hasPrefix($0) }
    }
    guard top.count > 1 else { return }
    for index in top { rows[index] = "" }
  }
  private static let headers = [
    "from:", "to:", "cc:", "date:", "sent:", "subject:", "reply-to:", "de :", "à :", "objet :", "envoyé :", "date :",
    "от:",
    "от кого:", "кому:", "тема:", "дата:", "отправлено:", "보낸 사람:", "보낸사람:", "받는 사람:", "받는사람:", "제목:", "날짜:",
  ]

  /// "[12/03/24, 18:02:11] Mum: 2 eggs", "12.03.2024, 18:02 - Мама: 2 яйца", "[엄마] [오후 6:02] 계란 2개".
  private static func withoutSender(_ row: Substring) -> Substring {
    let line = row.drop { $0 == " " || $0 == "\u{200E}" }
    if line.first == "[", let end = line.prefix(40).firstIndex(of: "]") {
      let rest = line[end...].dropFirst().drop { $0 == " " }
      if isMoment(line[..<end].dropFirst()) { return behindName(rest) ?? row }
      guard rest.first == "[", let second = rest.prefix(20).firstIndex(of: "]"), isMoment(rest[..<second].dropFirst())
      else { return row }
      return rest[second...].dropFirst().drop { $0 == " " }
    }
    guard line.first?.isNumber == true, let dash = line.prefix(30).firstRange(of: " - "),
      isMoment(line[..<dash.lowerBound]), line[..<dash.lowerBound].contains(",")
    else { return row }
    return behindName(line[dash.upperBound...]) ?? row
  }

  /// "12/03/24, 18:02", "오후 6:02": numbers and a colon, and few letters.
  private static func isMoment(_ text: Substring) -> Bool {
    text.contains(":") && text.count(where: \.isNumber) >= 3 && text.count(where: \.isLetter) <= 4
  }

  private static func behindName(_ text: Substring) -> Substring? {
    text.prefix(40).firstRange(of: ": ").map { text[$0.upperBound...] }
  }

  // MARK: Columns

  /// The rows with those of a second column behind those of the first: "1 tbsp oil      Heat the oil." below two headings, and two
  /// ingredients in a row.
  private static func divided(_ rows: [Substring]) -> [Substring] {
    var result: [Substring] = []
    var second: [Substring]?
    for row in rows {
      let cells = cells(of: row)
      if var column = second {
        if cells.count == 2 {
          result.append(cells[0])
          column.append(cells[1])
        } else if row.first?.isWhitespace == true, row.drop(while: \.isWhitespace).count + 12 < row.count {
          column.append(row)
        } else {
          result.append(row)
        }
        second = column
      } else if cells.count == 2, part(cells[0]) == .ingredients, part(cells[1]) == .steps {
        result.append(cells[0])
        second = [cells[1]]
      } else if cells.count == 2, cells.allSatisfy({ $0.first?.isNumber == true && $0.contains(where: \.isLetter) }) {
        result += cells
      } else {
        result.append(row)
      }
    }
    return result + (second ?? [])
  }

  /// The parts of a row between gaps of three spaces or more, or tabs.
  private static func cells(of row: Substring) -> [Substring] {
    guard row.contains("   ") || row.contains("\t"), row.count < 400 else { return [row] }
    var cells: [Substring] = []
    var start = row.startIndex
    var at = row.startIndex
    while at < row.endIndex {
      let gap = row[at...].prefix { $0 == " " || $0 == "\t" || $0 == "\u{A0}" }
      if gap.count > 2 || gap.contains("\t") {
        if start < at { cells.append(row[start..<at]) }
        (start, at) = (gap.endIndex, gap.endIndex)
      } else {
        at = gap.isEmpty ? row.index(after: at) : gap.endIndex
      }
    }
    if start < row.endIndex { cells.append(row[start...]) }
    return cells
  }

  private static func part(_ cell: Substring) -> Part? {
    heading(Line(text: Text.fold(String(cell)), isAfterGap: true, isMarked: false, isListed: false))?.part
  }

  // MARK: Pages

  /// "Jump to Recipe", "1x2x3x", "4.8 from 123 reviews": of a page around the recipe.
  private static func isOfPage(_ row: Substring) -> Bool {
    guard row.utf8.count < 120 else { return false }
    let words = name(Text.fold(String(row))).split { " |/·•★☆".contains($0) }.joined(separator: " ")
    if buttons.contains(words) || sharing.contains(where: { words.hasPrefix($0) }) { return true }
    if words.count < 16, words.contains("x"), words.allSatisfy({ $0.isNumber || $0 == "x" || $0 == " " }),
      words.first != "x",
      words.filter({ $0 == "x" }).count > 1
    {
      return true
    }
    return words.count < 50 && words.contains(where: \.isNumber) && ratings.contains { words.hasSuffix($0) }
  }
  private static let buttons: Set<String> = [
    "jump to recipe", "print recipe", "jump to recipe print recipe", "print", "pin recipe", "pin", "save recipe",
    "save",
    "rate this recipe",
    "rate", "scale", "leave a comment", "leave a reply", "advertisement", "continue reading", "read more",
    "us customary metric",
    "cook mode prevent your screen from going dark", "aller à la recette", "imprimer", "imprimer la recette",
    "partager",
    "publicité", "laisser un commentaire",
    "перейти к рецепту", "распечатать", "распечатать рецепт", "сохранить", "поделиться", "реклама", "комментарии", "인쇄",
    "인쇄하기",
    "공유", "공유하기", "스크랩", "댓글", "광고", "레시피로 이동",
  ]
  private static let sharing = ["share this:", "share on ", "partager sur ", "поделиться в "]
  private static let ratings = [
    "reviews", "votes", "ratings", "avis", "votes)", "reviews)", "отзывов", "отзыва", "оценок", "голосов", "후기", "리뷰",
  ]
}
