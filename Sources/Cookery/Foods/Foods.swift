/// The table of foods, a text a group. See `FoodTable` for how a row is written.
enum Foods {
  static let all = [
    vegetables, fruit, grains, dairyAndEggs, meat, fish, nutsAndSeeds, legumes, spices, sweets, sauces, drinks,
    prepared,
  ]
}
