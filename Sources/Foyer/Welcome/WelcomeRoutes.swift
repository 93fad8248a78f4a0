import HTTP
import Postgres
import QRCode

/// The first steps of a new household: each is a page, saves what it asks for, and can be skipped.
enum Welcome {
  static let steps = 4

  // MARK: The home's name and the language

  static func home(_ request: Request, _ context: Context) async throws -> Response {
    try await context.query()
    guard let visitor = context.visitor else { throw Failure.signedOut }
    return homePage(visitor.householdName, visitor.language, FormErrors(), context)
  }

  static func updateHome(_ request: Request, _ context: Context) async throws -> Response {
    let fields = try await context.form()
    let zone: String = try await context.query(HouseholdQueries.timeZone())[0]["time_zone"]
    guard let visitor = context.visitor else { throw Failure.signedOut }
    let editing = EditHousehold(
      name: fields["name"] ?? visitor.householdName, icon: visitor.householdIcon,
      needsDescription: visitor.descriptionRequired, timeZone: zone)
    let language = Language(rawValue: fields["language"] ?? "")
    var errors = FormErrors()
    errors.add(editing.problems(zones: [], present: zone), context.strings)
    if language == nil, fields["language"]?.isEmpty == false {
      errors.add("language", context.strings.settingsUnknownChoice)
    }
    guard errors.isEmpty else { return homePage(editing.name, language, errors, context) }
    var batch = Batch()
    editing.store(in: &batch)
    if fields["language"] != nil { batch.add(SettingsQueries.choose(language)) }
    try await context.query(batch)
    return context.redirect(to: "/welcome/people")
  }

  private static func homePage(
    _ name: String, _ language: Language?, _ errors: FormErrors, _ context: Context
  ) -> Response {
    let languages = SettingsForm.languages(chosen: language?.rawValue ?? "", context.strings)
    return context.html(.other, status: errors.isEmpty ? .ok : .unprocessableContent) { out, page in
      Views.Welcome.home(&out, page: page, name: name, languages: languages, errors: errors)
    }
  }

  // MARK: The people who live there

  static func people(_ request: Request, _ context: Context) async throws -> Response {
    try await peoplePage(context)
  }

  static func invite(_ request: Request, _ context: Context) async throws -> Response {
    switch try await Households.invite(try await context.form(), context) {
    case .refused(let email, let problem): try await peoplePage(email: email, problem: problem, context)
    case .sent: context.redirect(to: "/welcome/people", notice: .invitationSent)
    case .link(let link): try await peoplePage(link: link, context)
    }
  }

  private static func peoplePage(
    email: String = "", problem: (field: String, text: String)? = nil, link: String? = nil, _ context: Context
  ) async throws -> Response {
    var batch = Batch()
    let people = batch.add(HouseholdQueries.members())
    let confirmation = batch.add(SessionQueries.confirmation(context.sessionToken?.hash ?? []))
    let results = try await context.query(batch)
    let members = try results[people].map { try HouseholdMember($0) }
    let isConfirmed: Bool = try results[confirmation][0]["is_confirmed"]
    var errors = FormErrors()
    if let problem { errors.add(problem.field, problem.text) }
    let code = link.flatMap { QRCode($0) }
    var response = context.html(.other, status: errors.isEmpty ? .ok : .unprocessableContent) { out, page in
      Views.Welcome.people(
        &out, page: page, members: members, email: context.sendsMail ? email : nil, isConfirmed: isConfirmed,
        link: link, side: code?.side ?? 0, path: code?.path ?? "", errors: errors)
    }
    // The link is a secret.
    response.mayBeCompressed = link == nil
    return response
  }

  // MARK: Routines, and the to-dos of the first load (R24)

  static func routines(_ request: Request, _ context: Context) async throws -> Response {
    let samples: Bool = try await context.query(ItemQueries.samples())[0]["has_samples"]
    return context.html(.other) { out, page in
      Views.Welcome.routines(
        &out, page: page, choices: Routine.allCases.map { Routine.Choice($0) }, hasSamples: samples)
    }
  }

  static func addRoutines(_ request: Request, _ context: Context) async throws -> Response {
    let fields = try await context.form()
    try await context.query()
    let choices = fields.all("routine").prefix(Routine.allCases.count).compactMap { Routine.Choice($0) }
    var batch = Batch()
    if fields["samples"] == "remove" { _ = DeleteItems.samples.store(in: &batch) }
    var added: [Batch.Key] = []
    for choice in choices {
      let adding = choice.addition(context.strings, needsDescription: context.needsDescription)
      added.append(try await adding.ready(context).store(in: &batch))
    }
    let results = try await context.query(batch)
    let count = added.reduce(0) { $0 + results[$1].affected }
    let notice = NoticeCode(WelcomeNotice.routinesAdded, count: count)
    return context.redirect(to: "/welcome/reach", notice: count > 0 ? notice : nil)
  }

  // MARK: How the person is told

  static func reach(_ request: Request, _ context: Context) async throws -> Response {
    var batch = Batch()
    let (found, devices) = (batch.add(ReminderQueries.find()), batch.add(PushPanel.query(context)))
    let results = try await context.query(batch)
    guard let row = results[found].first else { throw Failure.signedOut }
    let form = try ReminderForm(row)
    let push = try await PushPanel(results[devices], context)
    return context.html(.other) { out, page in
      Views.Welcome.reach(&out, page: page, form: form, sendsMail: context.sendsMail, push: push)
    }
  }

  static func updateReach(_ request: Request, _ context: Context) async throws -> Response {
    let wantsMail = try await context.form()["mail"] == "true" && context.sendsMail
    try await context.query([ReminderQueries.tellByMail(wantsMail), SessionQueries.seeLanguage()])
    return context.redirect(to: "/")
  }

  /// Sends a letter to the visitor's own address, which has answered one before.
  static func testLetter(_ request: Request, _ context: Context) async throws -> Response {
    let rows = try await context.query(ReminderQueries.find())
    guard let row = rows.first, let person = context.visitor?.personID else { throw Failure.signedOut }
    guard context.sendsMail, try ReminderForm(row).isVerified else { throw Failure.notFound }
    try await context.take([Allowance.testLetter(to: person)], orLog: "test_letter_limited")
    try await context.queryWithoutSession(
      Batch([JobQueries.insert(.testLetter, ["person": "\(person)", "language": context.strings.language.rawValue])]))
    return context.redirect(to: "/welcome/reach", notice: NoticeCode(WelcomeNotice.letterSent))
  }
}
