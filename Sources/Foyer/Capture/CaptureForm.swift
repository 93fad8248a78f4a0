import CivilTime
import HTTP
import Postgres
import QuickAdd

/// The sheet of the "+" as it was sent: a text, and the page that it is typed on.
struct CaptureForm {
  /// Of what is added: sending it twice adds it once.
  let id: UUID
  var text: String
  /// The kind that was chosen; nil for the one that it looks like.
  let chosen: Capture.Kind?
  /// The parts of the line that are to stay words.
  let kept: Set<String>
  /// The path of the page, whose context an item takes.
  let from: String
  /// The day that is chosen on the page.
  let day: CalendarDate?
  /// The page that an addition leads to; nil for the sheet itself.
  let back: String?

  init(_ form: Form, from page: String) throws {
    id = try form["id"].map(UUID.init(field:)) ?? .v7()
    // A share has the address of a page in a field of its own, or in the text.
    let parts = [form["url"], form["text"], form["title"]].compactMap { $0 }
    text = parts.first { !$0.isEmpty } ?? ""
    func kind(_ name: String) throws -> Capture.Kind? {
      guard let value = form[name], !value.isEmpty else { return nil }
      guard let kind = Capture.Kind(rawValue: value) else { throw Failure.invalid }
      return kind
    }
    // The page's own proposal is no choice: the text may have changed since.
    let (kind, proposed) = (try kind("as"), try kind("proposed"))
    chosen = kind == proposed ? nil : kind
    kept = Items.kept(form)
    func local(_ path: String) -> String? { path.utf8.count <= 4_000 && LocalPath.isLocal(path) ? path : nil }
    from = local(form["from"] ?? page) ?? "/add"
    back = form["back"].flatMap(local)
    day = form["day"].flatMap { CalendarDate($0) }
  }

  /// The list that it is typed beside; all items elsewhere.
  var filter: ItemFilter { ItemFilter(back: from) }
  var isShopping: Bool { from.prefix { $0 != "?" } == "/shopping" }
  var isToday: Bool { from == "/" }
}

extension Capture {
  static func read(_ text: String, _ line: QuickAdd?, _ context: Context) async throws -> Capture {
    try await context.offLoop { Capture(text, line) }
  }

  /// The household's words for it, where they decide; none elsewhere.
  func vocabulary(chosen: Kind? = nil, _ context: Context) async throws -> CaptureVocabulary {
    let isAsked = chosen.map { $0 == .meal } ?? (kind == nil || kind == .meal)
    guard isAsked && !wares.isBlank && line != nil else { return CaptureVocabulary() }
    var batch = Batch()
    let query = CaptureVocabulary.Query(self, in: &batch)
    return try CaptureVocabulary(try await context.query(batch), query)
  }
}

/// A text of the sheet with what is made of it.
struct CaptureReading {
  let form: CaptureForm
  let capture: Capture
  let kind: Capture.Kind
  let adding: AddItem
  let members: [HouseholdMember]
  /// The recipe that the text names.
  let dish: (id: UUID, name: String)?
  /// The day of a meal.
  let day: CalendarDate

  static func find(_ form: CaptureForm, _ context: Context) async throws -> CaptureReading {
    let read = try await Items.quickly(form.text, keeping: form.kept, id: form.id, in: form.filter, context)
    var adding = read.adding
    let capture = try await Capture.read(form.text, read.line, context)
    let typedDay = adding.item.due?.day
    adding.item.due = adding.item.due ?? (form.day ?? (form.isToday ? context.today : nil)).map { .day($0) }
    let known = try await capture.vocabulary(chosen: form.chosen, context)
    return CaptureReading(
      form: form, capture: capture, kind: form.chosen ?? capture.kind(known, isShopping: form.isShopping),
      adding: adding, members: read.members, dish: known.dish,
      day: typedDay ?? form.day ?? context.today)
  }

  var meal: MealName { capture.meal ?? .dinner }

  /// Where it will be.
  /// - Parameter isRead: whether what is understood of the line stands beside it.
  func place(_ strings: Strings, isRead: Bool = false) -> String {
    switch kind {
    case .shopping: strings.navShopping
    case .meal: "\(strings.weekdayAndDate(day)) · \(strings.text(meal))"
    case .recipe: strings.captureRecipeText
    case .item:
      [adding.item.category ?? strings.itemsUncategorised, isRead && capture.line?.date != nil ? nil : due(strings)]
        .compactMap { $0 }.joined(separator: " · ")
    }
  }

  private func due(_ strings: Strings) -> String? {
    switch adding.item.due {
    case .day(let day): strings.date(day.civil)
    case .moment(let time): strings.text(time)
    case nil: nil
    }
  }
}

/// The sheet's preview of a text: its parts, and the kind as which it would be added.
struct CapturePreview {
  var line = QuickAddPreview()
  /// Nil for an empty text.
  var kind: Capture.Kind?
  /// Whether nobody has chosen another kind.
  var isProposed = true
  var place = ""

  init() {}

  init(_ reading: CaptureReading, _ strings: Strings) {
    guard !reading.form.text.isBlank else { return }
    (kind, isProposed, place) = (reading.kind, reading.form.chosen == nil, reading.place(strings, isRead: true))
    if kind == .item, let read = reading.capture.line {
      line = QuickAddPreview(read, reading.adding.item.due, reading.members, strings)
    }
  }
}

extension Strings {
  func text(_ kind: Capture.Kind) -> String {
    switch kind {
    case .shopping: navShopping
    case .meal: captureMeal
    case .recipe: captureRecipe
    case .item: captureItem
    }
  }
}

extension Capture.Kind {
  var icon: String {
    switch self {
    case .shopping: "basket"
    case .meal: "meal"
    case .recipe: "pot"
    case .item: "list"
    }
  }
}
