import CivilTime
import EventLoop
import HTML
import HTTP

/// Pages and redirects, as answers.
extension Context {
  /// Whether htmx requests a part of a page. A page restored from the browser's history is requested whole.
  var isFragment: Bool {
    request.headers["hx-request"] == "true" && request.headers["hx-history-restore-request"] == nil
  }

  /// The id of the element that htmx will replace; "" when the request does not name it, for the page's main fragment.
  /// Nil when the whole page is requested.
  var fragmentTarget: String? { isFragment ? request.headers["hx-target"] ?? "" : nil }

  /// A page, or the part of one that htmx requests.
  /// - Parameter capacity: the bytes that it may have, about; more than the usual list needs. Growing copies the page.
  func html(
    _ place: Place, status: Status = .ok, capacity: Int = 96 << 10, _ render: (inout Output, Page) -> Void
  ) -> Response {
    let strings = strings
    let visitorReader = visitor?.reader
    let reader = isFragment ? nil : visitorReader
    let since = Timestamp.milliseconds() - (Instant.now() - request.arrived).nanoseconds / 1_000_000
    let page = Page(
      strings: strings, visitor: visitor, reader: reader, formReader: visitorReader, today: today, place: place,
      notice: isFragment ? nil : takeNotice()?.notice(strings), csrf: maskedCSRFToken(), requestID: request.id,
      assets: app.assets, since: status == .ok ? since : nil)
    var response = Response.html(Output.bytes(capacity: capacity) { render(&$0, page) }, status: status)
    response.headers.set("Vary", Self.varying)
    if let reader { response.headers.set(Self.reader, reader) }
    return response
  }

  /// The response field by which a service worker sees who reads, and removes what it keeps for other readers.
  static let reader: StaticString = "Foyer-Reader"

  /// The request fields that select page or fragment, language and reader (RFC 9110 §12.5.5).
  static let varying = "HX-Request, HX-Target, HX-History-Restore-Request, Accept-Language, Cookie"

  /// 303 to the page that shows the result, with a notice that it shows once.
  func redirect(to path: String, notice: NoticeCode? = nil) -> Response {
    if let notice { setCookie(.notice, notice.code, maxAge: .seconds(60)) }
    return leave(to: path, .noContent)
  }

  /// 303 to another page; htmx is told to load it instead of the present one.
  /// - Parameter status: of the answer to htmx, which cannot see the status of a redirect.
  func leave(to path: String, _ status: Status) -> Response {
    var response = isFragment ? Response(status: status) : .redirect(to: path)
    if isFragment { response.headers.set("HX-Redirect", path) }
    response.headers.set("Vary", Self.varying)
    return response
  }

  /// The notice that the requested page will show.
  var noticed: NoticeCode? {
    request.cookies[CookieName.notice.text(request)].flatMap { NoticeCode(code: $0, of: app.features.notices) }
  }

  private func takeNotice() -> NoticeCode? {
    guard let notice = noticed else { return nil }
    setCookie(.notice, "", maxAge: .zero)
    return notice
  }
}

extension Response {
  /// Makes htmx put the answer into another element than its request named.
  mutating func retarget(_ element: String, _ swap: String, _ context: Context) {
    guard context.isFragment else { return }
    headers.set("HX-Retarget", element)
    headers.set("HX-Reswap", swap)
  }
}
