import Crypto
import HTTP
import Postgres
import WebPush

/// A person's own devices that take push messages: the script `Public/push.js` fills in the form, after the browser's dialogue.
enum Push {
  static func create(_ request: Request, _ context: Context) async throws -> Response {
    try await context.query()
    guard let person = context.visitor?.personID, let session = context.sessionToken else { throw Failure.signedOut }
    guard context.sendsPush else { throw Failure.notFound }
    let form = PushForm(try await context.form())
    guard let subscription = form.subscription(context.app.configuration) else {
      return try await Reminders.page(problem: context.strings.pushInvalid, context)
    }
    var batch = Batch()
    // Without a cookie of the device nobody comes back to it.
    let browser = context.device?.pushName ?? randomBytes(32)
    let inserted = PushQueries.insert(
      form, subscription, id: .v7(), of: person, session: session.hash, browser: browser, in: &batch)
    guard try await context.queryWithoutSession(batch)[inserted].affected > 0 else {
      return try await Reminders.page(problem: context.strings.pushTooMany(count: PushDevice.maximum), context)
    }
    try await context.query([ReminderQueries.tellByPush(), SessionQueries.seeLanguage()])
    context.app.log(.info, "push_on", ["person": "\(person)", "request": request.id])
    return context.redirect(to: panel(context), notice: .pushOn)
  }

  static func delete(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    guard try await context.query(PushQueries.delete(id)).affected > 0 else { throw Failure.notFound }
    return context.redirect(to: panel(context), notice: .pushOff)
  }

  /// Sends a message to each of the visitor's devices.
  static func test(_ request: Request, _ context: Context) async throws -> Response {
    try await context.query()
    guard let person = context.visitor?.personID else { throw Failure.signedOut }
    guard context.sendsPush else { throw Failure.notFound }
    try await context.take([Allowance.pushTest(of: person)], orLog: "push_test_limited")
    let strings = context.strings
    let message: KeyValuePairs = [
      "title": strings.pushTestTitle, "body": strings.pushTestBody, "path": "/settings/reminders", "tag": "test",
    ]
    try await context.queryWithoutSession(
      PushQueries.jobs(
        """
        SELECT household_id, person_id, jsonb_object(\(message.map(\.key)), \(message.map(\.value))) AS payload
        FROM accounts WHERE person_id = \(person)
        """))
    return context.redirect(to: panel(context), notice: .pushTested)
  }

  /// The page with the devices that the form was on: the settings, or the first steps.
  private static func panel(_ context: Context) -> String {
    let target = context.request.headers["referer"].flatMap { context.request.target(ofOwn: $0) }
    return target == "/welcome/reach" ? "/welcome/reach#push" : "/settings/reminders#push"
  }
}

extension PushPanel {
  static func query(_ context: Context) -> SQL { PushQueries.list(current: context.sessionToken?.hash ?? []) }

  /// Nil where push is switched off.
  /// - Parameter rows: of `query`.
  init?(_ rows: Rows, _ context: Context, problem: String? = nil) async throws {
    guard let key = try await context.pushKey() else { return nil }
    self.init(key: key, devices: try rows.map { try PushDevice($0, context.strings) }, problem: problem)
  }
}

extension Context {
  /// Whether push messages can be sent.
  var sendsPush: Bool { app.configuration.sendsPush }

  /// VAPID's public key, which stays the same; nil where push is switched off.
  fileprivate func pushKey() async throws -> String? {
    guard sendsPush else { return nil }
    if let key = app.pushKey.text { return key }
    guard let row = try await queryWithoutSession(PushQueries.key()).first,
      let key = VAPIDKey(scalar: try row["key"])?.publicKey
    else { return nil }
    app.pushKey.keep(key)
    return key
  }
}

/// Messages after a change of the visitor's devices.
enum PushNotice: String, NoticeKind {
  case on, off, tested

  static let feature = "push"

  func notice(_ its: NoticeCode, _ strings: Strings) -> Notice {
    switch self {
    case .on: Notice(text: strings.pushNoticeOn)
    case .off: Notice(text: strings.pushNoticeOff)
    case .tested: Notice(text: strings.pushNoticeTested)
    }
  }
}

extension NoticeCode {
  fileprivate static var pushOn: Self { Self(PushNotice.on) }
  fileprivate static var pushOff: Self { Self(PushNotice.off) }
  fileprivate static var pushTested: Self { Self(PushNotice.tested) }
}
