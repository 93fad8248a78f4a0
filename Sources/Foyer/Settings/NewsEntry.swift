/// An entry of the history of what is new (R22).
struct NewsEntry: Sendable {
  /// In ids of the page.
  let name: String
  /// Of the release.
  let month = "2026-11"
  let title: @Sendable (Strings) -> String
  let text: @Sendable (Strings) -> String
  /// The page of it, if it is one.
  let path: String?

  private init(
    _ name: String, _ title: @escaping @Sendable (Strings) -> String, _ text: @escaping @Sendable (Strings) -> String,
    _ path: String? = nil
  ) {
    (self.name, self.title, self.text, self.path) = (name, title, text, path)
  }

  /// The newest first. A release adds what its section of CHANGELOG.md has for those who use Foyer.
  static let all = [
    NewsEntry("packages", { $0.newsPackages }, { $0.newsPackagesText }, "/shopping"),
    NewsEntry("packets", { $0.newsPackets }, { $0.newsPacketsText }, "/recipes/packets"),
    NewsEntry("files", { $0.filesTitle }, { $0.guideFilesText }, "/items/new"),
    NewsEntry("archives", { $0.newsArchives }, { $0.newsArchivesText }, "/move-in"),
    NewsEntry("caldav", { $0.newsCaldav }, { $0.guideCaldavText }, "/settings/tokens"),
    NewsEntry("webhooks", { $0.newsWebhooks }, { $0.guideWebhooksText }, "/settings/webhooks"),
    NewsEntry("take-out", { $0.newsTakeOut }, { $0.newsTakeOutText }, "/household/export"),
    NewsEntry("move-in", { $0.newsMoveIn }, { $0.newsMoveInText }, "/move-in"),
    NewsEntry("kitchen", { $0.newsKitchen }, { $0.newsKitchenText }, "/shopping"),
    NewsEntry("done", { $0.guideHistory }, { $0.guideHistoryText }, "/items/done"),
    NewsEntry("pasted", { $0.pastedTitle }, { $0.guidePastedText }, "/items/pasted"),
    NewsEntry("staples", { $0.newsStaples }, { $0.newsStaplesText }, "/recipes/staples"),
    NewsEntry("away", { $0.newsAway }, { $0.newsAwayText }, "/plan"),
    NewsEntry("cookbook", { $0.newsCookbook }, { $0.newsCookbookText }, "/recipes"),
    NewsEntry("references", { $0.newsReferences }, { $0.newsReferencesText }, "/requests"),
    NewsEntry("questions", { $0.newsQuestions }, { $0.newsQuestionsText }, "/hosts"),
    NewsEntry("move", { $0.newsMove }, { $0.newsMoveText }, "/"),
    NewsEntry("wide", { $0.newsWide }, { $0.newsWideText }, "/calendar?view=people"),
    NewsEntry("welcome", { $0.newsWelcome }, { $0.newsWelcomeText }, "/welcome"),
    NewsEntry("capture", { $0.newsCapture }, { $0.newsCaptureText }, "/add"),
    NewsEntry("kept", { $0.newsKept }, { $0.newsKeptText }),
    NewsEntry("plan", { $0.newsPlan }, { $0.newsPlanText }, "/plan"),
    NewsEntry("shopping", { $0.newsShopping }, { $0.newsShoppingText }, "/shopping"),
    NewsEntry("cook", { $0.newsCook }, { $0.newsCookText }, "/recipes"),
    NewsEntry("later", { $0.newsLater }, { $0.newsLaterText }, "/items?status=later"),
    NewsEntry("reminders", { $0.newsReminders }, { $0.newsRemindersText }, "/settings/reminders"),
    NewsEntry("threads", { $0.newsThreads }, { $0.newsThreadsText }, "/hosts"),
    NewsEntry("today", { $0.newsToday }, { $0.newsTodayText }, "/"),
    NewsEntry("repeats", { $0.newsRepeats }, { $0.newsRepeatsText }, "/items/new"),
    NewsEntry("security", { $0.newsSecurity }, { $0.newsSecurityText }, "/settings/security"),
    NewsEntry("recipes", { $0.newsRecipes }, { $0.newsRecipesText }, "/recipes"),
    NewsEntry("stays", { $0.newsStays }, { $0.newsStaysText }, "/hosts"),
    NewsEntry("live", { $0.newsLive }, { $0.newsLiveText }),
    NewsEntry("lists", { $0.newsLists }, { $0.newsListsText }, "/items"),
    NewsEntry("settings", { $0.newsSettings }, { $0.newsSettingsText }, "/settings"),
    NewsEntry("beginning", { $0.newsBeginning }, { $0.newsBeginningText }),
  ]
}
