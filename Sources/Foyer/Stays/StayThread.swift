import CivilTime
import HTML
import Postgres

/// The messages and actions of both sides of a request, the newest entries or those before one of them, in their order.
struct StayThread {
  let entries: [StayEntry]
  /// The path of the entries before these.
  let earlier: String?

  /// - Parameters:
  ///   - rows: the newest first, one more than a page has.
  ///   - first: the request itself, which is the first entry.
  init(_ rows: Rows, first: StayEntry, path: String, _ strings: Strings) throws {
    let page = rows.prefix(StayThreadQueries.pageSize)
    let isWhole = rows.count == page.count
    let later = try page.reversed().map { try StayEntry($0, after: first, strings) }
    entries = isWhole ? [first] + later : later
    earlier = isWhole ? nil : try page.last.map { "\(path)?before=\(try $0["position"] as Int)" }
  }
}

/// A message, or what was done: dates that were changed or proposed, an answer.
struct StayEntry {
  let text: String?
  let body: Text
  let author: Text
  let isFromMe: Bool
  let time: (iso: String, text: String)
  private let names: (guest: Text, host: Text)

  /// The request as it was sent.
  init(asked row: Row, isHost: Bool, _ strings: Strings) throws {
    names = (try row["guest_name"], try row["listing_name"])
    (body, author, isFromMe) = (try row["message"], names.guest, !isHost)
    text = try row["state"] == StayState.question ? strings.staysEntryQuestion : strings.staysEntryAsked
    time = try Self.time(row, strings)
  }

  /// An entry after the request.
  init(_ row: Row, after first: StayEntry, _ strings: Strings) throws {
    let byHost: Bool = try row["by_host"]
    let written: Text = try row["author"]
    names = first.names
    // The first entry is the guest's.
    (body, isFromMe) = (try row["body"], byHost == !first.isFromMe)
    author = written.isEmpty ? (byHost ? names.host : names.guest) : written
    time = try Self.time(row, strings)
    let kind: String = try row["kind"]
    guard kind != "message" else {
      text = nil
      return
    }
    let dates = strings.dates(try row["arrival"], try row["departure"])
    let guests = strings.staysGuestCount(count: try row["guests"])
    text =
      switch kind {
      case "changed": strings.staysEntryChanged(dates: dates, guests: guests)
      case "needs": strings.eatersEntryNeeds
      case "proposed": strings.staysEntryProposed(dates: dates)
      case "agreed": strings.staysEntryAgreed(dates: dates)
      case "accepted": strings.staysEntryAccepted(dates: dates, guests: guests)
      case "declined": strings.staysEntryDeclined
      case "taken_back": strings.staysEntryTakenBack
      default: strings.staysEntryWithdrawn
      }
  }

  private static func time(_ row: Row, _ strings: Strings) throws -> (iso: String, text: String) {
    let at: Timestamp = try row["created_at"]
    return (at.iso8601, strings.text(at.local))
  }
}

/// The form of a message: its text as typed, and its problems.
struct StayMessageForm {
  let id: UUID
  var message = ""
  var errors = FormErrors()

  init(id: UUID = .v7()) { self.id = id }
}

/// The guest's profile for the host, while the request is open.
struct StayGuest {
  let photo: String?
  let place: Text?
  /// The guest's own listing, if it is published.
  let listing: String?
  let stays: Int
  let last: String?

  init(_ row: Row, _ request: UUID, _ strings: Strings) throws {
    let listingID: UUID? = try row["listing_id"]
    let listingPhoto: UUID? = try row["photo_id"]
    if try row["has_photo"] {
      photo = "/hosting/requests/\(request)/photo"
    } else if let listingID, let listingPhoto {
      photo = "/hosts/\(listingID)/thumbnail?v=\(listingPhoto)"
    } else {
      photo = nil
    }
    let town: Text? = try row["place"]
    place = town.flatMap { $0.isEmpty ? nil : $0 }
    listing = listingID.map { "/hosts/\($0)" }
    stays = try row["stays"]
    last = try (row["last_day"] as CalendarDate?).map { strings.date($0.civil) }
  }
}

/// The host's own nights in the months of a request.
struct HostNights {
  let months: [Month]

  struct Month {
    let title: String
    let weeks: [[Night?]]
  }

  struct Night {
    let number: Int
    let isToday: Bool
    let isAsked: Bool
    let isFull: Bool
    /// How many guests stay.
    let guests: Int
    /// The text that a screen reader announces after the number.
    let note: String?
  }

  init(_ rows: Rows, of request: StayRequest, today: CalendarDate, _ strings: Strings) throws {
    var stored: [CalendarDate: (guests: Int, isBlocked: Bool, isFull: Bool)] = [:]
    for row in rows { stored[try row["night"]] = (try row["guests"], try row["is_blocked"], try row["is_full"]) }
    let first = request.arrival.monthStart
    let last = CalendarDate(days: request.departure.days - 1).monthStart
    months = (first == last ? [first] : [first, first.nextMonth]).map { start in
      let weeks = start.weeksOfMonth { date in
        let night = stored[date] ?? (0, false, false)
        let isAsked = date >= request.arrival && date < request.departure
        let notes = [
          isAsked ? strings.staysNightAsked : nil, night.isBlocked ? strings.staysNightBlocked : nil,
          night.guests > 0 ? strings.staysGuestCount(count: night.guests) : nil,
          night.isFull && !night.isBlocked ? strings.staysNightFull : nil,
        ].compactMap { $0 }
        return Night(
          number: date.civil.day, isToday: date == today, isAsked: isAsked, isFull: night.isFull, guests: night.guests,
          note: notes.isEmpty ? nil : notes.joined(separator: ", "))
      }
      return Month(title: strings.month(start), weeks: weeks)
    }
  }
}
