extension Foods {
  static let spices = """
    """
}
