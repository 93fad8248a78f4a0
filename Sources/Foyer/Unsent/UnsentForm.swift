import CivilTime
import Crypto
import HTTP
import Postgres

/// A form that was sent after its session had ended. The page to sign in carries it, sealed; who signs in gets the page of the
/// form with its words. It is filled, never sent by itself, and shown to nobody but its writer.
struct UnsentForm {
  /// The reader of the page that had the form (`Visitor.reader`).
  let reader: String
  /// Where it was sent to, and the page that it was on; paths of this site.
  let target, page: String
  let seconds: Int
  var fields: [(name: String, value: String)] = []
  /// Files are not kept: their names, to choose them again.
  var files: [String] = []

  /// Of the fields, in bytes: the page to sign in sends them as a small form. And their number: filling the page looks for each.
  private static let limit = 40 << 10
  private static let maximum = 300
  private static let lifetime = 24 * 3_600
  private static let ignored: Set<String> = ["csrf", "reader", "code", "next", "words"]

  /// The form of a request without a session; nil if it is none of this site, or nothing was written in it.
  init?(_ context: Context) async {
    let request = context.request
    guard request.method == .post, !context.isFragment, let form = await context.unsentForm(),
      let reader = form["reader"], reader.utf8.count == 16
    else { return nil }
    self.reader = reader
    target = request.target
    page = context.pageOfForm ?? "/"
    seconds = Timestamp.now().seconds
    fields = form.pairs.filter { name, value in
      !Self.ignored.contains(name) && !name.hasSuffix("password")
    }
    files = form.uploads.map(\.upload.filename).filter { !$0.isEmpty }
    guard !files.isEmpty || fields.contains(where: Self.isWritten) else { return nil }
    guard fields.count + files.count <= Self.maximum else { return nil }
    guard fields.reduce(0, { $0 + $1.name.utf8.count + $1.value.utf8.count + 2 }) <= Self.limit else { return nil }
  }

  /// Whether somebody has written or chosen it: a button's form has ids and switches alone.
  private static func isWritten(_ field: (name: String, value: String)) -> Bool {
    !["base", "back", "version"].contains(field.name) && !["", "true", "false"].contains(field.value)
      && UUID(field.value.utf8) == nil
  }

  // MARK: Sealed

  private static func key(_ secret: [UInt8]) -> [UInt8] {
    hkdfSHA256(secret, salt: [], info: Array("unsent form".utf8), count: 16)
  }

  /// - Parameter secret: the key of device cookies (`Device.key`), of which another is derived.
  func sealed(_ secret: [UInt8]) -> String {
    var form = Form()
    for (name, value) in [("r", reader), ("t", target), ("p", page), ("s", "\(seconds)")] { form.append(name, value) }
    for file in files { form.append("u", file) }
    for (name, value) in fields { form.append("f:\(name)", value) }
    let nonce = randomBytes(12)
    let bytes = sealAES128GCM(Array(form.urlencoded.utf8), key: Self.key(secret), nonce: nonce)
    return Base64URL.encode(nonce + bytes)
  }

  init?(sealed text: String, _ secret: [UInt8]) {
    guard let bytes = Base64URL.decode(text), bytes.count > 12,
      let opened = openAES128GCM(Array(bytes[12...]), key: Self.key(secret), nonce: Array(bytes[..<12])),
      let form = try? Form(urlencoded: opened), let seconds = form["s"].flatMap({ Int(digits: $0) })
    else { return nil }
    (reader, target, page) = (form["r"] ?? "", form["t"] ?? "", form["p"] ?? "")
    self.seconds = seconds
    guard Timestamp.now().seconds - seconds < Self.lifetime else { return nil }
    files = form.all("u")
    fields = form.pairs.filter { $0.name.hasPrefix("f:") }.map { (String($0.name.dropFirst(2)), $0.value) }
  }

  // MARK: After signing in

  /// The page of a form that waits in the page to sign in, filled with its words; nil if there is none, or another person's.
  static func again(_ text: String, _ context: Context) async throws -> Response? {
    guard !text.isEmpty else { return nil }
    let key: [UInt8] = try await context.queryWithoutSession(Device.key())[0]["key"]
    try await context.query()
    guard let form = UnsentForm(sealed: text, key), form.reader == context.visitor?.reader else { return nil }
    return try await form.answer(context)
  }

  private func answer(_ context: Context) async throws -> Response {
    let path = String(target.prefix { $0 != "?" })
    var first: (page: [UInt8], Response)?
    for candidate in [page, path, "\(path)/new", "\(path)/edit", "/"] {
      guard let response = try await draw(candidate, context), case .bytes(let bytes) = response.body else { continue }
      if let (filled, rest) = FormFiller.fill(bytes, action: target, with: fields) {
        return note(filled, candidate, rest, response, context)
      }
      if candidate == "/" || first == nil { first = (bytes, response) }
    }
    guard let (bytes, response) = first else { throw Failure.notFound }
    return note(bytes, page, fields, response, context)
  }

  /// A page of this site; nil if it is not there.
  private func draw(_ target: String, _ context: Context) async throws -> Response? {
    guard LocalPath.isLocal(target), !target.contains("%"), let request = context.request.getting(target),
      case .found(let handler, _, _) = context.app.features.routes.router.match(.get, request.path)
    else { return nil }
    do {
      let response = try await handler(request, context)
      return response.status == .ok ? response : nil
    } catch Failure.notFound {
      return nil
    }
  }

  /// Says above the page's heading what has happened, and shows what has no field.
  private func note(
    _ bytes: [UInt8], _ path: String, _ rest: [(name: String, value: String)], _ response: Response, _ context: Context
  ) -> Response {
    let rest = rest.filter { !$0.value.isBlank && !["id", "version", "base", "back", "scope"].contains($0.name) }
    let start = Array("<main id=\"main\" tabindex=\"-1\">".utf8)
    guard let place = bytes.firstRange(of: start)?.upperBound else { return response }
    let words = context.html(.other) { out, page in
      Views.Unsent._again(&out, page: page, path: path, files: files, rest: rest.map(\.value))
    }
    guard case .bytes(let part) = words.body else { return response }
    var response = response
    response.body = .bytes(Array(bytes[..<place]) + part + bytes[place...])
    return response
  }
}

/// A form that a script kept while somebody signed in otherwise than with the password.
enum UnsentForms {
  static func show(_ request: Request, _ context: Context) async throws -> Response {
    let words = try await context.form()["words"] ?? ""
    try await context.query()
    guard context.visitor != nil else { throw Failure.signedOut }
    return try await UnsentForm.again(words, context) ?? context.redirect(to: "/")
  }
}

extension Context {
  /// The path of the page that a form was on, if it was one of this site.
  var pageOfForm: String? {
    guard let url = request.headers["hx-current-url"] ?? request.headers["referer"], url.hasPrefix(request.origin + "/")
    else { return nil }
    let path = String(url.dropFirst(request.origin.count).prefix { $0 != "#" })
    return LocalPath.isLocal(path) ? path : nil
  }
}
