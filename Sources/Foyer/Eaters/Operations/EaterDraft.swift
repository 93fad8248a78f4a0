import Postgres

/// The values of an eater to store.
struct EaterDraft {
  var id = UUID.v7()
  var name = ""
  /// The allergens that a dish must be free of and the diets that it must fit, in the bits of `Trait`.
  var required = 0
  var dislikes: [TypedFood] = []
  /// Whether they eat on any day unless somebody says otherwise.
  var eatsHere = true

  static let maximumDislikes = 50

  /// The rules that need no database.
  /// - Parameter isMember: whether the account has the name.
  func problems(isMember: Bool) -> Problems {
    var problems = Problems()
    if !isMember {
      problems.check("name", name, atMost: 200)
      if problems.isEmpty && name.isBlank { problems.add("name", .blank) }
    }
    if dislikes.count > Self.maximumDislikes || dislikes.contains(where: { $0.name.isLonger(than: 200) }) {
      problems.add("dislikes", .tooMany(Self.maximumDislikes))
    } else if let unknown = dislikes.first(where: { $0.key.isEmpty }) {
      problems.add("dislikes", .noFood(unknown.name))
    }
    return problems
  }

  /// With each food once.
  var distinct: EaterDraft {
    var draft = self
    draft.dislikes = TypedFood.distinct(dislikes)
    return draft
  }

  /// Whether the contents are equal, each food being named once.
  func hasSameContent(as stored: Eater) -> Bool {
    (stored.kind == .member || name == stored.name) && required == stored.required
      && dislikes.map(\.name) == stored.dislikes && eatsHere == stored.eatsHere
  }
}
