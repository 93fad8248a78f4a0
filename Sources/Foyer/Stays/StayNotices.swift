/// Messages after a change of requests, of the household's own listing and of its calendar.
enum StayNotice: String, NoticeKind {
  case sent, withdrawn, agreed, changed, noRoom
  case takenBack
  case deleted, restored, severalDeleted, severalRestored
  case accepted, declined, proposed
  case published, saved, blocked, freed
  case wrote, referred, edited, editedAccepted
  case tasksSaved, prepared, unprepared

  static let feature = "stays"

  func notice(_ its: NoticeCode, _ strings: Strings) -> Notice {
    switch self {
    case .sent: Notice(text: strings.staysSent, isAlert: true)
    case .withdrawn:
      Notice(
        text: strings.staysNoticeWithdrawn(name: its.name),
        undo: its.id.map { TakeBackStay(side: .guest, request: $0, version: its.count).path })
    case .takenBack: Notice(text: strings.staysNoticeTakenBack(name: its.name))
    case .agreed: Notice(text: strings.staysNoticeAgreed(name: its.name))
    case .changed: Notice(text: strings.staysNoticeChanged)
    case .noRoom: Notice(text: strings.staysNoticeNoRoom)
    case .deleted:
      Notice(text: strings.staysNoticeDeleted(name: its.name), undo: its.id.map { "/requests/\($0)/restore" })
    case .restored: Notice(text: strings.staysNoticeRestored(name: its.name))
    case .severalDeleted:
      Notice(text: strings.staysNoticeDeletedAll(count: its.count), undo: "/requests/restore?at=\(its.moment)")
    case .severalRestored: Notice(text: strings.staysNoticeRestoredAll(count: its.count))
    case .accepted: Notice(text: strings.staysNoticeAccepted(name: its.name), undo: undoOfAnswer(its))
    case .declined: Notice(text: strings.staysNoticeDeclined(name: its.name), undo: undoOfAnswer(its))
    case .proposed: Notice(text: strings.staysNoticeProposed(name: its.name))
    case .published: Notice(text: strings.staysNoticePublished)
    case .saved: Notice(text: strings.staysNoticeSaved)
    case .blocked: Notice(text: strings.staysNoticeBlocked)
    case .wrote: Notice(text: strings.staysNoticeWrote)
    case .referred: Notice(text: strings.staysNoticeReferred)
    case .edited: Notice(text: strings.staysNoticeEdited)
    case .editedAccepted: Notice(text: strings.staysNoticeEditedAccepted)
    case .tasksSaved: Notice(text: strings.staysNoticeTasks)
    case .prepared:
      Notice(
        text: strings.staysNoticePrepared(count: its.count), undo: its.id.map { "/hosting/requests/\($0)/unprepare" })
    case .unprepared: Notice(text: strings.staysNoticeUnprepared)
    case .freed: Notice(text: strings.staysNoticeFreed, undo: its.id.map { BlockDatesAgain(id: $0).path })
    }
  }

  /// The count is the request's version after the answer.
  private func undoOfAnswer(_ its: NoticeCode) -> String? {
    its.id.map { TakeBackStay(side: .host, request: $0, version: its.count).path }
  }
}

extension NoticeCode {
  static var requestSent: Self { Self(StayNotice.sent) }
  static func requestWithdrawn(_ result: WithdrawStay.Result) -> Self {
    Self(StayNotice.withdrawn, result.undo.request, name: result.name, count: result.undo.version)
  }
  static func takenBack(name: String) -> Self { Self(StayNotice.takenBack, name: name) }
  static func requestAgreed(name: String) -> Self { Self(StayNotice.agreed, name: name) }
  static var requestChanged: Self { Self(StayNotice.changed) }
  static var messageSent: Self { Self(StayNotice.wrote) }
  static var referenceWritten: Self { Self(StayNotice.referred) }
  static func requestEdited(isAccepted: Bool) -> Self { Self(isAccepted ? StayNotice.editedAccepted : .edited) }
  static var tasksSaved: Self { Self(StayNotice.tasksSaved) }
  static func prepared(_ request: UUID, count: Int) -> Self { Self(StayNotice.prepared, request, count: count) }
  static var unprepared: Self { Self(StayNotice.unprepared) }
  static var requestNoRoom: Self { Self(StayNotice.noRoom) }
  static func requestDeleted(_ id: UUID, name: String) -> Self { Self(StayNotice.deleted, id, name: name) }
  static func requestRestored(name: String) -> Self { Self(StayNotice.restored, name: name) }
  static func requestsDeleted(count: Int, moment: Int) -> Self {
    Self(StayNotice.severalDeleted, count: count, moment: moment)
  }
  static func requestsRestored(count: Int) -> Self { Self(StayNotice.severalRestored, count: count) }
  static func requestAnswered(_ request: StayRequest, undo: TakeBackStay) -> Self {
    Self(
      request.state == .accepted ? StayNotice.accepted : .declined, undo.request, name: request.name.string,
      count: undo.version)
  }
  static func datesProposed(name: String) -> Self { Self(StayNotice.proposed, name: name) }
  static func listingSaved(isPublished: Bool) -> Self { Self(isPublished ? StayNotice.published : .saved) }
  static var datesBlocked: Self { Self(StayNotice.blocked) }
  static func datesFreed(_ undo: BlockDatesAgain) -> Self { Self(StayNotice.freed, undo.id) }
}
