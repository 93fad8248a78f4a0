extension Foods {
  static let meat = """
    """
}
