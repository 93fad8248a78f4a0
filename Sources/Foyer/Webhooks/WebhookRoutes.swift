import HTTP
import Postgres

/// A person's webhooks in the settings.
enum Webhooks {
  static func index(_ request: Request, _ context: Context) async throws -> Response {
    try await page(WebhookForm(), context)
  }

  /// Makes a webhook, whose key this answer alone shows.
  static func create(_ request: Request, _ context: Context) async throws -> Response {
    var form = try WebhookForm(try await context.form())
    guard let draft = form.draft(context.strings, context.app.configuration) else {
      return try await page(form, context)
    }
    let key = WebhookKey()
    var batch = Batch()
    let made = batch.add(WebhookQueries.insert(draft, key))
    let replaced = batch.add(WebhookQueries.replace(draft, key))
    batch.add(
      AccountEventQueries.insert(
        .webhookMade, detail: draft.url, by: context.client, if: WebhookQueries.isNew(draft.id)))
    let results = try await context.query(batch)
    guard results[made].affected + results[replaced].affected > 0 else {
      form.errors.add("", context.strings.webhooksTooMany(count: WebhookEntry.maximum))
      return try await page(form, context)
    }
    context.app.worker.start()
    var response = context.html(.settings) { out, page in
      Views.Webhooks.key(&out, page: page, url: draft.url, key: key.text)
    }
    // As that of a token.
    response.mayBeCompressed = false
    return response
  }

  static func delete(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    guard let url: String = try await context.query(WebhookQueries.url(id)).first?["url"] else {
      throw Failure.notFound
    }
    var batch: Batch = [
      AccountEventQueries.insert(.webhookEnded, detail: url, by: context.client, if: WebhookQueries.isOwn(id))
    ]
    let deleted = batch.add(WebhookQueries.delete(id))
    guard try await context.query(batch)[deleted].affected > 0 else { throw Failure.notFound }
    return context.redirect(to: "/settings/webhooks", notice: NoticeCode(WebhookNotice.deleted))
  }

  /// Sends a delivery once more: `delivery`, or the last one.
  static func again(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    let delivery = try await context.form()["delivery"].flatMap { $0.isEmpty ? nil : $0 }.map(UUID.init(field:))
    var batch = Batch()
    let isOwn = batch.add(WebhookQueries.url(id))
    let keys = WebhookQueries.sendAgain(id, delivery).map { batch.add($0) }
    let results = try await context.query(batch)
    guard !results[isOwn].isEmpty, delivery == nil || results[keys[0]].affected > 0 else { throw Failure.notFound }
    context.app.worker.start()
    let notice = results[keys[0]].affected > 0 ? WebhookNotice.again : .nothing
    return context.redirect(to: "/settings/webhooks", notice: NoticeCode(notice))
  }

  static func switchTo(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    let isOn = try await context.form()["on"] == "true"
    var batch = Batch()
    let isOwn = batch.add(WebhookQueries.url(id))
    for statement in isOn ? WebhookQueries.switchOn(id) : WebhookQueries.switchOff(id) { batch.add(statement) }
    guard try await !context.query(batch)[isOwn].isEmpty else { throw Failure.notFound }
    if isOn { context.app.worker.start() }
    return context.redirect(
      to: "/settings/webhooks", notice: NoticeCode(isOn ? WebhookNotice.on : .off))
  }

  private static func page(_ form: WebhookForm, _ context: Context) async throws -> Response {
    var batch = Batch()
    let (list, deliveries) = (batch.add(WebhookQueries.list()), batch.add(WebhookQueries.deliveries()))
    let results = try await context.query(batch)
    var hooks = try results[list].map { try WebhookEntry($0, context.strings) }
    for row in results[deliveries] {
      let hook: UUID = try row["webhook_id"]
      guard let index = hooks.firstIndex(where: { $0.id == hook }) else { continue }
      hooks[index].deliveries.append(try WebhookDelivery(row, context.strings))
    }
    return context.html(.settings, status: form.errors.isEmpty ? .ok : .unprocessableContent) { out, page in
      Views.Webhooks.webhooks(&out, page: page, hooks: hooks, form: form)
    }
  }
}

/// Messages after a change of webhooks.
enum WebhookNotice: String, NoticeKind {
  case deleted, again, nothing, on, off

  static let feature = "webhooks"

  func notice(_ its: NoticeCode, _ strings: Strings) -> Notice {
    switch self {
    case .deleted: Notice(text: strings.webhooksNoticeDeleted)
    case .again: Notice(text: strings.webhooksNoticeAgain)
    case .nothing: Notice(text: strings.webhooksNone)
    case .on: Notice(text: strings.webhooksNoticeOn)
    case .off: Notice(text: strings.webhooksNoticeOff)
    }
  }
}
