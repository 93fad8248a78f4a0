import CivilTime
import HTTP
import Postgres

/// The form of the household's own listing: the input as typed, and its problems.
struct ListingForm {
  /// The listing's id, which its pictures' paths contain.
  var id: UUID?
  var name = ""
  var offer = ""
  var place = ""
  var address = ""
  var capacity = ""
  var isPublished = false
  /// The listing's present pictures.
  var storedPhotoID: UUID?
  var storedPlacePhotoID: UUID?
  /// The form's uploads: kept while other fields are corrected.
  var photoID: UUID?
  var placePhotoID: UUID?
  /// The version that the form was filled from; nil for a new listing.
  var version: Int?
  /// The values that it was filled from (`MergeBase`).
  var base = ""
  var errors = FormErrors()

  /// An empty form.
  init() {}

  /// The form as it was sent.
  init(_ form: Form) {
    name = form["name"] ?? ""
    offer = form["offer"] ?? ""
    place = form["place"] ?? ""
    address = form["address"] ?? ""
    capacity = form["capacity"] ?? ""
    isPublished = form["published"] == "true"
    photoID = form["photo_id"].flatMap { UUID($0.utf8) }
    placePhotoID = form["place_photo_id"].flatMap { UUID($0.utf8) }
    version = form["version"].flatMap { DigitReader.wholeNumber($0) }
    base = form["base"] ?? ""
  }

  /// The stored listing.
  init(_ row: Row) throws {
    id = try row["id"]
    name = try row["name"]
    offer = try row["offer"]
    place = try row["place"]
    address = try row["address"]
    capacity = String(try row["capacity"] as Int)
    isPublished = try row["published"]
    storedPhotoID = try row["photo_id"]
    storedPlacePhotoID = try row["place_photo_id"]
    version = try row["version"]
  }

  /// The values to store; nil, with `errors` set, when a field is invalid.
  mutating func draft(_ strings: Strings) -> ListingDraft? {
    errors.check("name", hasWords: name, atMost: 200, strings)
    errors.check("offer", offer, atMost: 10_000, strings)
    errors.check("place", place, atMost: 200, strings)
    errors.check("address", address, atMost: 1_000, strings)
    let room = Int(digits: capacity).flatMap { (1...50).contains($0) ? $0 : nil }
    if room == nil { errors.add("capacity", strings.staysCapacityInvalid(count: 50)) }
    guard errors.isEmpty, let room else { return nil }
    return ListingDraft(
      id: .v7(), name: name, offer: offer, place: place, address: address, capacity: room, isPublished: isPublished,
      photoID: photoID, placePhotoID: placePhotoID)
  }

  /// Whether the contents are equal, regardless of the version.
  func hasSameContent(as stored: ListingForm) -> Bool {
    (name, offer, place, address, capacity, isPublished)
      == (stored.name, stored.offer, stored.place, stored.address, stored.capacity, stored.isPublished)
      && (photoID == nil || photoID == stored.storedPhotoID)
      && (placePhotoID == nil || placePhotoID == stored.storedPlacePhotoID)
  }
}

struct ListingDraft {
  let id: UUID
  let name: String
  let offer: String
  let place: String
  let address: String
  let capacity: Int
  let isPublished: Bool
  /// Uploads that replace the present pictures.
  let photoID: UUID?
  let placePhotoID: UUID?
}

/// Days on which the host takes no guests.
struct BlockedDates {
  let id: UUID
  let dates: String

  init(_ row: Row, _ strings: Strings) throws {
    id = try row["id"]
    let (first, last): (CalendarDate, CalendarDate) = (try row["first_day"], try row["last_day"])
    dates = strings.dates(first, last)
  }
}

/// The form that blocks days, first and last included.
struct BlockedDatesForm {
  let id: UUID
  var from = ""
  var to = ""
  var errors = FormErrors()

  init(id: UUID = .v7()) { self.id = id }

  init(_ form: Form) throws {
    id = try form["id"].map(UUID.init(field:)) ?? .v7()
    from = form["from"] ?? ""
    to = form["to"] ?? ""
  }

  /// Nil, with `errors` set, when a field is invalid.
  mutating func operation(_ strings: Strings) -> BlockDates? {
    let (first, last) = (CalendarDate(from), CalendarDate(to))
    if first == nil { errors.add("from", strings.formDateInvalid) }
    if last == nil { errors.add("to", strings.formDateInvalid) }
    guard let first, let last else { return nil }
    let block = BlockDates(id: id, first: first, last: last)
    errors.add(block.problems, strings)
    return errors.isEmpty ? block : nil
  }
}

/// The host's answer to a request: the input as typed, and its problems.
struct AnswerForm {
  /// The id of the message that the words become if they are no answer's.
  var id = UUID.v7()
  var reply = ""
  var arrival = ""
  var departure = ""
  /// The version that the host has seen.
  var version: Int?
  var errors = FormErrors()

  /// The form as it is first shown.
  init() {}

  init(_ form: Form) throws {
    id = try form["id"].map(UUID.init(field:)) ?? .v7()
    reply = [form["reply"], form["message"]].compactMap(\.self).first { !$0.isEmpty } ?? ""
    arrival = form["arrival"] ?? ""
    departure = form["departure"] ?? ""
    version = form["version"].flatMap { DigitReader.wholeNumber($0) }
  }

  mutating func checkReply(_ strings: Strings) -> Bool {
    errors.check("message", reply, atMost: 10_000, strings)
    return errors.isEmpty
  }

  func message(of request: UUID) -> SendStayMessage {
    SendStayMessage(side: .host, request: request, id: id, body: reply)
  }

  /// The words in the box of the page's messages.
  var message: StayMessageForm {
    var form = StayMessageForm(id: id)
    form.message = reply
    if let error = errors["message"] { form.errors.add("message", error) }
    return form
  }
}
