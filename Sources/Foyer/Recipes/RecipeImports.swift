import Cookery
import EventLoop
import Fetch
import HTTP
import MoveIn
import Postgres
import RecipeImport

/// Importing recipes (R37) from a URL, a pasted page or a file. A preview comes first.
enum RecipeImports {
  /// Why there is no preview, in the reader's language, and the field that it concerns.
  private struct Refused: Error {
    let field: String
    let text: String
  }

  /// A file may have `RecipeFile.maximumBytes`; docs/operating.md and the page say so.
  static let limits = FormLimits(uploadBytes: RecipeFile.maximumBytes)
  static let megabytes = "\(RecipeFile.maximumMebibytes)"

  static func index(_ request: Request, _ context: Context) async throws -> Response {
    try await context.query()
    let (url, text) = ((request.query["url"] ?? "").trimmed, request.query["text"] ?? "")
    // A text or address that another app shares is previewed at once.
    if !url.isEmpty || text.utf8.contains(where: { $0 > 0x20 }) {
      return try await preview(url, text, file: nil, context)
    }
    return page(url: "", text: "", problem: nil, context)
  }

  static func preview(_ request: Request, _ context: Context) async throws -> Response {
    let fields = try await context.form()
    try await context.query()
    let chosen = fields.all("recipe")
    if fields["several"] != nil { return try await store(chosen, context) }
    let text = [fields["text"], fields["page"]].compactMap(\.self).first { !$0.trimmed.isEmpty } ?? ""
    return try await preview((fields["url"] ?? "").trimmed, text, file: fields.file("file"), context)
  }

  private static func preview(
    _ typed: String, _ text: String, file: Upload?, _ context: Context
  ) async throws -> Response {
    // An address that is shared as a text is an address.
    let url =
      typed.isEmpty && text.trimmed.isWebAddress && !text.trimmed.contains(where: \.isWhitespace) ? text.trimmed : typed
    do {
      if let file {
        if ImageType(file.bytes) != nil { return try await show(photograph: file.bytes, context) }
        return try await show(.file(file.bytes, name: file.filename), source: nil, "file", context)
      } else if !url.isEmpty {
        let address = url.contains("://") ? url : "https://\(url)"
        let response = try await fetch(address, context)
        let page = ImportRequest.page(response.body, url: response.url, contentType: response.contentType)
        return try await show(page, source: response.url, "url", context)
      } else if text.utf8.contains(where: { $0 > 0x20 }) {
        return try await show(.page(Array(text.utf8), url: nil, contentType: nil), source: nil, "page", context)
      }
      throw Refused(field: "url", text: context.strings.importNothing)
    } catch let problem as Refused {
      return page(url: url, text: text, problem: problem, context)
    }
  }

  /// The recipe of a photographed page.
  private static func show(photograph: [UInt8], _ context: Context) async throws -> Response {
    let text = try await words(of: photograph, context)
    do {
      let page = ImportRequest.page(Array(text.utf8), url: nil, contentType: "text/plain; charset=utf-8")
      return try await show(page, source: nil, "page", isPhotograph: true, context)
    } catch let problem as Refused {
      // Its words are there, and can be corrected.
      return Self.page(url: "", text: text, problem: problem, context)
    }
  }

  private static func words(of photograph: [UInt8], _ context: Context) async throws -> String {
    let strings = context.strings
    do {
      let text = try await context.app.photographs.text(of: photograph, strings.language, for: context.share)
      if !text.isBlank { return text }
      throw Refused(field: "file", text: strings.importPhotographEmpty)
    } catch is WorkerPool.Full {
      throw Refused(field: "file", text: strings.importBusy)
    } catch ImageProblem.unavailable {
      throw Refused(field: "file", text: strings.importPhotographUnavailable)
    } catch let problem as ImageProblem {
      throw Refused(field: "file", text: problem.text(strings))
    }
  }

  /// The recipes found, within the limits of a preview; `source` is the URL of the page.
  private static func show(
    _ request: ImportRequest, source: String?, _ field: String, isPhotograph: Bool = false, _ context: Context
  ) async throws -> Response {
    let strings = context.strings
    var preview = try await read(request, source, field, context)
    if preview.entries.count > 1 {
      let rows = try await context.query(RecipeQueries.known(preview.entries.map(\.digest)))
      let known: [String] = try rows.map { try $0["digest"] }
      preview.keep(without: Set(known))
      if preview.entries.isEmpty { throw Refused(field: field, text: strings.importKnown(count: preview.known)) }
    }
    await preview.keepPictures { await image($0, context) }
    await preview.keepLinkedPicture { await image(at: $0, context) }
    let shown = preview
    return context.html(.recipes) { out, page in
      if shown.isOne {
        var form = shown.entries[0].form
        form.isImported = true
        form.isPhotograph = isPhotograph
        form.passedOver = (shown.leftOut.others, shown.leftOut.otherNames)
        form.cuisine = page.strings.cuisine(form.cuisine)
        Views.Recipes.recipeForm(&out, page: page, form: form)
      } else {
        Views.Recipes.importSeveral(&out, page: page, preview: shown)
      }
    }
  }

  /// Stores the selected recipes of a file, each in the form in which the preview sent it.
  private static func store(_ chosen: [String], _ context: Context) async throws -> Response {
    if chosen.isEmpty { return context.redirect(to: "/recipes/import", notice: .noneChosen) }
    var recipes: [RecipeDraft] = []
    for text in chosen.prefix(RecipePreview.maximumCount) {
      guard let recipe = try await context.offLoop({ RecipeForm(chosen: text)?.draft }) else { throw Failure.invalid }
      recipes.append(recipe)
    }
    do {
      var batch = Batch()
      try await AddRecipes(recipes: recipes).ready(context).store(in: &batch)
      let due = PacketRecipes.concerned(in: &batch)
      try await PacketRecipes.apply(try await context.query(batch)[due], context)
    } catch is Problems {
      throw Failure.invalid
    }
    // Among the newest.
    return context.redirect(to: "/recipes", notice: .recipesImported(count: recipes.count))
  }

  // MARK: Reading

  /// Fetches a page.
  private static func fetch(_ url: String, _ context: Context) async throws -> Fetcher.Response {
    let strings = context.strings
    let response: Fetcher.Response
    do {
      response = try await context.app.fetcher.get(url, for: context.share)
    } catch {
      context.app.log(.warning, "import_refused", ["reason": "\(error)", "request": context.request.id])
      let text =
        switch error {
        case .invalidURL: strings.importUrlInvalid
        case .refusedAddress: strings.importUrlRefused
        case .unreachable, .interrupted: strings.importUrlUnreachable
        case .timedOut: strings.importUrlSlow
        case .tooLarge: strings.importUrlTooLarge
        case .tooManyRedirects: strings.importUrlRedirects
        case .busy: strings.importBusy
        }
      throw Refused(field: "url", text: text)
    }
    guard response.status == 200 else {
      throw Refused(field: "url", text: strings.importUrlStatus(status: response.status))
    }
    guard isPage(response.contentType) else { throw Refused(field: "url", text: strings.importUrlType) }
    return response
  }

  /// Whether a page may have this media type; without one, its content decides.
  private static func isPage(_ type: String?) -> Bool {
    guard let essence = type.map({ MediaType(Array($0.utf8))?.essence ?? "" }), !essence.isEmpty else { return true }
    return essence.hasPrefix("text/") || essence.hasSuffix("xml") || essence.hasSuffix("json")
  }

  private static func read(
    _ request: ImportRequest, _ source: String?, _ field: String, _ context: Context
  ) async throws -> RecipePreview {
    let strings = context.strings
    do {
      return try await context.app.recipeReader.read(request, for: context.share) { RecipePreview($0, source: source) }
    } catch is WorkerPool.Full {
      throw Refused(field: field, text: strings.importBusy)
    } catch let error as ImportError {
      context.app.log(.warning, "import_failed", ["reason": "\(error)", "request": context.request.id])
      let text =
        switch error {
        case .noRecipe: strings.importNoRecipe
        case .noTitle: strings.importNoTitle
        case .tooLarge: strings.importTooLarge
        case .tooSlow: strings.importTooSlow
        case .unknownFormat: strings.importUnknownFormat
        case .encrypted: strings.importEncrypted
        case .unreadable: strings.importUnreadable
        }
      throw Refused(field: field, text: text)
    }
  }

  // MARK: Pictures

  /// Fetches and stores a recipe's picture; nil on failure, which does not prevent the import.
  static func image(at url: String, _ context: Context) async -> UUID? {
    let limits = Fetcher.Limits(time: .seconds(5), bytes: 10 << 20)
    guard let response = try? await context.app.fetcher.get(url, for: context.share, limits: limits),
      response.status == 200
    else {
      return nil
    }
    return await image(response.body, context)
  }

  private static func image(_ bytes: [UInt8], _ context: Context) async -> UUID? {
    try? await Images.storeUpload(
      Upload(filename: "", contentType: "", bytes: bytes), thumbnail: RecipeForm.thumbnailSize, context)
  }

  // MARK: The page

  /// 413 for a file beyond the limit, with what can be done about it.
  static func tooLarge(_ context: Context) -> Response {
    page(
      url: "", text: "",
      problem: Refused(
        field: "file",
        text: context.strings.importFileTooLarge(
          size: megabytes, most: "\(MoveIn.maximumBytes >> 20)")),
      status: .contentTooLarge, context)
  }

  private static func page(
    url: String, text: String, problem: Refused?, status: Status = .unprocessableContent, _ context: Context
  ) -> Response {
    context.html(.recipes, status: problem == nil ? .ok : status) { out, page in
      var errors = FormErrors()
      if let problem { errors.add(problem.field, problem.text) }
      Views.Recipes.importForm(&out, page: page, url: url, text: text, errors: errors)
    }
  }
}

extension RecipeForm {
  /// The form for an imported recipe, as if it had been typed.
  init(_ recipe: ImportedRecipe, source: String?) {
    self.init()
    func clean(_ text: String, _ limit: Int) -> String {
      String(String.UnicodeScalarView(text.unicodeScalars.lazy.filter { $0 != "\0" }.prefix(limit)))
    }
    // Several times the longest recipe, yet short enough that the form can be sent back within the limits of forms.
    func join(_ lines: [String]) -> String {
      var room = 30_000
      return lines.prefix(RecipeDraft.maximumLines).map { line in
        let text = clean(line, room).split { $0.isNewline }.joined(separator: " ")
        room -= text.unicodeScalars.count
        return text
      }.joined(separator: "\n")
    }
    name = clean(recipe.title ?? "", 1_000)
    description = clean(recipe.description ?? "", 10_000)
    ingredients = join(recipe.readableIngredients)
    steps = join(recipe.steps)
    notes = recipe.notes.map { clean($0, 20_000) } ?? ""
    sourceName = recipe.sourceName.map { clean($0, 1_000) } ?? ""
    statements = join(recipe.statements)
    hearsay = Self.labels(statements)
    nutrition = recipe.nutrition.map { clean($0, 5_000) } ?? ""
    stars = recipe.stars
    cuisine = recipe.cuisine.map { clean($0, 1_000) } ?? ""
    makes = recipe.makes.text.map { clean($0, 1_000) } ?? ""
    servings = recipe.servings.flatMap { (1...1_000).contains($0) ? "\($0)" : nil } ?? ""
    func minutes(_ number: Int?) -> String { number.flatMap { (0...100_000).contains($0) ? "\($0)" : nil } ?? "" }
    // The total less the other. A page that states only a total mostly means the time to cook.
    func rest(_ other: Int?) -> Int? {
      recipe.totalMinutes.flatMap { total in other.map { total > $0 ? total - $0 : nil } ?? nil }
    }
    prepMinutes = minutes(recipe.prepMinutes ?? rest(recipe.cookMinutes))
    cookMinutes = minutes(
      recipe.cookMinutes ?? (recipe.prepMinutes == nil ? recipe.totalMinutes : rest(recipe.prepMinutes)))
    sourceURL = [recipe.url, source].compactMap { $0 }.first { $0.isWebAddress && $0.utf8.count < 10_000 } ?? ""
    imageURL = recipe.imageURL.map { clean($0, 10_000) } ?? ""
  }

  /// The form as the preview sends it; nil for anything else.
  init?(chosen text: String) {
    guard let fields = try? Form(urlencoded: Array(text.utf8)), let id = fields["id"].flatMap({ UUID($0.utf8) })
    else { return nil }
    self.init(id: id, fields)
    // They could not be changed: a preview of several recipes shows no labels.
    hearsay = Self.labels(statements)
  }

  /// The fields that recreate the form.
  var fields: [(name: String, value: String)] {
    var fields = [
      ("id", "\(id)"), ("name", name), ("description", description), ("ingredients", ingredients), ("steps", steps),
      ("cuisine", cuisine), ("yield", makes), ("servings", servings), ("prep_minutes", prepMinutes),
      ("cook_minutes", cookMinutes),
      ("source_url", sourceURL), ("source_name", sourceName), ("notes", notes), ("labels", statements),
      ("nutrition", nutrition),
      ("stars", stars.map(String.init) ?? ""),
      ("image_url", imageURL),
    ]
    if let imageID { fields.append(("image_id", "\(imageID)")) }
    return fields.filter { !$0.1.isEmpty }.map { (name: $0.0, value: $0.1) }
  }

  var urlencoded: String {
    var form = Form()
    for (name, value) in fields { form.append(name, value) }
    return form.urlencoded
  }

  /// The lines of a preview.
  var ingredientLines: [String] { Self.lines(ingredients) }
  var stepLines: [String] { Self.lines(steps) }
  var shownName: String { String(name.prefix(200)) }
}
