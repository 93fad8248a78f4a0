import Crypto
import HTTP
import Postgres

/// Answers that are kept under the key of their request (`Idempotency-Key`), so that a request that is sent again, because its
/// answer was lost, is done once. What is done twice all the same, when a program is killed between the change and its note, adds
/// no second row: the id of a row follows from the key.
enum AnswerKeys {
  /// Code points of a key at most.
  static let longest = 200

  /// The reason why a text is no key: to answer as if there were none would add a row twice.
  static func problem(of key: String) -> APIReason? {
    key.isEmpty || key.isLonger(than: longest) ? .noKey(longest) : nil
  }

  static func once(_ key: String, _ call: Call, _ run: (Call) async throws -> Response) async throws -> Response {
    let context = call.context
    let token = context.credentialHash ?? []
    let digest = sha256(
      Array("\(context.request.method.name) \(call.path) \(call.id.map { "\($0)" } ?? "")\n".utf8)
        + call.body.bytes)
    var batch: Batch = [
      AnswerQueries.deleteOld(), AnswerQueries.claim(key, digest, token: token),
    ]
    let found = batch.add(AnswerQueries.find(key, token: token))
    guard let row = try await context.query(batch)[found].first else { throw APIProblem(.conflict) }
    guard try row["digest"] == digest else { throw APIProblem(.unprocessableContent, .keyUsed) }
    if let status: Int = try row["status"] {
      let (body, location, version): (String, String?, String?) = (
        try row["body"], try row["location"], try row["version"]
      )
      var response =
        body.isEmpty
        ? Response(status: Status(code: status, reason: ""))
        : context.json(body, status: Status(code: status, reason: ""))
      if let location { response.headers.set("Location", location) }
      if let version { response.headers.set("ETag", version) }
      response.headers.set("Idempotent-Replayed", "true")
      return response
    }
    // Another request with the key is under way.
    if try !(row["is_own"] as Bool) { throw APIProblem(.conflict, detail: .underWay) }
    let response: Response
    do {
      response = try await run(call)
    } catch {
      // It can be corrected and sent again.
      _ = try? await context.query(AnswerQueries.release(key, token: token))
      throw error
    }
    let body = if case .bytes(let bytes) = response.body { String(decoding: bytes, as: UTF8.self) } else { "" }
    try await context.query(
      AnswerQueries.keep(
        key, token: token, status: response.status.code, body,
        location: response.headers["location"], version: response.headers["etag"]))
    return response
  }
}

/// Queries of the table `program_answers`.
private enum AnswerQueries {
  /// A key whose request was not answered within a minute is free again: its program was killed.
  static func claim(_ key: String, _ digest: [UInt8], token: [UInt8]) -> SQL {
    """
    INSERT INTO program_answers AS known (token_hash, key, digest) VALUES (\(token), \(key), \(digest))
    ON CONFLICT (household_id, token_hash, key) DO UPDATE SET claimed_at = now()
    WHERE known.status IS NULL AND known.digest = excluded.digest AND known.claimed_at < now() - interval '1 minute'
    """
  }

  static func find(_ key: String, token: [UInt8]) -> SQL {
    """
    SELECT digest, status, body, location, version, claimed_at = now() AS is_own FROM program_answers
    WHERE household_id = current_household() AND token_hash = \(token) AND key = \(key)
    """
  }

  static func keep(_ key: String, token: [UInt8], status: Int, _ body: String, location: String?, version: String?)
    -> SQL
  {
    """
    UPDATE program_answers SET status = \(status), body = \(body), location = \(optional: location), version = \(optional: version)
    WHERE household_id = current_household() AND token_hash = \(token) AND key = \(key)
    """
  }

  static func release(_ key: String, token: [UInt8]) -> SQL {
    """
    DELETE FROM program_answers
    WHERE household_id = current_household() AND token_hash = \(token) AND key = \(key) AND status IS NULL
    """
  }

  /// Those of the household that are older than 48 hours.
  static func deleteOld() -> SQL {
    """
    DELETE FROM program_answers WHERE household_id = current_household() AND (token_hash, key) IN (
      SELECT token_hash, key FROM program_answers
      WHERE household_id = current_household() AND claimed_at < now() - interval '48 hours'
      ORDER BY claimed_at LIMIT 20 FOR UPDATE SKIP LOCKED)
    """
  }
}
