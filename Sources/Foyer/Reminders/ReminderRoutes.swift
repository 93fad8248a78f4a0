import HTTP
import Postgres

/// A person's settings of reminders.
enum Reminders {
  static func index(_ request: Request, _ context: Context) async throws -> Response {
    try await page(try await stored(context), context)
  }

  static func update(_ request: Request, _ context: Context) async throws -> Response {
    var form = try await stored(context)
    form.fill(try await context.form())
    let (editing, problems) = form.edit(sendsMail: context.sendsMail)
    form.byMail = editing.byMail
    form.errors.add(problems, context.strings)
    guard problems.isEmpty else { return try await page(form, context) }
    var batch = Batch()
    editing.store(in: &batch)
    try await context.query(batch)
    return context.redirect(to: "/settings/reminders", notice: .remindersSaved)
  }

  /// Tells of the answer to a request by mail, from where it is offered.
  static func tellByMail(_ request: Request, _ context: Context) async throws -> Response {
    try await context.query()
    guard context.sendsMail else { throw Failure.notFound }
    try await context.query([ReminderQueries.tellOfStaysByMail(overrules: true), SessionQueries.seeLanguage()])
    let target = request.headers["referer"].flatMap { request.target(ofOwn: $0) }
    let isStay = target?.hasPrefix("/hosts/") == true
    return context.redirect(to: isStay ? target ?? "/" : "/settings/reminders", notice: .toldByMail)
  }

  /// The page again, with why push could not be turned on for a device.
  static func page(problem: String, _ context: Context) async throws -> Response {
    try await page(try await stored(context), problem: problem, context)
  }

  private static func stored(_ context: Context) async throws -> ReminderForm {
    guard let row = try await context.query(ReminderQueries.find()).first else { throw Failure.signedOut }
    return try ReminderForm(row)
  }

  private static func page(
    _ form: ReminderForm, problem: String? = nil, _ context: Context
  ) async throws -> Response {
    let push = try await PushPanel(try await context.query(PushPanel.query(context)), context, problem: problem)
    let isRefused = problem != nil || !form.errors.isEmpty
    return context.html(.settings, status: isRefused ? .unprocessableContent : .ok) { out, page in
      Views.Reminders.reminders(&out, page: page, form: form, sendsMail: context.sendsMail, push: push)
    }
  }
}

/// Messages after a change.
enum ReminderNotice: String, NoticeKind {
  case saved, toldByMail

  static let feature = "reminders"

  func notice(_ its: NoticeCode, _ strings: Strings) -> Notice {
    switch self {
    case .saved: Notice(text: strings.remindersNoticeSaved)
    case .toldByMail: Notice(text: strings.staysNoticeTold)
    }
  }
}

extension NoticeCode {
  fileprivate static var remindersSaved: Self { Self(ReminderNotice.saved) }
  fileprivate static var toldByMail: Self { Self(ReminderNotice.toldByMail) }
}
