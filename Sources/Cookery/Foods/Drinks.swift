extension Foods {
  static let drinks = """
    """
}
