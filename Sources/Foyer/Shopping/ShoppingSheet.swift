import HTTP
import Postgres
import QRCode

extension Shopping {
  /// The open lines on sheets of A4, with a code that opens the list.
  static func sheet(_ request: Request, _ context: Context) async throws -> Response {
    var batch = Batch()
    let query = ShoppingPage.Query(
      in: &batch, shop: ShoppingPage.shop(request.query), list: try ShoppingPage.list(request.query))
    let shown = try await query.read(try await context.query(batch), context)
    let sheet = ShoppingSheet(shown: shown, code: QRCode(request.origin + shown.path))
    return context.html(.shopping) { out, page in Views.Shopping.shopSheet(&out, page: page, sheet: sheet) }
  }
}

/// The list on paper.
struct ShoppingSheet {
  let shown: ShoppingPage
  let code: QRCode?
}

extension ShoppingPage {
  var printPath: String { path("/print") }
}
