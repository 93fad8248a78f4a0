import Crypto
import HTTP

/// What a notice is about. After a redirect it travels in a cookie, as a code and never as a text to be shown as it is.
enum NoticeCode: Equatable {
  case itemAdded(title: String)
  case itemSaved
  case itemDeleted(UUID, title: String)
  case itemRestored(title: String)
  case itemDone(title: String)
  case itemOpen(title: String)
  case samplesLoaded(count: Int)
  case photoSaved
  case photoRemoved
  case signedOut

  func notice(_ strings: Strings) -> Notice {
    switch self {
    case .itemAdded(let title): Notice(text: strings.noticeItemAdded(title: title.shortened))
    case .itemSaved: Notice(text: strings.noticeItemSaved)
    case .itemDeleted(let id, let title):
      Notice(text: strings.noticeItemDeleted(title: title.shortened), undo: "/items/\(id)/restore")
    case .itemRestored(let title): Notice(text: strings.noticeItemRestored(title: title.shortened))
    case .itemDone(let title): Notice(text: strings.noticeItemDone(title: title.shortened))
    case .itemOpen(let title): Notice(text: strings.noticeItemOpen(title: title.shortened))
    case .samplesLoaded(let count): Notice(text: strings.noticeSamplesLoaded(count: count))
    case .photoSaved: Notice(text: strings.imagesPhotoSaved)
    case .photoRemoved: Notice(text: strings.imagesPhotoRemoved)
    case .signedOut: Notice(text: strings.noticeSignedOut)
    }
  }

  /// The cookie's value.
  var code: String {
    switch self {
    case .itemAdded(let title): "added.\(Self.encode(title))"
    case .itemSaved: "saved"
    case .itemDeleted(let id, let title): "deleted.\(id).\(Self.encode(title))"
    case .itemRestored(let title): "restored.\(Self.encode(title))"
    case .itemDone(let title): "done.\(Self.encode(title))"
    case .itemOpen(let title): "open.\(Self.encode(title))"
    case .samplesLoaded(let count): "loaded.\(count)"
    case .photoSaved: "photo-saved"
    case .photoRemoved: "photo-removed"
    case .signedOut: "signed-out"
    }
  }

  init?(code: String) {
    let parts = code.split(separator: ".", omittingEmptySubsequences: false)
    let title = parts.last.flatMap { Base64URL.decode($0) }.flatMap { String(validating: $0, as: UTF8.self) }
    switch (parts.first, parts.count, title) {
    case ("added", 2, let title?): self = .itemAdded(title: title)
    case ("saved", 1, _): self = .itemSaved
    case ("deleted", 3, let title?):
      guard let id = UUID(parts[1].utf8) else { return nil }
      self = .itemDeleted(id, title: title)
    case ("restored", 2, let title?): self = .itemRestored(title: title)
    case ("done", 2, let title?): self = .itemDone(title: title)
    case ("open", 2, let title?): self = .itemOpen(title: title)
    case ("loaded", 2, _):
      guard let count = DigitReader.wholeNumber(String(parts[1])) else { return nil }
      self = .samplesLoaded(count: count)
    case ("photo-saved", 1, _): self = .photoSaved
    case ("photo-removed", 1, _): self = .photoRemoved
    case ("signed-out", 1, _): self = .signedOut
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
