extension Foods {
  static let nutsAndSeeds = """
    """
}
