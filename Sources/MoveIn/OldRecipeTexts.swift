import RecipeImport

/// Parts that MealMaster's and MasterCook's texts have alike.
enum OldRecipeTexts {
  /// The text of a file of MealMaster that is no UTF-8: the program is one of MS-DOS, whose letters are other ones than
  /// those of Windows.
  static func dosText(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.contains(where: { $0 >= 0x80 }),
      bytes.prefix(4096).split(separator: 10).contains(where: {
        MealMaster.isStart(String(decoding: $0, as: UTF8.self))
      }), !Charset.isUTF8(bytes)
    else { return nil }
    // In Windows-1252 these, "üéäçêèÄÜ", are no letters.
    let letters = bytes.count { [0x81, 0x82, 0x84, 0x87, 0x88, 0x8A, 0x8E, 0x9A].contains($0) }
    return letters > bytes.count { $0 >= 0xC0 } ? Charset.converted(bytes, from: "CP437") : nil
  }

  /// "***SAUCE***" → "SAUCE"
  static func withoutOrnaments(_ line: String) -> String {
    let isOrnament = { (character: Character) in "*-=: ".contains(character) }
    return String(line.drop(while: isOrnament).reversed().drop(while: isOrnament).reversed())
  }

  /// "0:05"
  static func minutes(_ text: String) -> Int? {
    let parts = text.split(separator: ":").map { Int($0.trimmed) }
    guard parts.count == 2, let hours = parts[0], let minutes = parts[1], hours < 1000 else {
      return CookingTime.minutes(text)
    }
    let all = hours * 60 + minutes
    return all > 0 ? all : nil
  }
}
