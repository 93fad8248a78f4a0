import HTTP

/// Which recipes are looked for, as the URL says it. What is at hand and what somebody eats are in the database.
struct RecipeSearch {
  static let pageSize = 50
  /// Beyond that a search is better narrowed than leafed through.
  private static let lastPage = 1_000

  /// A part of the name.
  var q = ""
  /// From 1.
  var page = 1
  /// Whether recipes are shown, too, of which is unknown whether they fit.
  var showsUnknown = false

  init() {}

  init(_ query: Form) {
    q = query["q"] ?? ""
    page = query["page"].flatMap { Int(digits: $0) }.map { min(max($0, 1), Self.lastPage) } ?? 1
    showsUnknown = query["unknown"] == "show"
  }

  /// How many come before this page.
  var offset: Int { (page - 1) * Self.pageSize }

  func url(_ path: String, _ change: (inout RecipeSearch) -> Void = { _ in }) -> String {
    var search = self
    change(&search)
    var form = Form()
    if !search.q.isEmpty { form.append("q", search.q) }
    if search.showsUnknown { form.append("unknown", "show") }
    if search.page > 1 { form.append("page", "\(search.page)") }
    return form.isEmpty ? path : "\(path)?\(form.urlencoded)"
  }
}
