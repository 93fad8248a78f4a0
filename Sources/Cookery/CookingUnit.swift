/// The units of recipes. The raw value is what is written after a number where no language is known.
public enum CookingUnit: String, CaseIterable, Sendable {
  case milligram = "mg"
  case gram = "g"
  case kilogram = "kg"
  case ounce = "oz"
  case pound = "lb"
  case millilitre = "ml"
  case centilitre = "cl"
  case decilitre = "dl"
  case litre = "l"
  case teaspoon = "tsp"
  case tablespoon = "tbsp"
  case cup
  case fluidOunce = "fl oz"
  case pint, quart, gallon
  case pinch, dash, drop, handful, knob
  case clove, slice, piece, bunch, sprig, stalk, head, leaf, stick
  case can, jar, bottle, package, bag
}
