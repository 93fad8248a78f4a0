/// The words of yields, in lower case.
enum YieldWords {
  /// Whether a word means people, or what each of them gets.
  static func isPeople(_ word: String) -> Bool {
    whole.contains(word) || !word.hasPrefix("personal") && beginnings.contains { word.hasPrefix($0) }
  }

  private static let whole: Set<String> = [
    "pers", "prs", "ppl", "pax", "people", "leute", "esser", "eters", "dose", "doses", "dosi", "kids", "children",
    "чел", "люди", "людей", "осіб", "adag", "fő", "os",
    // Korean and Chinese characters are written without spaces; 인치 is an inch, 人参 a carrot.
    "인", "명", "사람", "식구", "人", "份", "位",
  ]

  private static let beginnings = [
    "serving", "portion", "porzion", "porción", "porcion", "porçõ", "porção", "porcj", "porce", "porcí", "porti",
    "porsj", "porsi", "порц", "person", "персон", "человек", "едок", "гостей", "adult", "guest", "diner", "convive",
    "couvert", "commensal", "comensal", "ración", "racion", "pessoa", "osób", "osob", "annos", "henkil", "személy",
    "kişi", "kuvert", "μερίδ", "άτομ", "מנות", "인분", "인용", "인가족", "명분", "명이", "사람", "人分", "人前", "人份", "人用",
  ]

  /// Verbs in front of a number of people.
  static let verbs: Set<String> = ["serves", "serve", "feeds", "sert", "rinde", "reicht", "suffit"]

  /// Words between a verb or a label and its number, or around a number alone.
  static let about: Set<String> = [
    "about", "approximately", "approx", "around", "roughly", "up", "to", "at", "least", "a", "family", "of", "or", "so",
    "more", "ca", "circa", "c", "environ", "env", "etwa", "ungefähr", "aprox", "unos", "cirka", "около", "примерно",
    "약", "대략", "約", "약간", "정도", "가량", "기준", "en", "s", "n", "für", "for", "pour", "para", "per", "voor", "на", "для",
    "til", "till",
    "dla",
  ]

  /// Labels of a number alone.
  static let labels: Set<String> = [
    "yield", "yields", "number", "nombre", "de", "anzahl", "количество", "rendimento", "분량", "分量", "人数", "수", "выход",
  ]

  /// Words that part a number from people: "200 g per person".
  static let stops: Set<String> = [
    "per", "par", "pro", "por", "each", "je", "every", "chaque", "за", "на", "каждую", "каждого", "for", "pour", "für",
    "para", "voor", "для", "dla", "당",
  ]

  static let units: Set<String> = [
    "g", "gr", "gram", "grams", "gramm", "grammes", "kg", "mg", "ml", "cl", "dl", "l", "liter", "litre", "liters",
    "litres",
    "oz", "ounce", "ounces", "lb", "lbs", "pound", "pounds", "cup", "cups", "quart", "quarts", "pint", "pints",
    "gallon",
    "inch", "inches", "in", "cm", "mm", "kcal", "cal", "calories", "kj", "tbsp", "tsp", "tasse", "tasses", "tassen",
    "г", "гр", "кг", "мл", "л", "см", "мм", "ккал", "стакан", "стакана", "인치", "리터", "그램", "컵", "센티", "calorias",
  ]

  /// Numbers in words, but for what is an article.
  static let numbers: [String: Double] = [
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "twelve": 12, "deux": 2, "trois": 3, "quatre": 4, "cinq": 5, "huit": 8, "dix": 10, "douze": 12, "zwei": 2,
    "drei": 3,
    "vier": 4, "fünf": 5, "sechs": 6, "acht": 8, "zehn": 10, "zwölf": 12, "dos": 2, "cuatro": 4, "seis": 6, "ocho": 8,
    "due": 2, "quattro": 4, "sei": 6, "две": 2, "два": 2, "двух": 2, "три": 3, "трёх": 3, "трех": 3, "четыре": 4,
    "четырёх": 4, "четырех": 4, "пять": 5, "пяти": 5, "шесть": 6, "шести": 6, "восемь": 8, "восьми": 8, "десять": 10,
    "한": 1, "두": 2, "세": 3, "네": 4, "다섯": 5, "여섯": 6, "여덟": 8, "열": 10,
  ]

  /// Words that are a number of people.
  static let people: [String: Int] = [
    "двоих": 2, "троих": 3, "четверых": 4, "пятерых": 5, "шестерых": 6, "семерых": 7, "восьмерых": 8,
    "일인분": 1, "이인분": 2, "삼인분": 3, "사인분": 4, "오인분": 5, "육인분": 6, "팔인분": 8,
  ]
}
