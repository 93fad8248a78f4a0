extension Foods {
  static let sweets = """
    """
}
