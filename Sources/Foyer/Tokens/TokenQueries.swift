import Postgres

/// The table `access_tokens`, for the person whose they are.
enum TokenQueries {
  static func list() -> SQL {
    """
    SELECT id, name, scopes, created_at, expires_at, last_used_at, expires_at <= now() AS is_over FROM access_tokens
    WHERE household_id = current_household() AND person_id = current_person() ORDER BY id DESC
    """
  }

  /// The visitor's, by which calendar programs call them.
  static func email() -> SQL {
    "SELECT email FROM accounts WHERE household_id = current_household() AND person_id = current_person()"
  }

  /// Makes a token, unless the person has too many.
  static func insert(_ draft: TokenDraft, _ token: AccessToken) -> SQL {
    """
    INSERT INTO access_tokens (id, name, scopes, token_hash, expires_at)
    SELECT \(draft.id)::uuid, \(draft.name)::text, \(draft.scopes)::text, \(token.hash)::bytea,
      now() + make_interval(days => nullif(\(draft.days)::int, 0))
    WHERE (
      SELECT count(*) FROM access_tokens WHERE household_id = current_household() AND person_id = current_person()
    ) < \(TokenEntry.maximum)
    ON CONFLICT DO NOTHING
    """
  }

  /// Gives the row of a form that is sent again at once this token in place of the first one, whose answer nobody has seen:
  /// there is one row, and no program has used it.
  static func replace(_ draft: TokenDraft, _ token: AccessToken) -> SQL {
    """
    UPDATE access_tokens SET token_hash = \(token.hash)
    WHERE household_id = current_household() AND person_id = current_person() AND id = \(draft.id)
      AND token_hash <> \(token.hash) AND scopes = \(draft.scopes) AND last_used_at IS NULL
      AND created_at > now() - interval '5 minutes'
    """
  }

  /// The condition that the token is there, and was made by this transaction.
  static func isNew(_ token: AccessToken) -> SQL {
    """
    EXISTS (
      SELECT FROM access_tokens
      WHERE household_id = current_household() AND token_hash = \(token.hash) AND created_at = now())
    """
  }

  /// The condition that it is one of the visitor's own.
  static func isOwn(_ id: UUID) -> SQL {
    """
    EXISTS (SELECT FROM access_tokens WHERE household_id = current_household() AND person_id = current_person() AND id = \(id))
    """
  }

  static func name(_ id: UUID) -> SQL {
    "SELECT name FROM access_tokens WHERE household_id = current_household() AND person_id = current_person() AND id = \(id)"
  }

  static func delete(_ id: UUID) -> SQL {
    "DELETE FROM access_tokens WHERE household_id = current_household() AND person_id = current_person() AND id = \(id)"
  }

  /// The page says for 30 days that a token has ended. Each hour.
  static func deleteExpired() -> SQL {
    """
    DELETE FROM access_tokens WHERE token_hash = ANY (ARRAY(
      SELECT token_hash FROM access_tokens WHERE expires_at < now() - interval '30 days' LIMIT 1000 FOR UPDATE SKIP LOCKED))
    """
  }
}
