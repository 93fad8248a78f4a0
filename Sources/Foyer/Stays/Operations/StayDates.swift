import CivilTime

/// The nights of a stay: it ends on the day of departure.
struct StayDates: Equatable {
  let arrival: CalendarDate
  let departure: CalendarDate

  /// How many guests a stay has.
  static let guests = 1...50
  private static let mostNights = 366

  /// - Parameter today: the member's day; no arrival is before it.
  func problems(today: CalendarDate) -> Problems {
    var problems = Problems()
    if arrival < today { problems.add("arrival", .past) }
    if departure <= arrival {
      problems.add("departure", .notAfter)
    } else if departure.days - arrival.days > Self.mostNights {
      problems.add("departure", .tooManyDays(Self.mostNights))
    }
    return problems
  }
}

/// The two sides of a request.
enum StaySide {
  case guest, host

  /// The path of a request's thread for this side.
  func path(of request: UUID) -> String { self == .guest ? "/requests/\(request)" : "/hosting/requests/\(request)" }
}
