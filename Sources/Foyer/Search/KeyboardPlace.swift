/// Where `g` and a letter lead, as Public/keyboard.js has it.
struct KeyboardPlace {
  let key: String
  let name: String

  static func all(_ strings: Strings) -> [KeyboardPlace] {
    let named = [
      ("t", strings.navToday), ("i", strings.navItems), ("c", strings.navCategories), ("g", strings.navTags),
      ("s", strings.staysHosts), ("q", strings.staysMyRequests), ("r", strings.navRecipes),
      ("f", strings.recipesFavorites), ("k", strings.navCalendar), ("h", strings.navHousehold), ("d", strings.navTrash),
      ("p", strings.navSettings),
    ]
    return named.map { KeyboardPlace(key: $0.0, name: $0.1) }
  }
}
