/// The units of recipes. The raw value is the abbreviation where the language is unknown.
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
  case dessertspoon = "dsp"
  case cup
  case fluidOunce = "fl oz"
  /// A quarter of a pint, whichever pint that is.
  case gill
  case pint, quart, gallon
  case pinch, dash, drop, handful, knob
  case clove, slice, piece, bunch, sprig, stalk, head, leaf, stick, cube
  case can, jar, bottle, package, bag

  /// Units of one kind can be added; `factor` is the size in the kind's smallest.
  enum Kind: Equatable { case mass, imperialMass, volume, spoons, imperialVolume, count(CookingUnit) }

  var kind: Kind {
    switch self {
    case .milligram, .gram, .kilogram: .mass
    case .ounce, .pound: .imperialMass
    case .millilitre, .centilitre, .decilitre, .litre: .volume
    case .teaspoon, .dessertspoon, .tablespoon, .cup: .spoons
    case .fluidOunce, .gill, .pint, .quart, .gallon: .imperialVolume
    default: .count(self)
    }
  }

  var factor: Double {
    switch self {
    case .gram: 1000
    case .kilogram: 1_000_000
    case .pound: 16
    case .centilitre: 10
    case .decilitre: 100
    case .litre: 1000
    case .dessertspoon: 2
    case .tablespoon: 3
    case .cup: 48
    case .gill: 4
    case .pint: 16
    case .quart: 32
    case .gallon: 128
    default: 1
    }
  }

  private static let stored = StoredNames<CookingUnit>()

  /// The unit of a raw value that a row has.
  init?(stored name: UnsafeBufferPointer<UInt8>) {
    guard let unit = Self.stored.value(name) else { return nil }
    self = unit
  }

  /// Written with decimals ("1.5 kg") rather than with ½.
  var isMetric: Bool { kind == .mass || kind == .volume }
  /// Whether an amount in this unit may follow one in the other, as its remainder: 1 kg 200 g.
  func isPart(of other: CookingUnit) -> Bool { isMeasure && kind == other.kind && factor < other.factor }

  var isMeasure: Bool {
    if case .count = kind { return false }
    return true
  }

  /// Whether it holds something, so that a weight behind it is that of one: "2 cans (400 g)".
  var isContainer: Bool { [.can, .jar, .bottle, .package, .bag].contains(self) }

  /// The unit for a folded text, with its words separated by spaces: "c a s", "ст л", "tablespoons".
  static func named(_ words: some Collection<String>) -> CookingUnit? {
    if words.count == 1, let word = words.first { return table[word] ?? table[Stem.of(word)] }
    return table[words.map { Stem.of($0) }.joined(separator: " ")]
  }
  /// The most words in the name of a unit that begins with a folded word.
  static func longestName(beginningWith word: String) -> Int { beginnings.contains(Stem.of(word)) ? 4 : 1 }

  /// Of the names of several words.
  private static let beginnings = Set(
    table.keys.map { $0.split(separator: " ") }.filter { $0.count > 1 }.map { Stem.of(String($0[0])) })

  private static let table: [String: CookingUnit] = {
    var table: [String: CookingUnit] = [:]
    for (unit, names) in names {
      for name in names.split(separator: ",") {
        let words = Fold.words(of: String(name))
        table[words.joined(separator: " ")] = unit
        table[words.map { Stem.of($0) }.joined(separator: " ")] = unit
      }
    }
    return table
  }()

  private static let names: [(CookingUnit, String)] = [
    (.milligram, "mg, milligram, milligramme, мг"),
    (.gram, "g, gr, grs, gm, gms, gram, gramme, gramm, grammo, grammi, gramo, grama, г, гр, грамм, 그램, 그람"),
    (.kilogram, "kg, kgs, kilo, kilogram, kilogramme, kilogramm, quilo, кг, кило, килограмм, 킬로, 킬로그램"),
    (.ounce, "oz, ozs, ounce, once, unze, унция, 온스"),
    (.pound, "lb, lbs, pound, livre, pfund, pond, libra, libbra, фунт, 파운드"),
    (.millilitre, "ml, millilitre, milliliter, millilitro, mililitro, cc, мл, миллилитр, 밀리리터, 미리"),
    (.centilitre, "cl, centilitre, centiliter, centilitro, сл"),
    (.decilitre, "dl, decilitre, deciliter, decilitro, дл"),
    (.litre, "l, litre, liter, litro, litri, ltr, lt, л, литр, 리터"),
    (
      .teaspoon,
      """
      tsp, tsps, ts, teaspoon, teaspoonful, petite cuillere, petite cuilleree, c a c, c a cafe, c c, cc a c, cac, c cafe, cuillere a cafe, cuilleree a cafe, cuil a cafe, cuillere cafe, cuill a cafe, cuil a c, cuill a c, cuillere a c,
      cuillere a the, c a the, cuil a the, tl, teeloffel, teeloeffel, tsk, tesked, teskje, teske, theelepel, theel, cucchiaino, cucchiaini, cucharadita, cucharaditas, cdta, cdita,
      colher cha, colher de cha, colheres de cha, colheres cha, чл, ч л, чайная ложка, чайные ложки, чайных ложек, чайной ложки, чайную ложку, ч ложка, ч ложки, ч ложку, ч ложек,
      чайн л, чайная л, чайные л, чайных л, чайн ложка, чайн ложки, ч ложечка, кофейная ложка, кофейные ложки, кофейных ложек, кофейной ложки, коф л, 작은술, 티스푼, 찻숟가락, 작은스푼, 차스푼
      """
    ),
    (
      .tablespoon,
      """
      tbsp, tbsps, tbs, tb, tbl, tblsp, tablespoon, tablespoonful, spoonful, cuillere, cuilleree, grande cuillere, grande cuilleree, ложка, ложки, ложек, ложку, c a s, c a soupe, c s, cs, cas, c soupe, c a table, cuil a s, cuill a s, cuillere a s, cuillere a table, cuillere a soupe, cuilleree a soupe, cuil a soupe, cuillere soupe, cuill a soupe,
      el, essloffel, essloeffel, msk, matsked, matskedar, spsk, spiseskefuld, spiseskje, spiseskjeer, spiseske, ss, eetlepel, eetl, cucchiaio, cucchiai, cucharada, cda, cucharada sopera, colher sopa, colher de sopa, colheres de sopa, colheres sopa,
      стл, ст л, столовая ложка, столовые ложки, столовых ложек, столовой ложки, столовую ложку, ст ложка, ст ложки, ст ложку, ст ложек,
      с л, стол л, столовая л, столовые л, столовых л, стол ложка, стол ложки, стол ложек, 큰술, 테이블스푼, 숟가락, 스푼, 숟갈, 밥숟가락, 큰스푼
      """
    ),
    (
      .dessertspoon,
      """
      dsp, dssp, dstspn, dessertspoon, dessert spoon, dessertspoonful, c a d, c a dessert, c dessert, cuillere a dessert, cuilleree a dessert, cuil a dessert, cuill a dessert,
      cuillere dessert, cuillere a entremets, dessertloffel, dessertlepel, dessertsked, dessertske, dessertskje, cucharada de postre, colher de sobremesa, colheres de sobremesa,
      дес л, десл, дес ложка, дес ложки, дес ложек, десерт л, д л, десертная ложка, десертные ложки, десертных ложек, десертной ложки, десертную ложку, десертная л, десертных л, 디저트스푼
      """
    ),
    (
      .cup,
      "cup, c, tasse, tasses, tazza, tazze, taza, tazas, xicara, xicaras, xicara cha, xicaras cha, kopp, kop, kopje, glass, glasses, mug, teacup, wineglass, стакан, стакана, стаканов, стак, кружка, кружки, кружек, чашка, чашки, чашек, ст, 컵, 종이컵"
    ),
    (
      .fluidOunce,
      "fl oz, floz, fluid ounce, fluid oz, once liquide, жидкая унция, жидкие унции, жидких унций, жидкой унции, жидкую унцию, 액량온스, 액상온스"
    ),
    (.gill, "gill, джилл, джилла, джиллов"), (.pint, "pint, pt, pinte, chopine, пинта, пинты, пинт, пинту, 파인트"),
    (.quart, "quart, qt, quarte, кварта, кварты, кварт, кварту, 쿼트"),
    (.gallon, "gallon, gal, галлон, галлона, галлонов, 갤런"),
    (
      .pinch,
      "pinch, pincee, pointe de couteau, prise, messerspitze, prise, pizzico, pizca, pitada, nypa, knivspids, klype, snufje, щепотка, щепотки, щепоток, щепотку, щепоть, щеп, 꼬집, 자밤, msp"
    ),
    (
      .dash,
      "dash, splash, sprinkle, sprinkling, trait, filet, drizzle, schuss, spritzer, skvatt, skvis, chorro, chorrito, glug, squeeze, squirt, smidgen, larme, nuage, soupcon, 바퀴"
    ),
    (.drop, "drop, goutte, tropfen, goccia, gocce, gota, droppe, druppel, капля, капли, капель, 방울"),
    (
      .handful,
      "handful, poignee, handvoll, manciata, punado, handfull, handvol, handje, håndfuld, neve, горсть, горсти, горстка, 줌, 움큼"
    ),
    (.knob, "knob, stuckchen"),
    (
      .clove,
      "clove, gousse, gousses, zehe, zehen, knoblauchzehe, spicchio, spicchi, diente, dientes, dente, dentes, klyfta, klyftor, fed, fedd, teen, teentje, tenen, зубчик, зубчика, зубчиков, зубок, зубка, зубков, зубца, зуб, долька, дольки, долек, 쪽, 톨"
    ),
    (
      .slice,
      "slice, tranche, rondelle, scheibe, scheiben, fetta, fette, loncha, rebanada, rodaja, fatia, skiva, skivor, skive, skiver, plak, plakje, plakjes, sneetje, ломтик, ломтика, ломтиков, кусочек, кусочка, кусочков, кружок, rasher, 장, 슬라이스"
    ),
    (
      .piece,
      "tasse a cafe, tasse a the, tasse a moka, tasse cafe, piece, pc, pcs, ea, each, unite, stuck, stk, st, stuk, stuks, pezzo, pezzi, pieza, unidad, unidade, ud, uds, шт, штук, штука, штуки, штуку, кусок, куска, кусков, тушка, тушки, тушек, стручок, стручка, стручков, шарик, шарика, шариков, 개, 개분, 알, 마리, 조각, 토막, 송이, 덩이, 덩어리, 공기, 그릇, 접시, 대접, 국자, 줄, 인분, 근, 판, 도막"
    ),
    (
      .bunch,
      "bunch, botte, bouquet, bund, mazzo, mazzetto, manojo, molho, maco, knippe, bundt, bosje, пучок, пучка, пучков, пуч, 단, 묶음, 다발"
    ),
    (
      .sprig,
      "sprig, brin, branche, zweig, zweige, stiel, stiele, rametto, rametti, ramita, ramo, raminho, kvist, kvistar, kviste, takje, takjes, веточка, веточки, веточек, веточку, ветка, ветки"
    ),
    (
      .stalk,
      "stalk, rib, tige, stange, stangen, stengel, gambo, costa, tallo, talo, stjälk, stalk, stjalk, stilk, stang, стебель, стебля, стеблей, черешок, черешка, черешков, перо, пера, перьев, 대, 줄기, 뿌리"
    ),
    (
      .head,
      "head, tete, kopf, testa, cabeza, cabeca, huvud, krop, bulb, головка, головки, головок, кочан, кочана, вилок, 통, 포기"
    ),
    (
      .leaf,
      "leaf, leaves, feuille, blatt, blatter, foglia, foglie, hoja, folha, blad, blaadje, blaadjes, лист, листа, листьев, листик, листика, листочек, листочков, 잎"
    ),
    (.stick, "stick, baton, batonnet, палочка, палочки, палочек, палочку, брусок, бруска, брусков, 스틱"),
    (.cube, "cube, wurfel, cubetto, cubo, pastilla, tärning, terning, blokje, blokjes, кубик, кубика, кубиков"),
    (
      .can,
      "can, tin, boite, boite de conserve, conserve, dose, dosen, scatola, lattina, lata, burk, dåse, boks, blik, blikje, банка, банки, банок, банку, бан, б, ж б, canette, 캔"
    ),
    (.jar, "jar, bocal, pot, glas, vasetto, tarro, frasco, potje, баночка, баночки, баночек, баночку, 유리병"),
    (
      .bottle,
      "bottle, bouteille, flasche, bottiglia, botella, garrafa, flaska, flaske, fles, бутылка, бутылки, бутылок, бутылку, бут, 병"
    ),
    (
      .package,
      "package, packet, pack, pkg, pkt, sachet, dosette, paquet, plaquette, packung, pck, packchen, pack, pckg, bustina, busta, bustine, confezione, paquete, sobre, pacote, paket, pakke, pakje, zakje, brev, påse, pose, пачка, пачки, пачку, пачек, пач, упаковка, упаковки, упаковку, упаковок, упак, уп, коробка, коробки, коробку, коробок, лоток, лотка, лотков, пакетик, пакетика, пакетиков, envelope, punnet, pouch, box, carton, brick, brique, barquette, briquette, contenant, container, tub, block, 팩, 봉, 포, 모, 상자, 통조림"
    ),
    (.bag, "bag, sac, beutel, sacchetto, bolsa, пакет, пакета, мешок, 봉지"),
  ]
}
