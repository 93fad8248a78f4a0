/// Labels of a recipe, as a person writes them or a page brings them along: "vegan", "dessert, quick".
public enum RecipeLabels {
  /// The labels among `all` that are still as a page or a file brought them: in another order or other letters, too.
  public static func unchanged(_ hearsay: [String], in all: [String]) -> [String] {
    let parts = Set(all.flatMap(parts))
    return hearsay.filter { !parts.isDisjoint(with: Self.parts(of: $0)) }
  }

  /// The labels that a person wrote and an ingredient contradicts: "vegan", and the line with the eggs.
  /// - Parameter hearsay: those that a page or a file brought along, of which nobody says that they are true.
  public static func contradicted(
    _ statements: [String], hearsay: [String], _ facts: RecipeFacts
  ) -> [(label: String, line: Int)] {
    let heard = Set(hearsay.prefix(200).flatMap(parts))
    var found: [(String, Int)] = []
    for statement in statements.prefix(200) {
      for label in statement.prefix(2000).split(whereSeparator: { ",;|#\n•、，".contains($0) }) {
        guard let part = parts(of: String(label)).first, !heard.contains(part) else { continue }
        let claimed = diets(of: part)
        let line = Diet.allCases.lazy.filter(claimed.contains).compactMap { diet -> Int? in
          if case .breaks(let line?) = facts.diets[diet] { line } else { nil }
        }.first
        if let line { found.append((label.split(separator: " ").joined(separator: " "), line)) }
      }
    }
    return found
  }

  /// The single labels of a line, their words folded.
  static func parts(of text: String) -> [String] {
    text.split { ",;|#\n•、，".contains($0) }.map { Fold.words(of: String($0)).joined(separator: " ") }.filter {
      !$0.isEmpty
    }
  }

  /// The diets that a label names, if it names a diet and nothing else: not "vegan alternatives", "vegan option" or "not
  /// vegan". What fits a strict diet fits those that allow more.
  static func diets(of part: String) -> Set<Diet> {
    let words = part.split(separator: " ", maxSplits: 8).map { Stem.of(String($0)) }
    if words.count > 8 { return [] }
    return diets[words.filter { !around.contains($0) }.joined(separator: " ")] ?? []
  }

  private static let diets: [String: Set<Diet>] = {
    let vegetarian: Set<Diet> = [.lactoOvoVegetarian, .pescetarian]
    let rows: [(Set<Diet>, String)] = [
      (
        vegetarian.union([.vegan, .lactoVegetarian, .ovoVegetarian]),
        """
        vegan, vegandiet, végan, végane, végétalien, végétalienne, vegano, vegana, vegansk, veganske, veganistisch, веган, веганский, веганская,
        веганское, 비건, 비건식, 비건요리, 비건레시피, 완전채식
        """
      ),
      (
        vegetarian.union([.lactoVegetarian]),
        "lacto vegetarian, lactovegetarian, lacto végétarien, lacto végétarienne, лакто вегетарианский, лактовегетарианский, 락토 베지테리언, 락토베지테리언, 락토 채식, 락토"
      ),
      (
        vegetarian.union([.ovoVegetarian]),
        "ovo vegetarian, ovovegetarian, ovo végétarien, ovo végétarienne, ово вегетарианский, ововегетарианский, 오보 베지테리언, 오보베지테리언, 오보 채식, 오보"
      ),
      (
        vegetarian,
        """
        vegetarian, vegetariandiet, veggie, végétarien, végétarienne, vegetarisch, vegetarische, vegetariano, vegetariana, vegetarisk, vegetariskt,
        вегетарианский, вегетарианская, вегетарианское, 채식, 채식요리, 베지테리언, lacto ovo vegetarian, ovo lacto vegetarian,
        lacto ovo végétarien, ovo lacto végétarien, лакто ово вегетарианский, 락토오보, 락토 오보, 락토 오보 베지테리언
        """
      ),
      (
        [.pescetarian],
        "pescetarian, pescatarian, pescétarien, pescétarienne, pescatarien, pesco végétarien, пескетарианский, 페스코, 페스코 채식, 페스카테리언"
      ),
      ([.ketogenic], "keto, ketogenic, cétogène, кето, кетогенный, кетогенная, 키토, 키토제닉, 케토제닉"),
      ([.paleo], "paleo, paléo, палео, 팔레오"),
      (
        [.lowFODMAP],
        "low fodmap, lowfodmap, pauvre en fodmap, faible en fodmap, низкий fodmap, с низким содержанием fodmap, 저 포드맵, 저포드맵, 저 fodmap"
      ),
    ]
    var table: [String: Set<Diet>] = [:]
    for (diets, names) in rows {
      for name in names.split(separator: ",") {
        table[Fold.words(of: String(name)).map(Stem.of).joined(separator: " ")] = diets
      }
    }
    return table
  }()

  /// Words beside the name of a diet that change nothing: "vegan recipe", "100 % végane", "https://schema.org/VeganDiet".
  private static let around: Set<String> = Set(
    Words.folded(
      """
      recipe, dish, diet, food, meal, fully, completely, strictly, 100, https, http, schema, org, recette, plat, repas, régime, cuisine,
      entièrement, strictement, рецепт, рецепты, блюдо, блюда, диета, питание, кухня, полностью, строго, 레시피, 요리, 음식, 식단, 식, 완전
      """
    ).map { Stem.of($0) })
}
