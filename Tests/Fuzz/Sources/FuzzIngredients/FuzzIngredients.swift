import Cookery

/// Ingredient lines: nothing may trap, and an amount stays an amount when it is scaled.
#if FUZZER
  @_cdecl("LLVMFuzzerTestOneInput")
#endif
public func fuzzIngredients(_ data: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let text = String(decoding: UnsafeBufferPointer(start: data, count: count), as: UTF8.self)
  let lines = text.split(separator: "\n", omittingEmptySubsequences: true).prefix(20).map { IngredientLine(String($0)) }
  for line in lines {
    if let quantity = line.quantity {
      precondition(quantity.lower.isFinite && quantity.lower >= 0)
      if let upper = quantity.upper { precondition(upper.isFinite && upper >= quantity.lower) }
      _ = quantity.formatted(decimalSeparator: ",")
      _ = quantity.adding(quantity)
    }
    precondition(line.scaled(by: 1, decimalSeparator: ".") == line.text)
    for factor in [0.25, 1.5, 1000] { _ = IngredientLine(line.scaled(by: factor, decimalSeparator: ".")) }
  }
  let facts = RecipeFacts(lines: lines, statements: [text], hearsay: [])
  precondition(facts.allergens.count == Allergen.allCases.count && facts.diets.count == Diet.allCases.count)
  _ = IngredientLine(text).keys
  return 0
}
