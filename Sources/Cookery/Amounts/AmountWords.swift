/// The words of amounts: numerals, and what stands beside numbers.
extension AmountReader {
  /// Of a numeral's value, which is a multiple of ½.
  static func exact(_ numeral: Double) -> Rational { Rational(Int(numeral * 2), 2) ?? Rational(1) }

  static let numerals: [String: Double] = {
    var table: [String: Double] = [:]
    let rows: [(Double, String)] = [
      (
        0.5,
        "half, demi, demie, halbe, halber, halbes, half, halv, halvt, meia, meio, media, medio, mezzo, mezza, половина, половинка, пол, halve"
      ),
      (1, "a, an, one, un, une, ein, eine, einen, einer, один, одна, одно, 한, 하나, uno, una, um, uma, ett, een"),
      (2, "two, deux, zwei, два, две, 두, 둘, due, dos, dois, duas, två, twee, couple, пара, пару"),
      (3, "three, trois, drei, три, 세, 셋, tre, tres, três, drie"),
      (4, "four, quatre, vier, четыре, 네, 넷, quattro, cuatro, quatro, fyra"),
      (5, "five, cinq, fünf, пять, 다섯, cinque, cinco, vijf"), (6, "six, sechs, шесть, 여섯, sei, seis"),
      (8, "eight, huit, acht, восемь"),
      (10, "ten, zehn, десять, 열"), (12, "dozen, douzaine, dutzend"),
    ]
    for (number, words) in rows {
      for word in words.split(separator: ",") { table[Fold.words(of: String(word))[0]] = number }
    }
    return table
  }()
  /// Numbers that are counted themselves: "2 dozen eggs", "une vingtaine de feuilles".
  static let dozens: [String: Int] = {
    var table: [String: Int] = [:]
    for (size, words) in [
      (12, "dozen, dozens, douzaine, douzaines, дюжина, дюжины, дюжин, дюжину, 다스"),
      (10, "dizaine, dizaines, десяток, десятка, десятков"), (15, "quinzaine, quinzaines"),
      (20, "vingtaine, vingtaines"),
      (30, "trentaine, trentaines"), (50, "cinquantaine"), (100, "centaine, centaines, сотня"), (6, "полдюжины"),
      (5, "полдесятка"),
    ] {
      for word in Words.folded(words) { table[word] = size }
    }
    return table
  }()
  static let few: Set<String> = ["peu", "wenig", "poco", "pouco", "bit", "few", "little", "beetje", "paar"]
  static let articles: Set<String> = ["a", "an", "un", "une", "ein", "eine", "of", "the"]
  static let less: Set<String> = ["less", "minus", "moins", "минус"]
  static let plus = Words.folded("plus, and, et, und, и")
  static let ranges = Words.folded("to, a, à, or, ou, bis, oder, до, или, o, til, till, tot, eller, of, ad, 에서")
  static let about = Words.folded(
    "about, entre, between, между, ок, approx, approximately, roughly, around, circa, ca, env, environ, etwa, ungefähr, около, примерно, 약, scant, heaping, generous, a peu pres, cerca, total, approximativement, some, nearly, almost"
  ).subtracting(["a"])
  static let each = Words.folded(
    "each, per, chacun, chacune, je, pro, chaque, каждый, каждая, каждое, stück, cada, ciascuno, cadauno, 씩")
}
