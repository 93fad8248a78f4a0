import Postgres

/// The host's answer to a request, unless it has changed since the host has read it.
struct AnswerStay {
  let request: UUID
  /// The version that was read.
  let version: Int
  let isAccepted: Bool
  /// The words of the answer, or none: those that an answer has not shown become a message.
  let message: SendStayMessage

  private var state: StayState { isAccepted ? .accepted : .declined }

  func store(in batch: inout Batch) -> Batch.Key {
    batch.add(StayRequestQueries.answer(request, version: version, state, reply: message.words))
  }

  struct Result {
    /// The message that is left to be sent: words that neither the answer nor, where another member has answered the same, the
    /// first one's reply shows.
    let message: SendStayMessage?
    let undo: TakeBackStay
  }

  /// Nil if the request has changed, so that it is not answered.
  /// - Parameters:
  ///   - before: the request as it was read.
  ///   - now: the request after the answer.
  func result(_ results: Results, _ stored: Batch.Key, before: StayRequest, now: StayRequest) -> Result? {
    let isAnswered = results[stored].affected > 0
    // Otherwise the form was sent twice, or another member has answered the same.
    guard isAnswered || now.state == state else { return nil }
    let isShown = isAnswered ? message.body != before.reply.string : message.body == now.reply.string
    return Result(
      message: isShown || message.words == nil ? nil : message,
      undo: TakeBackStay(side: .host, request: request, version: now.version))
  }
}

/// The host's proposal of other dates, which the guest may accept; the request stays open.
struct ProposeDates {
  let request: UUID
  /// The version that was read.
  let version: Int
  let dates: StayDates
  let message: SendStayMessage

  func store(in batch: inout Batch) -> Batch.Key {
    batch.add(
      StayRequestQueries.propose(
        request, version: version, from: dates.arrival, to: dates.departure, reply: message.words))
  }

  struct Result {
    /// The message that is left to be sent.
    let message: SendStayMessage?
  }

  /// Nil if the request has changed, so that nothing is proposed.
  func result(_ results: Results, _ stored: Batch.Key, before: StayRequest, now: StayRequest) -> Result? {
    let isProposed = results[stored].affected > 0
    guard isProposed || now.proposal == dates else { return nil }
    let isShown =
      isProposed
      ? message.body != before.reply.string && before.proposal != dates : message.body == now.reply.string
    return Result(message: isShown || message.words == nil ? nil : message)
  }
}
