import Crypto
import HTTP
import Postgres
import StrictJSON
import WebAuthn

/// The script's answers to challenges, and the answers to it.
enum PasskeyAnswers {
  /// The challenge that a browser claims to answer, which from now on is answered.
  static func answered(
    _ bytes: [UInt8], _ purpose: PasskeyChallenge.Purpose, _ context: Context
  ) async throws -> PasskeyChallenge {
    let clock = try await context.queryWithoutSession(PasskeyQueries.clock())[0]
    guard let browser = context.csrfToken,
      let challenge = try PasskeyChallenge(bytes, purpose, browser: browser, clock)
    else { throw Refusal("the challenge is not this browser's") }
    var batch: Batch = [PasskeyQueries.deleteExpired()]
    let answered = batch.add(PasskeyQueries.answer(challenge))
    guard try await context.queryWithoutSession(batch)[answered].affected > 0 else {
      throw Refusal("the challenge has ended or was answered before")
    }
    return challenge
  }

  /// The answer to a refused message: the same for every cause, which the log tells.
  static func answering(_ context: Context, _ answer: () async throws -> Response) async throws -> Response {
    do {
      return try await answer()
    } catch let problem as Refusal {
      context.app.log(
        .warning, "passkey_refused",
        ["reason": "\(problem)", "address": "\(context.request.remoteAddress)", "request": context.request.id])
      return refusal(context.strings.passkeyRefused)
    } catch Failure.tooMany(let seconds) {
      var response = refusal(context.strings.formRateLimited(count: (seconds + 59) / 60), status: .tooManyRequests)
      response.headers.set("Retry-After", "\(seconds)")
      return response
    }
  }

  static func refusal(_ message: String, status: Status = .unprocessableContent) -> Response {
    .json(["message": .string(message)], status: status)
  }
}
