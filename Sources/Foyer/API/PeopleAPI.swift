import Cookery
import HTTP
import Postgres

extension Resource {
  static let people = Resource(
    name: "people", part: .items, one: "a member of the household",
    row: [
      .field("id", .id), .field("version", .number(0...Int.max)), .field("name", .text(10_000)),
      .field("is_me", .flag, "Whether the token is this person's."), .field("birthday", .day, nullable: true),
      .field("away_from", .day, nullable: true), .field("away_until", .day, nullable: true),
    ],
    select: { condition, end in
      """
      SELECT t.id, \(fragment: .digest(seen)) AS version, t.name, t.id = current_person() AS is_me, t.birthday, t.away_from, t.away_until
      FROM people t
      WHERE t.household_id = current_household() AND \(fragment: condition) \(fragment: end)
      """
    })

  /// The columns of a row that a program reads: their digest stands for the number of changes, which people have not.
  private static let seen: SQL = "t.name, t.birthday, t.away_from, t.away_until"

  static let eaters = Resource(
    name: "eaters", part: .recipes, one: "somebody without an account who eats here",
    row: [
      .field("id", .id), .field("version", .number(0...Int.max)), .field("name", .text(200)), allergies, diets,
      .field("dislikes", .list(.text(200), atMost: 50)), .field("eats_here", .flag),
    ],
    select: { condition, end in
      """
      SELECT t.id, t.version, t.name,
        ARRAY(SELECT name FROM unnest(\(allergens)::text[]) WITH ORDINALITY AS a (name, place) WHERE (t.required >> (31 + place::int)) & 1 = 1) AS allergy,
        ARRAY(SELECT name FROM unnest(\(dietNames)::text[]) WITH ORDINALITY AS d (name, place) WHERE (t.required >> (47 + place::int)) & 1 = 1) AS diet,
        t.dislikes, t.eats_here
      FROM eaters t
      WHERE t.household_id = current_household() AND t.deleted_at IS NULL AND \(fragment: condition) \(fragment: end)
      """
    },
    writable: [
      .field("name", .text(200), required: true), allergies, diets,
      .field("dislikes", .list(.text(200), atMost: 50)), .field("eats_here", .flag),
    ],
    create: { call, id, session in
      let (draft, problems) = try await EaterForm(id: id, call.body.named).read(call.context)
      guard problems.isEmpty else { throw problems }
      try await AddEater(eater: draft).run(session)
    },
    change: { call, id, version, session in
      guard let stored = try StoredEater(try await session.query(EaterQueries.find(id))) else { return .gone }
      guard stored.version == version, stored.eater.kind != .member else { return .changedMeanwhile }
      if try await session.had(call.body) { return .saved }
      var form = EaterForm(stored)
      let sent = EaterForm(id: id, call.body.named)
      for name in call.body.names {
        switch name {
        case "name": form.name = sent.name
        case "allergy": form.needs.allergies = sent.needs.allergies
        case "diet": form.needs.diets = sent.needs.diets
        case "dislikes": form.dislikes = sent.dislikes
        case "eats_here": form.eatsHere = sent.eatsHere
        default: break
        }
      }
      let (draft, problems) = try await form.read(call.context)
      guard problems.isEmpty else { throw problems }
      switch try await EditEater(eater: draft, isMember: false, version: version).run(session) {
      case .gone: return .gone
      case .saved: return .saved
      case .changed: return .changedMeanwhile
      }
    },
    delete: { call, id in try await DeleteEater(id: id).run(call.context) != nil },
    restore: { call, id in try await RestoreEater(id: id).run(call.context) != nil })

  private static let allergens = Allergen.allCases.map(\.rawValue)
  private static let dietNames = Diet.allCases.map(\.rawValue)
  private static let allergies = APIField.field("allergy", .list(.choice(allergens), atMost: 50))
  private static let diets = APIField.field("diet", .list(.choice(dietNames), atMost: 50))
}

extension APIBody {
  /// As the form of an eater sends it: foods that they dislike are one text.
  fileprivate var named: Form {
    var named = Form()
    for (name, value) in form.pairs where name != "dislikes" { named.append(name, value) }
    if has("dislikes") {
      named.append("dislikes", list("dislikes").compactMap { $0.string }.joined(separator: "\n"))
    }
    return named
  }
}
