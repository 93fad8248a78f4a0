extension Feature {
  /// Every feature, in the order in which pages name them. Nothing else lists them.
  static let all: [Feature] = [
    today, welcome, capture, items, repeats, labels, stays, recipes, plan, shopping, finish, calendar, feeds, tokens,
    webhooks, api, mcp,
    calDAV,
    reminders,
    push,
    digests,
    household,
    eaters,
    moveIn, takeOut, trash, settings, security, accounts, signUps, addresses, passwordResets, passkeys, secondFactors,
    openID,
    unsent,
    images, search, events, admin, health, metrics,
  ]
}
