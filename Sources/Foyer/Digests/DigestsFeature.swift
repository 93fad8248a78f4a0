extension Feature {
  static let digests = Feature(cleaning: [ReminderJobQueries.deleteOldNews()])
}
