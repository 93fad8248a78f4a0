import CivilTime
import Fetch
import Postgres

/// Writes and sends the letters that jobs ask for.
struct Postman: Sendable {
  private let mailer: Mailer
  private let from: MailAddress
  /// The public URL, which links begin with.
  let origin: String

  init(_ mail: Configuration.Mail, _ publicURL: Configuration.PublicURL) {
    mailer = Mailer(mail.server, connections: JobKind.Carrier.mail.attempts)
    from = mail.from
    origin = "\(publicURL.scheme)://\(publicURL.authority)"
  }

  /// Does a job. One whose account or invitation no longer exists ends without a letter.
  func perform(_ job: Job, _ pool: Pool, isWanted: @escaping @Sendable () -> Bool) async throws {
    guard let kind = job.kind else { throw JobFailure(kind: .temporary, reason: "the kind is unknown") }
    let draft: Draft? =
      switch kind {
      case .passwordReset: try await passwordReset(job, pool)
      case .passwordChanged, .newDevice, .addressChanged, .passkeyAdded, .passkeyRemoved, .secondFactorOn,
        .secondFactorOff, .secondFactorRefused, .providerLinked, .testLetter:
        try await news(kind, job, pool)
      case .invitation: try await invitation(job, pool)
      case .confirmAddress: try await confirmation(job, pool)
      case .signUp: try await signUp(job, pool)
      case .reminderMail, .digestMail, .stayMail: try await reminders(kind, job, pool)
      // Not letters.
      case .push, .webhook, .stayNews, .moveIn, .takeOut: nil
      }
    guard let draft else { return }
    guard let to = MailAddress(draft.to) else {
      throw JobFailure(kind: .permanent, reason: "letters cannot be sent to an address of this form")
    }
    let message = Message(
      from: from, to: to, letter: draft.letter, id: "\(job.id).\(job.attempts)", seconds: Timestamp.now().seconds)
    do {
      try await mailer.send(from: "\(from)", to: "\(to)", message.bytes, isWanted: isWanted)
      if kind.isReminder { await note(job, hasFailed: false, pool) }
    } catch let failure as Mailer.Failure {
      if kind.isReminder,
        failure.kind == .permanent || failure.kind == .temporary && job.attempts >= Job.maximumAttempts
      {
        await note(job, hasFailed: true, pool)
      }
      let kind: JobFailure.Kind =
        switch failure.kind {
        case .temporary: .temporary
        case .permanent: .permanent
        case .interrupted: .interrupted
        }
      throw JobFailure(kind: kind, reason: failure.reason, detail: failure.reply)
    }
  }

  /// A letter and its recipient.
  struct Draft {
    let to: String
    let letter: Letter
  }

  /// A link for the account of the address; nothing if there is none. It is made here and not with the request, so that
  /// its token is in no table, and the request takes the same time for every address.
  private func passwordReset(_ job: Job, _ pool: Pool) async throws -> Draft? {
    var find: Batch = [SessionQueries.openWithoutSession()]
    let found = find.add(MailQueries.account(email: job.payload["email"] ?? ""))
    guard let row = try await pool.execute(find)[found].first else { return nil }
    let account = try MailAccount(row, job)
    let token = MailToken()
    var batch: Batch = [SessionQueries.openWithoutSession()]
    let made = batch.add(
      MailLinkQueries.insert(
        token, for: .password, person: account.person, email: account.email, if: "a.email = \(account.email)"))
    guard try await pool.execute(batch)[made].affected > 0 else { return nil }
    return Draft(
      to: account.email, letter: .passwordReset(link: "\(origin)/password/reset/\(token.text)", account.strings))
  }

  /// News of an account, for its owner.
  private func news(_ kind: JobKind, _ job: Job, _ pool: Pool) async throws -> Draft? {
    guard let person = UUID((job.payload["person"] ?? "").utf8) else { return nil }
    var find: Batch = [SessionQueries.openWithoutSession()]
    let found = find.add(MailQueries.account(person: person))
    guard let row = try await pool.execute(find)[found].first else { return nil }
    let account = try MailAccount(row, job)
    let letter: Letter =
      switch kind {
      case .passwordChanged: .passwordChanged(link: "\(origin)/password/forgot", account.strings)
      case .newDevice:
        .newDevice(
          job.payload["browser"] ?? "", address: job.payload["address"] ?? "", link: "\(origin)/settings/sessions",
          account.strings)
      case .passkeyAdded, .passkeyRemoved:
        .passkey(
          isNew: kind == .passkeyAdded, job.payload["name"] ?? "", browser: job.payload["browser"] ?? "",
          address: job.payload["address"] ?? "", link: "\(origin)/settings/security", account.strings)
      case .providerLinked:
        .providerLinked(job.payload["host"] ?? "", link: "\(origin)/settings/security", account.strings)
      case .testLetter: .test(link: "\(origin)/settings/reminders", account.strings)
      case .secondFactorOn: .secondFactorOn(account.strings)
      case .secondFactorOff: .secondFactorOff(link: "\(origin)/password/forgot", account.strings)
      case .secondFactorRefused: .secondFactorRefused(link: "\(origin)/password/forgot", account.strings)
      default: .addressChanged(account.strings)
      }
    // A changed address is told to the former one.
    return Draft(to: job.payload["to"] ?? account.email, letter: letter)
  }

  /// A link that makes an address the account's; nothing if its password or address has changed since it was asked for.
  /// An address that has an account already gets a letter about it instead.
  private func confirmation(_ job: Job, _ pool: Pool) async throws -> Draft? {
    guard let person = UUID((job.payload["person"] ?? "").utf8), let email = job.payload["email"] else { return nil }
    var find: Batch = [SessionQueries.openWithoutSession()]
    let found = find.add(MailQueries.account(person: person))
    let others = find.add(MailQueries.account(email: email))
    let results = try await pool.execute(find)
    guard let row = results[found].first else { return nil }
    let account = try MailAccount(row, job)
    if let other = try results[others].first.map({ try MailAccount($0, job) }), other.person != person {
      return Draft(to: other.email, letter: .addressInUse(link: "\(origin)/login", other.strings))
    }
    let token = MailToken()
    var batch: Batch = [SessionQueries.openWithoutSession()]
    let made = batch.add(
      MailLinkQueries.insert(
        token, for: .address, person: person, email: email,
        if: "\(fragment: MailLinkQueries.accountState) = \(job.payload["account"] ?? "")"))
    guard try await pool.execute(batch)[made].affected > 0 else { return nil }
    return Draft(to: email, letter: .confirmAddress(link: "\(origin)/email/confirm/\(token.text)", account.strings))
  }

  /// A link that makes the account; or, where the address has one, a letter that says so.
  private func signUp(_ job: Job, _ pool: Pool) async throws -> Draft? {
    guard let id = UUID((job.payload["sign_up"] ?? "").utf8), let email = job.payload["email"] else { return nil }
    let token = MailToken()
    var batch: Batch = [SessionQueries.openWithoutSession()]
    let accounts = batch.add(MailQueries.account(email: email))
    let waiting = batch.add(PendingSignUpQueries.renew(token, id: id))
    let results = try await pool.execute(batch)
    if let row = results[accounts].first {
      let account = try MailAccount(row, job)
      return Draft(to: account.email, letter: .addressInUse(link: "\(origin)/login", account.strings))
    }
    guard results[waiting].affected > 0 else { return nil }
    let strings = Strings(Language(rawValue: job.payload["language"] ?? "") ?? .en)
    return Draft(to: email, letter: .signUp(link: "\(origin)/signup/\(token.text)", strings))
  }

  /// The link of an invitation, whose token no table has: nothing if the invitation was revoked.
  private func invitation(_ job: Job, _ pool: Pool) async throws -> Draft? {
    guard let household = UUID((job.payload["household"] ?? "").utf8),
      let id = UUID((job.payload["invitation"] ?? "").utf8), let to = job.payload["to"]
    else { return nil }
    let token = InvitationToken()
    var batch: Batch = [SessionQueries.openWithoutSession()]
    let renewed = batch.add(InvitationQueries.renew(token, household: household, id: id, to: to))
    guard try await pool.execute(batch)[renewed].affected > 0 else { return nil }
    let strings = Strings(Language(rawValue: job.payload["language"] ?? "") ?? .en)
    return Draft(
      to: to,
      letter: .invitation(
        from: job.payload["from"] ?? "", link: "\(origin)/invitations/\(token.text)", strings))
  }
}

/// The account that a letter is about.
private struct MailAccount {
  let person: UUID
  let email: String
  /// In the person's language: the chosen one, or that of the pages read last. The browser that caused the letter may be
  /// somebody else's; its language counts where nothing is known.
  let strings: Strings

  init(_ row: Row, _ job: Job) throws {
    person = try row["person_id"]
    email = try row["email"]
    let language: Language? = try row["language"]
    strings = Strings(language ?? Language(rawValue: job.payload["language"] ?? "") ?? .en)
  }
}

private enum MailQueries {
  static func account(email: String) -> SQL {
    account("(SELECT person_id FROM accounts WHERE lower(email) = lower(\(email)))")
  }

  static func account(person: UUID) -> SQL { account("\(person)") }

  private static func account(_ person: SQL) -> SQL {
    """
    SELECT a.person_id, a.email, coalesce(p.language, p.seen_language) AS language
    FROM accounts a JOIN people p ON p.household_id = a.household_id AND p.id = a.person_id
    WHERE a.person_id = \(fragment: person)
    """
  }
}
