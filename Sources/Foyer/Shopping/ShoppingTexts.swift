/// Texts of Public/shopping.js about a number of changes. It has no grammar: a text comes for 1, for 2 and for 5, and
/// the browser's plural rules choose.
extension Strings {
  private func forms(_ text: (Int) -> String) -> String { [1, 2, 5].map(text).joined(separator: "|") }

  var shoppingKeptForms: String { forms { shoppingKept(count: $0) } }
  var shoppingPastedForms: String { forms { shoppingPasted(count: $0) } }
  var shoppingFailingForms: String { forms { shoppingFailing(count: $0) } }
  var shoppingSignInForms: String { forms { shoppingSignIn(count: $0) } }
  var shoppingBasketForms: String { forms { shoppingBasket(count: $0) } }
}
