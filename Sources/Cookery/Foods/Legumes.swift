extension Foods {
  static let legumes = """
    """
}
