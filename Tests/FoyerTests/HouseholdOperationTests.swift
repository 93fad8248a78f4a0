import CivilTime
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// The operations of the household, of its invitations, and of reminders, without a request.
  @Suite struct HouseholdOperations {
    @Test func `Each rule is refused by the name of its field`() {
      func problems(_ name: String = "Home", icon: String = "", zone: String = "UTC") -> [Problem] {
        EditHousehold(name: name, icon: icon, needsDescription: false, timeZone: zone)
          .problems(zones: ["Europe/Paris"], present: "UTC").all
      }
      #expect(problems() == [] && problems(icon: "🏡", zone: "Europe/Paris") == [])
      #expect(problems(" ") == [Problem(field: "name", kind: .blank)])
      #expect(problems(String(repeating: "x", count: 10_001)) == [Problem(field: "name", kind: .tooLong(10_000))])
      for icon in ["ab", "\u{7}"] { #expect(problems(icon: icon) == [Problem(field: "icon", kind: .invalidIcon)]) }
      #expect(problems(zone: "Nowhere5") == [Problem(field: "time_zone", kind: .unknownZone)])
      let letter = Invite.Letter(household: .v7(), from: "Ada", to: "nowhere", language: .en)
      #expect(letter.problems.all == [Problem(field: "email", kind: .invalidAddress)])
      var reminders = EditReminders(times: (1...11).map { .minutes($0) }, byMail: true)
      #expect(
        reminders.problems(isVerified: false).all == [
          Problem(field: "default", kind: .tooMany(10)), Problem(field: "mail", kind: .unverified),
        ])
      reminders.times.removeLast()
      #expect(reminders.problems(isVerified: true).isEmpty)
    }

    @Test func `Settings are changed, and nobody else's`() async throws {
      let app = try await TestApp.shared()
      let (member, other) = (try await app.member(), try await app.member())
      try await ProgramSession.run(as: member) { session in
        var batch = Batch()
        EditHousehold(name: "Mill", icon: "🌾", needsDescription: true, timeZone: "Europe/Paris").store(in: &batch)
        EditReminders(
          times: [.minutes(10)], digestAt: TimeOfDay("07:05"),
          quiet: (TimeOfDay(hour: 22, minute: 0), TimeOfDay(hour: 6, minute: 30)), byPush: true
        ).store(in: &batch)
        _ = try await session.query(batch)
      }
      func stored(_ member: Member) throws -> String {
        try app.rows(
          """
          SELECT name || ' ' || icon || ' ' || description_required || ' ' || time_zone AS text FROM households WHERE id = \(member.household)
          """)[0]["text"]
      }
      #expect(try stored(member) == "Mill 🌾 true Europe/Paris")
      #expect(try !stored(other).hasPrefix("Mill"))
      let reminders: [String] = try app.rows(
        """
        SELECT codes::text || ' ' || digest_at || ' ' || quiet_from || ' ' || quiet_to AS text FROM reminder_settings
        WHERE household_id = \(member.household)
        """
      ).map { try $0["text"] }
      #expect(reminders == ["{10} 07:05:00 22:00:00 06:30:00"])
    }

    @Test func `Somebody is invited, joins once, and leaves`() async throws {
      let app = try await TestApp.shared()
      let (host, guest) = (try await app.member(), try await app.member())
      let (invitation, revoked) = (Invite(token: InvitationToken()), Invite(token: InvitationToken()))
      let isRevoked = try await ProgramSession.run(as: host) { session in
        var batch = Batch()
        invitation.store(in: &batch)
        revoked.store(in: &batch)
        _ = try await session.query(batch)
        let once = try await RevokeInvitation(id: revoked.id).run(session)
        return [once, try await RevokeInvitation(id: revoked.id).run(session)]
      }
      #expect(isRevoked == [true, false])
      let resident = Resident(person: try guest.person, household: guest.household)
      /// Whether it was done.
      func run(_ store: (inout Batch) -> Batch.Key) async throws -> Bool {
        var batch: Batch = [SessionQueries.openWithoutSession()]
        let moved = store(&batch)
        let whole = batch
        return try await Pool.alone(app.database, timeout: .seconds(60)) {
          !(try await $0.execute(whole)[moved].isEmpty)
        }
      }
      func join(_ invitation: Invite, _ resident: Resident, deletes: Bool) async throws -> Bool {
        let joining = JoinHousehold(
          resident: resident, invitation: invitation.token, deletesHousehold: deletes)
        return try await run { joining.store(in: &$0) }
      }
      // Who lives alone has to know that their household goes.
      #expect(try await !join(invitation, resident, deletes: false))
      #expect(try await !join(revoked, resident, deletes: true))
      #expect(try await join(invitation, resident, deletes: true))
      #expect(try app.number("SELECT count(*) AS n FROM households WHERE id = \(guest.household)") == 0)
      let moved = Resident(person: resident.person, household: host.household)
      #expect(try await !join(invitation, moved, deletes: true))
      let leaving = LeaveHousehold(resident: moved, name: "Own")
      #expect(try await run { leaving.store(in: &$0) })
      #expect(
        try app.number("SELECT count(*) AS n FROM people WHERE household_id = \(leaving.id) AND id = \(moved.person)")
          == 1)
      // Who lives alone does not leave.
      let alone = LeaveHousehold(resident: Resident(person: moved.person, household: leaving.id), name: "Another")
      #expect(try await !run { alone.store(in: &$0) })
    }
  }
}
