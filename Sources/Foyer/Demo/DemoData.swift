import Cookery

/// The demo data. Days are relative to the day of the run.
enum DemoData {
  struct Host {
    let name: String
    var home: String
    var place: String
    let address: String
    let capacity: Int
    var offer: String
    /// The first and the last blocked day, if any.
    var blocked: (Int, Int)?

    /// `joe-hamilton`: names its pictures and its stable ids.
    var slug: String { name.lowercased().split(separator: " ").joined(separator: "-") }
    var email: String { "\(name.lowercased().split(separator: " ").joined(separator: "."))@example.org" }
  }

  /// The order is that of R30; the last is the newest, and so the first in the grid.
  static let hosts = [
    Host(
      name: "Joe Hamilton", home: "The cabin", place: "Gérardmer, Vosges",
      address: "14 chemin des Hauts-Rupts, 88400 Gérardmer",
      capacity: 4,
      offer: """
        A log cabin at the edge of the forest, ten minutes on foot from the lake. Two rooms, a wood stove, more blankets than \
        anybody needs. I chop the wood; you may choose the record.

        No mobile network, but a good telephone and a better view of the stars.
        """,
      blocked: (30, 36)),
    Host(
      name: "Stevie Bagley", home: "The houseboat", place: "Strasbourg",
      address: "Quai des Pêcheurs, berth 7, 67000 Strasbourg",
      capacity: 2,
      offer: """
        A cabin with a porthole on a converted barge, right by the old town. Bicycles on deck, tomatoes on the roof, ducks at \
        breakfast. It rocks a little when the tour boats pass.
        """),
    Host(
      name: "Zoe Sug", home: "The beach hut", place: "Wissant, Côte d’Opale", address: "3 digue de Mer, 62179 Wissant",
      capacity: 3,
      offer: """
        Fall asleep to the sea. One bright room on stilts, a tiny kitchen, two surfboards to borrow. On clear days one sees \
        England; on the others one hears the foghorn.
        """,
      blocked: (5, 8)),
    Host(
      name: "Sam Aderson", home: "The loft", place: "Lille", address: "58 rue des Tisserands, 59000 Lille", capacity: 2,
      offer: """
        The guest room of an old spinning mill: four metres of ceiling, a wall of books, a piano that wants to be played. The \
        night train stops five minutes away; I leave the light on.
        """),
    Host(
      name: "Alex Abbe", home: "The chalet", place: "Megève, Savoie", address: "221 route du Jaillet, 74120 Megève",
      capacity: 6,
      offer: """
        A family chalet with six beds under the roof, a snow shovel for everybody, and soup on the stove. In summer the paths \
        begin at the door. Dogs welcome, and so are children who like dogs.
        """,
      blocked: (60, 74)),
    Host(
      name: "Emiley Jackson", home: "The canal house", place: "Amsterdam",
      address: "Brouwersgracht 112, 1013 GZ Amsterdam",
      capacity: 2,
      offer: """
        The attic of a narrow house on the canal: steep stairs, a hoist for your suitcase, bells every quarter of an hour until \
        ten. Breakfast with too many kinds of sprinkles.
        """),
    Host(
      name: "Jack Tomshon", home: "The farmhouse", place: "Sarlat, Dordogne",
      address: "Lieu-dit Le Tournesol, 24200 Sarlat",
      capacity: 5,
      offer: """
        Two rooms in a farmhouse among sunflowers. Eggs are still warm, the wi-fi only reaches the kitchen table, and in October \
        everybody helps with the walnuts.
        """),
  ]

  /// The demo household's own.
  static let own = Host(
    name: "Anna Lind", home: "Anna & Ben", place: "Nancy", address: "8 rue des Jardins, 54000 Nancy", capacity: 2,
    offer: """
      The room under the roof: a wide bed, a desk, a window on the apple trees. Trains to everywhere are a quarter of an hour \
      away, and there is always cake.
      """)

  struct Label {
    var name: String
    let color: String
    var icon = ""
  }

  static let categories = [
    Label(name: "Groceries", color: "#2f8f5b", icon: "🥕"), Label(name: "Home", color: "#b4532a", icon: "🔧"),
    Label(name: "Garden", color: "#7a8b1f", icon: "🌱"), Label(name: "Family", color: "#c0448f", icon: "🎈"),
    Label(name: "Travel", color: "#2f78c4", icon: "🚆"), Label(name: "Paperwork", color: "#8a6a55", icon: "📄"),
  ]

  static let tags = [
    Label(name: "urgent", color: "#b4532a"), Label(name: "weekend", color: "#2f8f5b"),
    Label(name: "phone", color: "#2f78c4"),
    Label(name: "online", color: "#5b62d6"), Label(name: "together", color: "#c0448f"),
    Label(name: "waiting", color: "#c2850c"),
  ]

  enum Due {
    /// Days from today; at a time of that day, if there is one.
    case day(Int, String?)
    /// Minutes from now.
    case minutes(Int)
  }

  struct Item {
    var title: String
    var description = ""
    var category: String?
    var tags: [String] = []
    var due: Due?
    /// Days from today, until which it is hidden.
    var later: Int?
    /// Days ago.
    var done: Int?
    var picture: String?
    /// The members it is for, and those who take turns with it, by slug.
    var people: [String] = []
    var turn: [String] = []
    var isDeleted = false
    /// A recurrence rule.
    var repeats: String?

    init(
      _ title: String, _ description: String = "", in category: String? = nil, tags: [String] = [], due: Due? = nil,
      later: Int? = nil, done: Int? = nil, picture: String? = nil, for people: [String] = [], turn: [String] = [],
      isDeleted: Bool = false,
      repeats: String? = nil
    ) {
      self.title = title
      self.description = description
      self.category = category
      self.tags = tags
      self.due = due
      self.later = later
      self.done = done
      self.picture = picture
      self.people = people
      self.turn = turn
      self.isDeleted = isDeleted
      self.repeats = repeats
    }
  }

  /// Items that came from another program.
  static let moved = ["Order tulip bulbs", "Prune the apple tree"]

  /// In the order in which a section shows them.
  static let items = [
    Item("Milk, eggs, butter", in: "Groceries", tags: ["urgent"], due: .day(1, "18:00")),
    Item(
      "Coffee from the roastery", "The dark one for the pot, the light one for Ben.", in: "Groceries", tags: ["weekend"]
    ),
    Item("Raclette cheese for eight", "Half of it smoked.", in: "Groceries", tags: ["together"], due: .day(4, "12:00")),
    Item("Five kilos of bread flour", in: "Groceries"),
    Item("Apples for the crumble", in: "Groceries", done: 1),
    Item("Dishwasher tablets", in: "Groceries", done: 3),

    Item(
      "Fix the dripping kitchen tap", "The seal is 3/8″; there is a spare one in the blue tin in the cellar.",
      in: "Home",
      tags: ["urgent"], due: .day(-1, "19:00")),
    Item("New battery for the smoke detector", in: "Home", tags: ["urgent"], due: .minutes(190)),
    Item(
      "Oil the bicycle chain", "And pump up the tyres, while you are at it.", in: "Home", tags: ["weekend"],
      picture: "bicycle", for: ["ben"]),
    Item("Call the chimney sweep", in: "Home", tags: ["phone"], due: .day(6, "09:00"), turn: ["ben", "anna"]),
    Item("Hang the pictures in the hall", "Level and hammer are at the Moreaus’.", in: "Home", tags: ["together"]),
    Item("Sort the shelves in the cellar", in: "Home", done: 6),

    Item(
      "Repot the monstera", "It wants the big terracotta pot, and somebody to hold it.", in: "Garden",
      tags: ["weekend"], picture: "monstera"),
    Item("Order tulip bulbs", in: "Garden", tags: ["online", "waiting"], due: .day(20, "20:00")),
    Item("Prune the apple tree", in: "Garden", due: .day(75, "10:00")),
    Item("Clean the bird feeder", in: "Garden", done: 2),

    Item(
      "Birthday cake for Léa", "Two layers, seven candles. She asked for a unicorn; a horse with a hat will do.",
      in: "Family",
      tags: ["together"], due: .day(5, "15:00"), picture: "cake", for: ["anna", "ben"]),
    Item("Pick Léa up from swimming", "Towel and a banana.", in: "Family", due: .minutes(75), turn: ["anna", "ben"]),
    Item("Sign the form for the school trip", in: "Family", tags: ["urgent"], due: .day(-2, "08:00")),
    Item(
      "Ring Grandma", "She is at home after four.", in: "Family", tags: ["phone"], due: .day(2, "16:30"),
      repeats: "FREQ=WEEKLY"),
    Item("Print the photos of the summer", in: "Family", tags: ["online"], done: 4, for: ["anna"]),
    Item("Dentist for Ben", in: "Family", tags: ["phone"], done: 9, for: ["ben"]),

    Item(
      "Train to Lyon", "Coach 12, seats 45 and 46, by the window.", in: "Travel", due: .day(12, "08:42"),
      picture: "train"),
    Item("Ask Joe about snow chains", in: "Travel", tags: ["phone"]),
    Item(
      "Packing list for the sea", "Swimming things\nRain things\nThe red thermos\nChargers\nSomething to read aloud",
      in: "Travel"),
    Item(
      "Renew the passports", "Photos first; the old ones expire in spring.", in: "Travel", due: .day(90, "12:00"),
      later: 45),
    Item("Travel insurance", in: "Travel", tags: ["online"], done: 12),

    Item(
      "Pay the electricity bill", in: "Paperwork", tags: ["online"], due: .day(3, nil), turn: ["anna", "ben"],
      repeats: "FREQ=MONTHLY"),
    Item(
      "Take the library books back", "Three novels and the one about mushrooms.", in: "Paperwork",
      due: .day(0, nil)),
    Item("Cancel the old phone contract", in: "Paperwork", tags: ["waiting"], due: .day(28, "12:00")),
    Item("Tax return", in: "Paperwork", due: .day(130, nil)),

    Item("Think of a name for the boat"),
    Item("Learn three songs on the ukulele", tags: ["weekend"]),
    Item("Sell the second sofa", isDeleted: true),
  ]

  /// The item that has a further picture and a file: the picture's name, the file's, and its words.
  static let filed = (
    item: "Ask Joe about snow chains", picture: "The cabin", file: "The way to the cabin",
    words:
      "Bus 7 from the station to the lake, then ten minutes on foot. The last bend is steep: chains from the first snow on."
  )

  /// The item of which Anna is reminded at another time.
  static let reminded = "Pay the electricity bill"

  /// Both members' changes: how many hours ago. Ben's are since Anna looked last.
  static let activity: [(kind: String, title: String, person: String, hours: Int)] = [
    ("item_added", "Learn three songs on the ukulele", "anna", 22),
    ("item_done", "Apples for the crumble", "ben", 20), ("item_done", "Clean the bird feeder", "ben", 5),
    ("item_added", "Think of a name for the boat", "anna", 4), ("item_added", "Ring Grandma", "ben", 2),
  ]

  /// Ingredients at hand.
  static let ingredients = [
    "eggs", "butter", "flour", "milk", "onions", "potatoes", "apples", "rice", "tomatoes", "chickpeas",
  ]

  /// Foods that the household always has besides salt, pepper and oil.
  static let staples = ["sugar", "soy sauce"]

  /// A line whose packet the household has answered for: theirs is without celery.
  static let packet = "1 stock cube"

  /// The shopping list, and for which recipe: none is by hand.
  static let shopping: [(text: String, recipe: String)] = [
    ("6 eggplants", "Ratatouille"), ("500 g tomatoes", "Ratatouille"), ("250 g tomatoes", "Shakshuka"),
    ("2 red peppers", "Shakshuka"), ("1 l milk", ""), ("1 loaf of bread", ""), ("4 tbsp olive oil", "Ratatouille"),
    ("30 ml olive oil", "Shakshuka"), ("cumin", "Shakshuka"), ("toilet paper", ""),
  ]

  /// Another list, and what is on it.
  static let furtherList = "Hardware shop"
  static let onFurtherList = "20 screws"
  /// Foods that were bought before.
  static let usuals = ["yoghurt", "bananas", "coffee"]

  /// Starter recipes that are Anna's favourites.
  static let favorites = ["Shakshuka", "Ratatouille", "Bibimbap", "Buttermilk Pancakes", "Tarka Dal"]

  /// A recipe of the household's own.
  static func recipe(_ id: UUID, image: UUID) -> RecipeDraft {
    var recipe = RecipeDraft(id: id)
    recipe.name = "Grandma’s apple crumble"
    recipe.description = "The one with the lumps. Léa picks the apples."
    recipe.cuisine = "British"
    recipe.servings = 6
    recipe.prepMinutes = 20
    recipe.cookMinutes = 40
    recipe.ingredients = [
      "6 apples", "150 g flour", "100 g butter, cold", "80 g brown sugar", "1 tsp cinnamon", "1 lemon",
    ]
    recipe.steps = [
      "Peel the apples, cut them in pieces, and put them in a dish with the juice of the lemon and the cinnamon.",
      "Rub the butter into the flour and the sugar with your fingertips, until there are lumps.",
      "Spread the lumps over the apples. Bake at 190 °C for 40 minutes, until it bubbles at the edges.",
    ]
    recipe.imageID = image
    return recipe
  }

  struct Eater {
    let name: String
    var allergies: [Allergen] = []
    var dislikes: [String] = []
    /// Whether they eat here on any day.
    var isChild = false
  }

  /// Eaters without an account: a child, and a frequent guest at the table.
  static let eaters = [
    Eater(name: "Léa", dislikes: ["coriander"], isChild: true),
    Eater(name: "Paul Moreau", allergies: [.peanut, .treeNut]),
  ]

  struct Request {
    /// The guest and the host, by slug; `anna` is the demo household.
    let guest: String
    let host: String
    let arrival: Int
    let nights: Int
    let guests: Int
    /// The guests' allergies and diets.
    var needs = CookingParameters()
    var message: String
    var reply = ""
    var answer: Answer?
  }

  enum Answer {
    case accepted, declined
    /// Other dates that the host proposes: the arrival, for the same number of nights.
    case proposed(Int)
  }

  static let requests = [
    Request(
      guest: "anna", host: "zoe-sug", arrival: 20, nights: 4, guests: 2,
      message: "We have dreamt of the sea for months. Ben snores, but quietly.",
      reply: "The tide table is on the fridge. The key is where the starfish is.", answer: .accepted),
    Request(
      guest: "anna", host: "alex-abbe", arrival: 44, nights: 7, guests: 3,
      message: "A week in the mountains for Léa’s holidays? We cook every other evening."),
    Request(
      guest: "anna", host: "emiley-jackson", arrival: 9, nights: 2, guests: 2,
      message: "Just a weekend, for the museums.",
      reply: "What a pity, my sister has the attic that weekend. Do ask me again!", answer: .declined),
    Request(
      guest: "anna", host: "jack-tomshon", arrival: 14, nights: 3, guests: 3,
      message: "May we come and help with the hens?",
      reply: "You may! A few days later would be better: the tractor is at the doctor’s.", answer: .proposed(18)),
    Request(
      guest: "joe-hamilton", host: "anna", arrival: 16, nights: 2, guests: 1,
      needs: CookingParameters(diets: [.pescetarian], allergies: [.peanut]),
      message: "I have to see a dentist in the city. I bring firewood."),
    Request(
      guest: "stevie-bagley", host: "anna", arrival: 4, nights: 3, guests: 2,
      needs: CookingParameters(diets: [.lactoOvoVegetarian], allergies: []),
      message: "Winter quarters for two sailors, three nights?", reply: "The room under the roof is yours.",
      answer: .accepted),
    Request(
      guest: "sam-aderson", host: "joe-hamilton", arrival: 11, nights: 3, guests: 2,
      message: "Silence, please. Lots of it.",
      reply: "There is plenty.", answer: .accepted),
    Request(
      guest: "zoe-sug", host: "sam-aderson", arrival: 7, nights: 1, guests: 1,
      message: "Between two trains: one night?",
      reply: "The light will be on.", answer: .accepted),
    Request(
      guest: "jack-tomshon", host: "alex-abbe", arrival: 33, nights: 5, guests: 2,
      message: "I have never seen a mountain from above. The hens can do without me for five days."),
  ]
}
