import HTTP

/// Those who may ask for a route, and whether its path tells a secret.
enum RouteKind: String {
  /// For strangers as well.
  case open
  /// For those who have the secret in its path, which no log may have.
  case secret
  /// The same, also from pages of other sites: the secret proves more than the origin of a request does.
  case secretFromElsewhere
  /// For members, whatever their household.
  case own
  /// The same, with something of a household's in its path: 404 for other households.
  case named
  /// For operators.
  case operators
  /// For programs with a token of a member.
  case programs

  var hasSecret: Bool { self == .secret || self == .secretFromElsewhere }
}

/// Every route of the app with its kind. `Site` answers `/healthz` and the files of Public/ before it looks here.
struct RouteTable: Sendable {
  private(set) var router = Router<Context>()
  /// In the order of `router.routes`.
  private(set) var kinds: [RouteKind] = []

  init(_ features: [Feature]) {
    for feature in features {
      add(feature.open) { $0.contains("{token}") ? .secret : .open }
      add(feature.fromElsewhere) { _ in .secretFromElsewhere }
      add(feature.routes) { $0.contains("{") ? .named : .own }
      add(feature.operators) { _ in .operators }
      add(feature.programs) { _ in .programs }
    }
  }

  private mutating func add(_ routes: (inout Router<Context>) -> Void, kind: (String) -> RouteKind) {
    routes(&router)
    kinds += router.routes[kinds.count...].map { kind($0.pattern) }
  }
}
