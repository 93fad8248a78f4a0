import HTTP
import Postgres

/// One part of the app, as the rest of it sees it: a plain value in the part's own folder. `Feature.all` lists them.
struct Feature: Sendable {
  /// Routes for strangers as well.
  var open: @Sendable (inout Router<Context>) -> Void = { _ in }
  /// Routes for those who have the secret in their path, also from pages of other sites.
  var fromElsewhere: @Sendable (inout Router<Context>) -> Void = { _ in }
  /// Routes for members.
  var routes: @Sendable (inout Router<Context>) -> Void = { _ in }
  /// Routes below /admin, where `Site` answers 404 to everybody but operators.
  var operators: @Sendable (inout Router<Context>) -> Void = { _ in }
  /// Routes for programs with a token: no cookie counts there.
  var programs: @Sendable (inout Router<Context>) -> Void = { _ in }
  /// The messages after its changes.
  var notices: (any NoticeKind.Type)?
  /// Its pages with a name of their own, and what can be begun there.
  var places: [NamedPlace] = []
  /// Its lines of the guide (R22): each leads to where one does it.
  var guide: [GuideLine] = []
  /// Its kinds of things that the search over everything finds.
  var found: [SearchKind] = []
  /// Its rows that can be restored for 30 days.
  var trash: [TrashKind] = []
  /// Its sentences on the page of today about what other members did, by the kinds that its triggers write into `activity`.
  var activity: [String: Activity] = [:]
  /// Its data derived from the rows that people write.
  var derived: [DerivedData] = []
  /// Deletes what has expired, as foyer_identity; each hour.
  var cleaning: [SQL] = []

  /// The sentence with a member's name and the title of what it was done to, and that one's page.
  typealias Activity = @Sendable (Strings, _ name: String, _ title: String, _ subject: UUID) -> (String, String?)
}

/// The values of all features together; made once.
final class Features: Sendable {
  let routes: RouteTable
  /// By their features' names.
  let notices: [String: any NoticeKind.Type]
  /// Those where something is begun come first.
  let places: [NamedPlace]
  let guide: [GuideLine]
  let found: [SearchKind]
  let trash: [TrashKind]
  let activity: [String: Feature.Activity]

  init(_ all: [Feature]) {
    routes = RouteTable(all)
    notices = Dictionary(uniqueKeysWithValues: all.compactMap(\.notices).map { ($0.feature, $0) })
    let places = all.flatMap(\.places)
    self.places = places.filter(\.isBeginning) + places.filter { !$0.isBeginning }
    guide = all.flatMap(\.guide)
    found = all.flatMap(\.found).sorted { $0.rank < $1.rank }
    activity = all.reduce(into: [:]) { $0.merge($1.activity) { first, _ in first } }
    trash = all.flatMap(\.trash).sorted { $0.rank < $1.rank }
  }
}
