import Cookery
import Postgres

/// The needs of an eater as they are compared when another of the same name moves in.
struct EaterNeeds {
  let required: Int
  var cuisines = 0
  /// Names of foods by their keys.
  let dislikes: [String: String]
  let eatsHere: Bool

  init(_ draft: EaterDraft, cuisines: Int = 0) {
    (required, self.cuisines, eatsHere) = (draft.required, cuisines, draft.eatsHere)
    dislikes = Dictionary(draft.dislikes.map { ($0.key, $0.name) }, uniquingKeysWith: { first, _ in first })
  }

  /// A row of `MoveExtraQueries.needs` or `MoveExtraQueries.eaters`.
  init(_ row: Row) throws {
    (required, cuisines, eatsHere) = (try row["required"], try row["cuisines"], try row["eats_here"])
    let (keys, names): ([String], [String]) = (try row["dislike_keys"], try row["dislikes"])
    dislikes = Dictionary(zip(keys, names), uniquingKeysWith: { first, _ in first })
  }

  /// The reason for which the one here stays: that both are equal, or what differs.
  func reason(of moved: EaterNeeds) -> String {
    let lacking = Self.codes(moved, without: self).map { "+\($0)" }
    let differences = lacking + Self.codes(self, without: moved).map { "-\($0)" }
    if differences.isEmpty, cuisines == moved.cuisines { return MoveQueries.Reason.known.rawValue }
    let whole = ([MoveQueries.Reason.kept.rawValue] + differences).joined(separator: Self.mark)
    return String(String.UnicodeScalarView(whole.unicodeScalars.prefix(1_000)))
  }

  private static let mark = "\u{1F}"

  private static func codes(_ one: EaterNeeds, without other: EaterNeeds) -> [String] {
    let needs = CookingParameters(cuisineBits: 0, requiredBits: one.required & ~other.required)
    let foods = one.dislikes.filter { other.dislikes[$0.key] == nil }.values.sorted()
    return needs.allergies.map { "allergy \($0.rawValue)" } + needs.diets.map { "diet \($0.rawValue)" }
      + foods.map { "food \($0)" } + (one.eatsHere && !other.eatsHere ? ["here"] : [])
  }

  /// Reads what `reason` writes, in the reader's language; nil for anything else.
  static func text(_ why: String, _ strings: Strings) -> String? {
    let parts = why.split(separator: mark).map { String($0) }
    guard parts.count > 1, parts[0] == MoveQueries.Reason.kept.rawValue else { return nil }
    let words = parts.dropFirst().map { part in
      let code = part.dropFirst()
      let (kind, name) = (code.prefix { $0 != " " }, String(code.drop { $0 != " " }.dropFirst()))
      let text =
        switch kind {
        case "allergy": Allergen(rawValue: name).map(strings.text) ?? name
        case "diet": Diet(rawValue: name).map(strings.text) ?? name
        case "here": strings.eatersEatsHere
        default: name
        }
      return "\(part.hasPrefix("+") ? "+" : "−") \(text)"
    }
    return strings.moveInLeftDetail(why: strings.moveInReasonKept, detail: words.joined(separator: ", "))
  }
}

extension StoreMove.Part {
  /// Members of these names whom no name of the files means: who eats here may have joined the household since.
  func members(named names: [String], _ session: some HouseholdSession) async throws -> [String: UUID] {
    if names.isEmpty { return [:] }
    var found: [String: UUID] = [:]
    let meant = Set(move.answers.people.values)
    for row in try await session.query(MoveExtraQueries.members(named: Array(Set(names)))) {
      let id: UUID = try row["id"]
      if !meant.contains(id) { found[try row["asked"]] = id }
    }
    return found
  }

  /// Eaters without an account who were here before the move, by names of rows: each stands for one row.
  func eatersHere(
    _ names: [String], _ session: some HouseholdSession
  ) async throws -> [String: [(id: UUID, needs: EaterNeeds)]] {
    if names.isEmpty { return [:] }
    var here: [String: [(id: UUID, needs: EaterNeeds)]] = [:]
    var used: Set<UUID> = []
    for row in try await session.query(MoveExtraQueries.eaters(named: Array(Set(names)), besides: move.id)) {
      let (name, id): (String, UUID) = (try row["asked"], try row["id"])
      if used.insert(id).inserted { here[name, default: []].append((id, try EaterNeeds(row))) }
    }
    return here
  }
}
