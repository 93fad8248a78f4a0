extension Foods {
  static let fish = """
    """
}
