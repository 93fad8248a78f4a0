import Crypto
import HTTP

/// The notice of a change. After a redirect it travels in a cookie, as a code and never as text.
enum NoticeCode: Equatable {
  case itemAdded(UUID, title: String)
  case itemSaved(UUID)
  case itemDeleted(UUID, title: String)
  case itemRestored(title: String)
  case itemDone(title: String)
  case itemOpen(title: String)
  case severalChanged(count: Int)
  case severalDeleted(count: Int, moment: Int)
  case severalRestored(count: Int)
  case noneChosen
  case nameMissing
  case samplesLoaded(count: Int)
  case photoSaved
  case photoRemoved
  case signedOut
  /// Of a category or a tag.
  case label(LabelChange, LabelKind, UUID, name: String)

  case settingsSaved
  case passwordChanged
  case sessionEnded
  case otherSessionsEnded
  case householdSaved
  case invitationRevoked
  case householdJoined
  case householdLeft
  case accountDeleted

  // Stays
  case requestSent
  case requestWithdrawn(name: String)
  case requestAgreed(name: String)
  case requestChanged
  case requestNoRoom
  case requestDeleted(UUID, name: String)
  case requestRestored(name: String)
  case requestsDeleted(count: Int, moment: Int)
  case requestsRestored(count: Int)
  case requestAnswered(StayState, name: String)
  case datesProposed(name: String)
  case listingSaved(isPublished: Bool)
  case datesBlocked
  case datesFreed(UUID)

  case recipe(RecipeChange, UUID?, name: String)
  case recipesImported(count: Int)
  /// Ingredients were added as items.
  case shopping(UUID, count: Int)
  case shoppingUndone(count: Int)

  func notice(_ strings: Strings) -> Notice {
    switch self {
    case .itemAdded(_, let title): Notice(text: strings.noticeItemAdded(title: title.shortened))
    case .itemSaved: Notice(text: strings.noticeItemSaved)
    case .itemDeleted(let id, let title):
      Notice(text: strings.noticeItemDeleted(title: title.shortened), undo: "/items/\(id)/restore")
    case .itemRestored(let title): Notice(text: strings.noticeItemRestored(title: title.shortened))
    case .itemDone(let title): Notice(text: strings.noticeItemDone(title: title.shortened))
    case .itemOpen(let title): Notice(text: strings.noticeItemOpen(title: title.shortened))
    case .severalChanged(let count): Notice(text: strings.noticeSeveralChanged(count: count))
    case .severalDeleted(let count, let moment):
      Notice(text: strings.noticeSeveralDeleted(count: count), undo: "/items/restore?at=\(moment)")
    case .severalRestored(let count): Notice(text: strings.noticeSeveralRestored(count: count))
    case .noneChosen: Notice(text: strings.noticeNoneChosen)
    case .nameMissing: Notice(text: strings.noticeNameMissing)
    case .samplesLoaded(let count): Notice(text: strings.noticeSamplesLoaded(count: count))
    case .photoSaved: Notice(text: strings.imagesPhotoSaved)
    case .photoRemoved: Notice(text: strings.imagesPhotoRemoved)
    case .signedOut: Notice(text: strings.noticeSignedOut)
    case .label(let change, let kind, let id, let name):
      Notice(
        text: change.text(name.shortened, strings), undo: change == .deleted ? "\(kind.path)/\(id)/restore" : nil)

    case .settingsSaved: Notice(text: strings.settingsNoticeSaved)
    case .passwordChanged: Notice(text: strings.settingsNoticePassword)
    case .sessionEnded: Notice(text: strings.settingsNoticeSession)
    case .otherSessionsEnded: Notice(text: strings.settingsNoticeSessions)
    case .householdSaved: Notice(text: strings.householdNoticeSaved)
    case .invitationRevoked: Notice(text: strings.householdNoticeRevoked)
    case .householdJoined: Notice(text: strings.householdNoticeJoined)
    case .householdLeft: Notice(text: strings.householdNoticeLeft)
    case .accountDeleted: Notice(text: strings.settingsNoticeDeleted)

    case .requestSent: Notice(text: strings.staysSent, isAlert: true)
    case .requestWithdrawn(let name): Notice(text: strings.staysNoticeWithdrawn(name: name.shortened))
    case .requestAgreed(let name): Notice(text: strings.staysNoticeAgreed(name: name.shortened))
    case .requestChanged: Notice(text: strings.staysNoticeChanged)
    case .requestNoRoom: Notice(text: strings.staysNoticeNoRoom)
    case .requestDeleted(let id, let name):
      Notice(text: strings.staysNoticeDeleted(name: name.shortened), undo: "/requests/\(id)/restore")
    case .requestRestored(let name): Notice(text: strings.staysNoticeRestored(name: name.shortened))
    case .requestsDeleted(let count, let moment):
      Notice(text: strings.staysNoticeDeletedAll(count: count), undo: "/requests/restore?at=\(moment)")
    case .requestsRestored(let count): Notice(text: strings.staysNoticeRestoredAll(count: count))
    case .requestAnswered(let state, let name):
      Notice(
        text: state == .accepted
          ? strings.staysNoticeAccepted(name: name.shortened) : strings.staysNoticeDeclined(name: name.shortened))
    case .datesProposed(let name): Notice(text: strings.staysNoticeProposed(name: name.shortened))
    case .listingSaved(let isPublished):
      Notice(text: isPublished ? strings.staysNoticePublished : strings.staysNoticeSaved)
    case .datesBlocked: Notice(text: strings.staysNoticeBlocked)
    case .datesFreed(let id): Notice(text: strings.staysNoticeFreed, undo: "/hosting/blocked-dates/\(id)/restore")

    case .recipe(let change, let id, let name):
      Notice(
        text: change.text(name.shortened, strings),
        undo: change == .deleted ? id.map { "/recipes/\($0)/restore" } : nil)
    case .recipesImported(let count): Notice(text: strings.recipesNoticeImported(count: count))
    case .shopping(_, 0): Notice(text: strings.recipesNoticeShoppingThere)
    case .shopping(let id, let count):
      Notice(
        text: strings.recipesNoticeShopping(count: count), undo: "/recipes/shopping/\(id)/restore", isAddition: true)
    case .shoppingUndone(let count): Notice(text: strings.recipesNoticeShoppingUndone(count: count))
    }
  }

  /// The item that the list shows and marks.
  var item: UUID? {
    switch self {
    case .itemAdded(let id, _), .itemSaved(let id): id
    default: nil
    }
  }

  /// The category or tag that its list shows and marks.
  var label: UUID? {
    if case .label(let change, _, let id, _) = self, change != .deleted { id } else { nil }
  }

  /// The cookie's value.
  var code: String {
    switch self {
    case .itemAdded(let id, let title): "added.\(id).\(Self.encode(title))"
    case .itemSaved(let id): "saved.\(id)"
    case .itemDeleted(let id, let title): "deleted.\(id).\(Self.encode(title))"
    case .itemRestored(let title): "restored.\(Self.encode(title))"
    case .itemDone(let title): "done.\(Self.encode(title))"
    case .itemOpen(let title): "open.\(Self.encode(title))"
    case .severalChanged(let count): "several.\(count)"
    case .severalDeleted(let count, let moment): "several-deleted.\(count).\(moment)"
    case .severalRestored(let count): "several-restored.\(count)"
    case .noneChosen: "none-chosen"
    case .nameMissing: "name-missing"
    case .samplesLoaded(let count): "loaded.\(count)"
    case .photoSaved: "photo-saved"
    case .photoRemoved: "photo-removed"
    case .signedOut: "signed-out"
    case .label(let change, let kind, let id, let name):
      "label.\(change.rawValue).\(kind.rawValue).\(id).\(Self.encode(name))"

    case .settingsSaved: "settings-saved"
    case .passwordChanged: "password-changed"
    case .sessionEnded: "session-ended"
    case .otherSessionsEnded: "other-sessions-ended"
    case .householdSaved: "household-saved"
    case .invitationRevoked: "invitation-revoked"
    case .householdJoined: "household-joined"
    case .householdLeft: "household-left"
    case .accountDeleted: "account-deleted"

    case .requestSent: "stay-sent"
    case .requestWithdrawn(let name): "stay-withdrawn.\(Self.encode(name))"
    case .requestAgreed(let name): "stay-agreed.\(Self.encode(name))"
    case .requestChanged: "stay-changed"
    case .requestNoRoom: "stay-no-room"
    case .requestDeleted(let id, let name): "stay-deleted.\(id).\(Self.encode(name))"
    case .requestRestored(let name): "stay-restored.\(Self.encode(name))"
    case .requestsDeleted(let count, let moment): "stays-deleted.\(count).\(moment)"
    case .requestsRestored(let count): "stays-restored.\(count)"
    case .requestAnswered(let state, let name): "stay-answered.\(state.rawValue).\(Self.encode(name))"
    case .datesProposed(let name): "stay-proposed.\(Self.encode(name))"
    case .listingSaved(let isPublished): isPublished ? "listing-published" : "listing-saved"
    case .datesBlocked: "dates-blocked"
    case .datesFreed(let id): "dates-freed.\(id)"

    case .recipe(let change, let id, let name):
      "recipe.\(change.rawValue).\(id.map { "\($0)" } ?? "").\(Self.encode(name))"
    case .recipesImported(let count): "recipes-imported.\(count)"
    case .shopping(let id, let count): "shopping.\(id).\(count)"
    case .shoppingUndone(let count): "shopping-undone.\(count)"
    }
  }

  init?(code: String) {
    let parts = code.split(separator: ".", omittingEmptySubsequences: false)
    let title = parts.last.flatMap { Base64URL.decode(String($0)) }.flatMap { String(validating: $0, as: UTF8.self) }
    switch (parts.first, parts.count, title) {
    case ("added", 3, let title?):
      guard let id = UUID(parts[1].utf8) else { return nil }
      self = .itemAdded(id, title: title)
    case ("saved", 2, _):
      guard let id = UUID(parts[1].utf8) else { return nil }
      self = .itemSaved(id)
    case ("deleted", 3, let title?):
      guard let id = UUID(parts[1].utf8) else { return nil }
      self = .itemDeleted(id, title: title)
    case ("restored", 2, let title?): self = .itemRestored(title: title)
    case ("done", 2, let title?): self = .itemDone(title: title)
    case ("open", 2, let title?): self = .itemOpen(title: title)
    case ("loaded", 2, _):
      guard let count = DigitReader.wholeNumber(String(parts[1])) else { return nil }
      self = .samplesLoaded(count: count)
    case ("several", 2, _):
      guard let count = Int(digits: String(parts[1])) else { return nil }
      self = .severalChanged(count: count)
    case ("several-deleted", 3, _):
      guard let count = Int(digits: String(parts[1])), let moment = Int(digits: String(parts[2])) else { return nil }
      self = .severalDeleted(count: count, moment: moment)
    case ("several-restored", 2, _):
      guard let count = Int(digits: String(parts[1])) else { return nil }
      self = .severalRestored(count: count)
    case ("none-chosen", 1, _): self = .noneChosen
    case ("name-missing", 1, _): self = .nameMissing
    case ("photo-saved", 1, _): self = .photoSaved
    case ("photo-removed", 1, _): self = .photoRemoved
    case ("signed-out", 1, _): self = .signedOut
    case ("label", 5, let name?):
      guard let change = LabelChange(rawValue: String(parts[1])), let kind = LabelKind(rawValue: String(parts[2])),
        let id = UUID(parts[3].utf8)
      else { return nil }
      self = .label(change, kind, id, name: name)

    case ("settings-saved", 1, _): self = .settingsSaved
    case ("password-changed", 1, _): self = .passwordChanged
    case ("session-ended", 1, _): self = .sessionEnded
    case ("other-sessions-ended", 1, _): self = .otherSessionsEnded
    case ("household-saved", 1, _): self = .householdSaved
    case ("invitation-revoked", 1, _): self = .invitationRevoked
    case ("household-joined", 1, _): self = .householdJoined
    case ("household-left", 1, _): self = .householdLeft
    case ("account-deleted", 1, _): self = .accountDeleted

    case ("stay-sent", 1, _): self = .requestSent
    case ("stay-withdrawn", 2, let name?): self = .requestWithdrawn(name: name)
    case ("stay-agreed", 2, let name?): self = .requestAgreed(name: name)
    case ("stay-changed", 1, _): self = .requestChanged
    case ("stay-no-room", 1, _): self = .requestNoRoom
    case ("stay-deleted", 3, let name?):
      guard let id = UUID(parts[1].utf8) else { return nil }
      self = .requestDeleted(id, name: name)
    case ("stay-restored", 2, let name?): self = .requestRestored(name: name)
    case ("stays-deleted", 3, _):
      guard let count = Int(digits: String(parts[1])), let moment = Int(digits: String(parts[2])) else { return nil }
      self = .requestsDeleted(count: count, moment: moment)
    case ("stays-restored", 2, _):
      guard let count = Int(digits: String(parts[1])) else { return nil }
      self = .requestsRestored(count: count)
    case ("stay-answered", 3, let name?):
      guard let state = StayState(rawValue: String(parts[1])) else { return nil }
      self = .requestAnswered(state, name: name)
    case ("stay-proposed", 2, let name?): self = .datesProposed(name: name)
    case ("listing-published", 1, _): self = .listingSaved(isPublished: true)
    case ("listing-saved", 1, _): self = .listingSaved(isPublished: false)
    case ("dates-blocked", 1, _): self = .datesBlocked
    case ("dates-freed", 2, _):
      guard let id = UUID(parts[1].utf8) else { return nil }
      self = .datesFreed(id)

    case ("recipe", 4, let name?):
      guard let change = RecipeChange(rawValue: String(parts[1])) else { return nil }
      self = .recipe(change, UUID(parts[2].utf8), name: name)
    case ("recipes-imported", 2, _):
      guard let count = Int(digits: String(parts[1])) else { return nil }
      self = .recipesImported(count: count)
    case ("shopping", 3, _):
      guard let id = UUID(parts[1].utf8), let count = Int(digits: String(parts[2])) else { return nil }
      self = .shopping(id, count: count)
    case ("shopping-undone", 2, _):
      guard let count = Int(digits: String(parts[1])) else { return nil }
      self = .shoppingUndone(count: count)

    default: return nil
    }
  }

  private static func encode(_ title: String) -> String { Base64URL.encode(Array(title.shortened.utf8)) }
}

extension String {
  /// The text, or its first 60 characters and an ellipsis.
  fileprivate var shortened: String {
    let start = unicodeScalars.prefix(61)
    return start.count <= 60 ? self : String(start.dropLast()) + "…"
  }
}
