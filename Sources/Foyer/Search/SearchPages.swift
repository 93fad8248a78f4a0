/// A page of the app, or what can be begun there, by its name in the reader's language.
struct SearchPage {
  let name: String
  let path: String
  let icon: String

  /// In the order in which they are offered before anything is typed.
  static func all(_ strings: Strings) -> [SearchPage] {
    let named: [(name: String, path: String, icon: String)] = [
      (strings.itemsNew, "/items/new", "plus"),
      (strings.recipesNew, "/recipes/new", "plus"),
      (strings.categoriesNew, "/categories/new", "plus"),
      (strings.tagsNew, "/tags/new", "plus"),
      (strings.navToday, "/", "home"),
      (strings.navItems, "/items", "list"),
      (strings.navCategories, "/categories", "folder"),
      (strings.navTags, "/tags", "tag"),
      (strings.staysHosts, "/hosts", "bed"),
      (strings.staysMyRequests, "/requests", "calendar"),
      (strings.staysHosting, "/hosting", "home"),
      (strings.staysIncoming, "/hosting/requests", "calendar"),
      (strings.recipesTitle, "/recipes", "pot"),
      (strings.recipesFavorites, "/favorites", "heart"),
      (strings.recipesParameters, "/recipes/parameters", "sliders"),
      (strings.importTitle, "/recipes/import", "download"),
      (strings.navCalendar, "/calendar", "calendar"),
      (strings.feedsTitle, "/settings/feeds", "calendar"),
      (strings.remindersTitle, "/settings/reminders", "clock"),
      (strings.householdTitle, "/household", "household"),
      (strings.trashTitle, "/trash", "trash"),
      (strings.settingsTitle, "/settings", "sliders"),
      (strings.securityTitle, "/settings/security", "key"),
      (strings.settingsSessions, "/settings/sessions", "person"),
      (strings.imagesPhoto, "/settings/photo", "camera"),
      (strings.guideTitle, "/settings/how-to", "book"),
      (strings.newsTitle, "/settings/whats-new", "sparkle"),
      (strings.settingsDeleteTitle, "/account/delete", "alert"),
      (strings.accountSignOut, signOut, "sign-out"),
    ]
    return named.map { SearchPage(name: $0.name, path: $0.path, icon: $0.icon) }
  }

  /// The one that is no page but a form.
  static let signOut = "/logout"
}
