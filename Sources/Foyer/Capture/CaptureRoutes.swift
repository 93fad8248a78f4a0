import CivilTime
import HTTP
import Postgres

/// The sheet of the "+", which adds anything from any page. `CaptureFeature.swift` has the paths.
enum Captures {
  /// The sheet as a page, or what it makes of a text.
  static func index(_ request: Request, _ context: Context) async throws -> Response {
    let form = try CaptureForm(request.query, from: page(of: request))
    let reading = try await CaptureReading.find(form, context)
    let preview = CapturePreview(reading, context.strings)
    // Only what no other site has sent its reader to is sent on: a page is fetched for it.
    let isOwn = ["none", "same-origin"].contains(request.headers["sec-fetch-site"] ?? "")
    return context.html(.other) { out, page in
      if context.isFragment {
        Views.Capture._captureRead(&out, page: page, preview: preview, isSheet: true)
      } else {
        Views.Capture.capture(
          &out, page: page, form: form, preview: preview, error: nil, sends: preview.kind == .recipe && isOwn)
      }
    }
  }

  /// The reading of the line of the page of today, which makes an item, and the kind that it may be instead.
  static func line(_ request: Request, _ context: Context) async throws -> Response {
    let query = request.query
    let text = query["text"] ?? ""
    let read = try await Items.quickly(text, keeping: Items.kept(query), in: ItemFilter(), context)
    var preview = QuickAddPreview(read.line, read.adding.item.due, read.members, context.strings)
    let capture = try await Capture.read(text, read.line, context)
    let kind = capture.kind(try await capture.vocabulary(context), isShopping: false)
    if !text.isBlank && kind != .item {
      let text = context.strings.captureInstead(kind: context.strings.text(kind))
      preview.offer = .init(icon: kind.icon, text: text, value: kind.rawValue)
    }
    return context.html(.other) { out, page in Views.Items._understood(&out, page: page, preview: preview) }
  }

  static func create(_ request: Request, _ context: Context) async throws -> Response {
    let fields = try await context.form()
    let form = try CaptureForm(fields, from: page(of: request))
    let reading = try await CaptureReading.find(form, context)
    let text: String
    do {
      guard reading.kind != .recipe else {
        if let address = reading.capture.address { return try await preview(address, request, context) }
        return refuse(context.strings.importUrlInvalid, form, reading, context)
      }
      let addition = try await reading.add(context)
      let notice = NoticeCode(addition)
      guard context.isFragment else { return context.redirect(to: form.back ?? path(from: form), notice: notice) }
      var response = context.html(.other) { out, page in
        Views.Capture._addition(&out, page: page, addition: addition)
      }
      response.headers.set("HX-Trigger", reading.kind.event)
      return response
    } catch let problems as Problems {
      text = problems.all.first.map { context.strings.text($0) } ?? context.strings.formRequired
    }
    return refuse(text, form, reading, context)
  }

  private static func refuse(
    _ text: String, _ form: CaptureForm, _ reading: CaptureReading, _ context: Context
  ) -> Response {
    let preview = CapturePreview(reading, context.strings)
    return context.html(.other, status: .unprocessableContent) { out, page in
      if context.isFragment {
        Views.Capture._capture(&out, page: page, form: form, preview: preview, error: text, sends: false)
      } else {
        Views.Capture.capture(&out, page: page, form: form, preview: preview, error: text, sends: false)
      }
    }
  }

  /// A recipe is looked at before it is saved: by the page of the import.
  private static func preview(_ address: String, _ request: Request, _ context: Context) async throws -> Response {
    var form = Form()
    if context.isFragment {
      form.append("text", address)
      form.append("as", Capture.Kind.recipe.rawValue)
      return context.redirect(to: "/add?\(form.urlencoded)")
    }
    form.append("url", address)
    context.replaceForm(form)
    return try await RecipeImports.preview(request, context)
  }

  /// The page with the empty sheet, which keeps its context.
  private static func path(from form: CaptureForm) -> String {
    var query = Form()
    if form.from != "/add" { query.append("from", form.from) }
    if let day = form.day { query.append("day", day.iso) }
    return query.isEmpty ? "/add" : "/add?\(query.urlencoded)"
  }

  /// The page that the request came from.
  private static func page(of request: Request) -> String {
    request.headers["referer"].flatMap { request.target(ofOwn: $0) } ?? "/add"
  }
}

extension Capture.Kind {
  /// The event by which pages refresh.
  fileprivate var event: String {
    switch self {
    case .shopping: "foyer:shopping"
    case .meal: "foyer:meals"
    case .recipe, .item: "foyer:items"
    }
  }
}
