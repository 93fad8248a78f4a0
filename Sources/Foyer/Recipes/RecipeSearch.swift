import CivilTime
import HTTP

/// The recipe search as the URL has it. Ingredients at hand and parameters are in the database.
struct RecipeSearch {
  static let pageSize = 50
  /// The last page: further matches are found by narrowing the search.
  private static let lastPage = 1_000

  /// A part of the name.
  var q = ""
  /// From 1.
  var page = 1
  /// The first page that is shown: where one came back to a list, all that was loaded.
  var from = 1
  /// Whether to include recipes for which it is unknown whether they fit.
  var showsUnknown = false
  /// Whether, where none of the name suits, those are named that do not.
  var showsUnsuitable = false
  /// Whether they are listed by name, whatever is at hand.
  var isByName = false
  /// An ingredient at hand that they use.
  var uses: UUID?
  /// The eaters whom they must fit.
  var eaters = EaterChoice()

  init() {}

  init(_ query: Form) {
    q = query["q"] ?? ""
    page = query["page"].flatMap { Int(digits: $0) }.map { min(max($0, 1), Self.lastPage) } ?? 1
    from = max(query["from"].flatMap { Int(digits: $0) }.map { min(max($0, 1), page) } ?? page, page - 19)
    showsUnknown = query["unknown"] == "show"
    showsUnsuitable = query["unsuitable"] == "show" && !q.isBlank
    isByName = query["sort"] == "name"
    uses = query["uses"].flatMap { UUID($0.utf8) }
    eaters = EaterChoice(query)
  }

  /// The number of rows before this page.
  var offset: Int { (from - 1) * Self.pageSize }
  /// The number of rows of the pages that are shown.
  var size: Int { (page - from + 1) * Self.pageSize }

  func url(_ path: String, _ change: (inout RecipeSearch) -> Void = { _ in }) -> String {
    var search = self
    search.from = search.page
    change(&search)
    var form = Form()
    if !search.q.isEmpty { form.append("q", search.q) }
    if search.showsUnknown { form.append("unknown", "show") }
    if search.showsUnsuitable { form.append("unsuitable", "show") }
    if search.isByName { form.append("sort", "name") }
    if let uses = search.uses { form.append("uses", "\(uses)") }
    search.eaters.append(to: &form)
    if search.page > 1 { form.append("page", "\(search.page)") }
    if search.from < search.page { form.append("from", "\(search.from)") }
    return form.isEmpty ? path : "\(path)?\(form.urlencoded)"
  }
}
