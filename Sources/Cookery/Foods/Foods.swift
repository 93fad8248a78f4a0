/// The table of foods: the .txt files of this folder. See `FoodTable` for how a row is written.
enum Foods {
  static let all = [
    EmbeddedText.vegetables, EmbeddedText.fruit, EmbeddedText.grains, EmbeddedText.dairyAndEggs, EmbeddedText.meat,
    EmbeddedText.fish, EmbeddedText.nutsAndSeeds, EmbeddedText.legumes, EmbeddedText.spices, EmbeddedText.sweets,
    EmbeddedText.sauces, EmbeddedText.drinks, EmbeddedText.prepared,
    EmbeddedText.dishes, EmbeddedText.koreanKitchen, EmbeddedText.russianKitchen,
    EmbeddedText.recipePages,
  ]
}
