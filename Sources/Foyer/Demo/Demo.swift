import CivilTime
import Cookery
import Crypto
import EventLoop
import Glibc
import Postgres
import Recurrence

/// `foyer demo`: a household that shows every feature, and the hosts of R30.
public struct Demo: Sendable {
  private let database: PoolConfiguration
  /// The folder with the pictures.
  private let pictures: String
  private let texts: DemoTexts

  /// The languages of the demo texts.
  public static var languages: [String] { Language.allCases.map(\.rawValue) }

  /// - Parameters:
  ///   - home: the folder that holds Demo/.
  ///   - language: one of `languages`; English for any other.
  public init(database: Database, home: String, language: String = "en") {
    self.database = database.direct
    pictures = "\(home)/Demo"
    texts = DemoTexts(Language(rawValue: language) ?? .en)
  }

  /// The reason of a failure: a sentence.
  public struct Refused: Error, CustomStringConvertible {
    public let description: String
  }

  /// The rows that a run has created.
  public struct Made: Sendable {
    /// The names of the new households.
    public var households: [String] = []
    public var items = 0
    /// The path of an invitation to the demo household.
    public var invitation: String?
  }

  /// How to sign in to the demo household.
  public static let email = "anna@example.org"
  /// Every demo account; all have the same password.
  public static var emails: [String] { [email, "ben@example.org"] + DemoData.hosts.map(\.email) }

  /// A random password, short enough to be typed.
  public static func makePassword() -> String { Base64URL.encode(randomBytes(12)) }

  /// Creates what is missing; an existing household is left unchanged. Each household is one transaction.
  public func fill(password: String) async throws -> Made {
    if let problem = PasswordRules.problem(password, Strings(.en)) { throw Refused(description: problem) }
    var batch = Batch()
    let existing = batch.add(DemoQueries.existing(Household.all.map(\.id)))
    let taken = batch.add(DemoQueries.taken(Self.emails, except: Household.all.map(\.person) + [Household.ben]))
    let clock = batch.add(DemoQueries.clock())
    let found = try await Commands.run(database, batch) { results in
      (
        existing: Set(try results[existing].map { try $0["id"] as UUID }),
        taken: try results[taken].map { try $0["email"] as String },
        local: try results[clock][0]["local"] as CivilTime
      )
    }
    guard found.taken.isEmpty else {
      throw Refused(
        description: "The demonstration needs addresses that other people have: \(found.taken.joined(separator: ", "))."
      )
    }
    var made = Made()
    for (order, host) in DemoData.hosts.enumerated() where !found.existing.contains(Household(host.slug).id) {
      try await Commands.run(database, Batch(try statements(for: host, order: order, password)))
      made.households.append(host.name)
    }
    if !found.existing.contains(Household.anna.id) {
      let token = InvitationToken()
      try await Commands.run(database, try batchForAnna(password, token, found.local))
      made.households.append("Anna & Ben")
      made.items = DemoData.items.count
      made.invitation = token.text
    }
    return made
  }

  /// A demo household, by its slug.
  private struct Household {
    let slug: String

    init(_ slug: String) { self.slug = slug }

    var id: UUID { .demo("household \(slug)") }
    var person: UUID { .demo("person \(slug)") }
    var become: SQL { DemoQueries.become(household: id, person: person) }

    static let anna = Household("anna")
    static let ben = UUID.demo("person ben")
    static let all = [anna] + DemoData.hosts.map { Household($0.slug) }
  }

  private func statements(for host: DemoData.Host, order: Int, _ password: String) throws -> [SQL] {
    let host = texts(host)
    let household = Household(host.slug)
    let (photo, place) = (UUID.demo("photo \(host.slug)"), UUID.demo("place \(host.slug)"))
    var statements = [DemoQueries.insert(household: household.id, named: host.home, icon: "🔑")]
    statements += DemoQueries.insert(
      person: household.person, named: host.name, email: host.email, password: ScryptHash(password: password).text,
      in: household.id)
    statements += [
      household.become, DemoQueries.insert(listingPicture: photo, try picture(host.slug)),
      DemoQueries.insert(listingPicture: place, try picture("\(host.slug)-home")),
    ]
    statements += DemoQueries.insert(listing: host, listing(host.slug, order), photo: photo, placePhoto: place)
    if let (from, to) = host.blocked {
      statements.append(DemoQueries.insert(blocked: .demo("blocked \(host.slug)"), from: from, to: to))
    }
    return statements
  }

  private func listing(_ slug: String, _ order: Int) -> UUID { .demo("listing \(slug)", order: order) }

  private func batchForAnna(_ password: String, _ token: InvitationToken, _ local: CivilTime) throws -> Batch {
    let anna = Household.anna
    var statements = [DemoQueries.insert(household: anna.id, named: "Anna & Ben", icon: "🏡")]
    for (person, name, email) in [
      (anna.person, "Anna Lind", Self.email), (Household.ben, "Ben Okoro", "ben@example.org"),
    ] {
      statements += DemoQueries.insert(
        person: person, named: name, email: email, password: ScryptHash(password: password).text, in: anna.id)
    }
    let photos = (anna: UUID.demo("portrait anna"), ben: UUID.demo("portrait ben"))
    statements += [
      DemoQueries.become(household: anna.id, person: Household.ben), DemoQueries.update(accent: "lagoon"),
      DemoQueries.insert(image: photos.ben, try picture("ben-okoro")), ImageQueries.update(photo: photos.ben),
      anna.become, InvitationQueries.insert(token),
      DemoQueries.insert(image: photos.anna, try picture("anna-lind")), ImageQueries.update(photo: photos.anna),
    ]
    var batch = Batch(statements)
    try addItems(to: &batch, local)
    batch.add(try recipes() + stays() + [anna.become, DemoQueries.remind()])
    return batch
  }

  private func addItems(to batch: inout Batch, _ local: CivilTime) throws {
    for (kind, labels) in [(LabelKind.category, DemoData.categories), (.tag, DemoData.tags)] {
      for label in labels {
        let id = UUID.demo("\(kind == .category ? "category" : "tag") \(label.name)")
        AddLabel(
          label: LabelDraft(kind: kind, id: id, name: texts(label.name), color: label.color, icon: label.icon)
        ).store(in: &batch)
      }
    }
    var done: [UUID: Int] = [:]
    // A section begins with what was added last.
    for (order, item) in DemoData.items.enumerated().reversed() {
      let adding = self.item(item, .demo("item \(item.title)", order: order), local)
      if let image = adding.item.imageID, let name = item.picture {
        batch.add(DemoQueries.insert(image: image, try picture(name)))
      }
      adding.store(in: &batch)
      done[adding.item.id] = item.done
      if item.title == DemoData.filed.item { batch.add(try files(of: adding.item.id)) }
      if item.isDeleted { _ = DeleteItems.one(adding.item.id).store(in: &batch) }
    }
    batch.add(move())
    batch.add([DemoQueries.date(done: done), DemoQueries.forgetActivity(), DemoQueries.lookedDaysAgo(2)])
    batch.add(
      DemoData.activity.map { kind, title, person, hours in
        DemoQueries.insert(
          activity: kind, of: item(title), titled: texts(title), by: .demo("person \(person)"), hoursAgo: hours)
      })
  }

  /// A move of a few of the items, three weeks ago; one was left out.
  private func move() -> [SQL] {
    let left = DemoData.items.first(where: \.isDeleted).map { texts($0.title) } ?? ""
    return DemoQueries.insert(
      move: .demo("move"), of: DemoData.moved.map { (item($0), texts($0)) }, leaving: left, daysAgo: 21)
  }

  private func files(of item: UUID) throws -> [SQL] {
    let (filed, picture) = (DemoData.filed, try picture("joe-hamilton-home"))
    let words = Array("\(texts(filed.words))\n".utf8)
    let shown = ItemFile(
      id: .demo("file picture"), name: "\(texts(filed.picture)).webp", size: picture.count, isPicture: true)
    let file = ItemFile(id: .demo("file"), name: "\(texts(filed.file)).txt", size: words.count, isPicture: false)
    return [
      FileQueries.insert(shown, picture, picture), FileQueries.insert(file, words, nil),
      FileQueries.add([shown.id, file.id], to: item),
    ]
  }

  /// - Parameter local: the household's clock, which is its members'.
  private func item(_ item: DemoData.Item, _ id: UUID, _ local: CivilTime) -> AddItem.Ready {
    func people(_ slugs: [String]) -> [UUID] { slugs.map { .demo("person \($0)") } }
    func day(_ days: Int) -> CalendarDate { CalendarDate(days: CalendarDate(local).days + days) }
    var draft = ItemDraft(
      id: id, title: texts(item.title), description: texts(item.description), notBefore: item.later.map(day),
      isDone: item.done != nil, category: item.category.map { texts($0) }, tags: item.tags.map { texts($0) },
      imageID: item.picture.map { .demo("image \($0)") }, people: people(item.people), turn: people(item.turn))
    switch item.due {
    case nil: break
    case .day(let days, let time):
      draft.due = time.flatMap { TimeOfDay($0) }.map { .moment(day(days).at($0)) } ?? .day(day(days))
    case .minutes(let minutes): draft.due = .moment(CivilTime(seconds: local.seconds - local.second + minutes * 60))
    }
    var adding = AddItem.Ready(item: draft)
    if let rule = item.repeats.flatMap({ RecurrenceRule($0) }), let due = draft.due {
      var (start, isDay) = (due.day.end, true)
      if case .moment(let time) = due { (start, isDay) = (time, false) }
      adding.plan = .begin(
        SeriesDraft(rule: rule, origin: .due, startsAt: start, isDay: isDay, setsDue: false, takesTemplate: true))
    }
    if item.title == DemoData.reminded { adding.reminders = [.onTheDay(TimeOfDay(hour: 8, minute: 0))] }
    return adding
  }

  private func item(_ title: String) -> UUID {
    .demo("item \(title)", order: DemoData.items.firstIndex { $0.title == title } ?? 0)
  }

  private func recipes() throws -> [SQL] {
    let (id, image) = (UUID.demo("recipe crumble"), UUID.demo("image crumble"))
    let amounts = AmountText(language: "en")
    let hand = DemoData.ingredients.map { TypedFood(texts($0), amounts) }
    let packet = IngredientLine(texts(DemoData.packet))
    let recipe = texts(DemoData.recipe(id, image: image))
    let wanted = DemoData.shopping.enumerated().map { (order, entry) in
      let text = texts(entry.text)
      let source = ShoppingQueries.Source(kind: entry.recipe.isEmpty ? "hand" : "recipe", name: texts(entry.recipe))
      return ShoppingQueries.insert([(UUID.demo("shopping", order: order), text, FoodLine(text))], source)
    }
    return wanted + lists() + [
      RecipeQueries.insert(hand, hand.map { FoodLine($0.line) }),
      RecipeQueries.decideStaples(DemoData.staples.map { TypedFood(texts($0), amounts) }, are: true),
      RecipeQueries.answer(
        packet.packetKey ?? packet.key, .allergen(.celery), isAgainst: false, name: packet.name, line: packet.text),
      DemoQueries.insert(image: image, try picture("crumble")),
    ] + RecipeQueries.insert(recipe, Understanding(recipe)) + [
      RecipeQueries.favor(id, true), DemoQueries.insert(favorites: DemoData.favorites), RecipeQueries.rate(id, 5),
      DemoQueries.insert(cooked: DemoData.favorites),
    ] + DemoData.eaters.enumerated().map { EaterQueries.insert(eater($1, order: $0)) } + plan(crumble: id)
  }

  /// A further shopping list, what is usually bought, and a lunch at which Ben is away.
  private func lists() -> [SQL] {
    let (list, text) = (UUID.demo("named list"), texts(DemoData.onFurtherList))
    return [
      NamedListQueries.insert(list, texts(DemoData.furtherList)),
      ShoppingQueries.insert([(.demo("shopping of named list"), text, FoodLine(text))], list: list),
      DemoQueries.insert(usuals: DemoData.usuals.map { FoodLine(texts($0)) }),
      DemoQueries.insert(absenceOf: .demo("person ben"), inDays: 2),
    ]
  }

  private func plan(crumble: UUID) -> [SQL] {
    let crumbleName = DemoData.recipe(crumble, image: crumble).name
    return DemoData.plan.enumerated().map { order, planned in
      DemoQueries.insert(
        meal: planned, .demo("meal \(planned.text)", order: order), text: texts(planned.text),
        recipe: planned.text == crumbleName ? crumble : nil)
    }
  }

  private func eater(_ eater: DemoData.Eater, order: Int) -> EaterDraft {
    EaterDraft(
      id: .demo("eater \(eater.name)", order: order), name: eater.name,
      required: CookingParameters(diets: [], allergies: eater.allergies).requiredBits,
      dislikes: eater.dislikes.map { TypedFood(texts($0), AmountText(language: "en")) }, eatsHere: eater.isChild)
  }

  /// The demo household's own listing, and every request with the messages of both sides.
  private func stays() throws -> [SQL] {
    let (photo, place) = (UUID.demo("photo anna"), UUID.demo("place anna"))
    let own = texts(DemoData.own)
    var statements = [
      DemoQueries.insert(listingPicture: photo, try picture("anna-lind")),
      DemoQueries.insert(listingPicture: place, try picture("anna-lind-home")),
    ]
    let orders = Dictionary(uniqueKeysWithValues: DemoData.hosts.enumerated().map { ($1.slug, $0) })
    let ownListing = listing("anna", DemoData.hosts.count)
    statements += DemoQueries.insert(listing: own, ownListing, photo: photo, placePhoto: place)
    for (order, request) in DemoData.requests.enumerated() {
      let id = UUID.demo("request \(request.guest) \(request.host)", order: order)
      let host = Household(request.host)
      let offered = orders[request.host].map { listing(request.host, $0) } ?? ownListing
      statements += [
        Household(request.guest).become,
        DemoQueries.insert(request: texts(request), id, host: host.id, listing: offered),
      ]
      if let answer = DemoQueries.answer(request: texts(request), id) { statements += [host.become, answer] }
    }
    return statements
  }

  /// A picture of Demo/, as a page shows it.
  private func picture(_ name: String) throws -> [UInt8] {
    let path = "\(pictures)/\(name).webp"
    guard let file = fopen(path, "rbe") else { throw Refused(description: "The picture \(path) is missing.") }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 256 << 10)
    bytes.removeSubrange(fread(&bytes, 1, bytes.count, file)...)
    guard let picture = WebP.bare(bytes) else { throw Refused(description: "The picture \(path) is broken.") }
    return picture
  }
}
