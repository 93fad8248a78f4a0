extension Foods {
  static let sauces = """
    """
}
