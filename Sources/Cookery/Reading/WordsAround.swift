/// Words around foods in English and French: what changes a food, and what says nothing about it.
extension Words {
  /// Before "fat", which is then no food: "half-fat".
  static let fatness = folded(
    "full, half, low, lower, lowest, reduced, less, medium, high, higher, zero, whole, no, non, light, one, two, nice, big, percent"
  )

  /// The food that they describe has an inside or a coat of its own.
  static let filled = folded(
    """
    stuffed, filled, coated, crusted, frosted, enrobed,
    farci, farcie, farcis, farcies, fourré, fourrée, fourrés, fourrées, enrobé, enrobée, enrobés, enrobées, gratiné, gratinée, gratinés, gratinées, nappé, nappée, nappés
    """)

  /// Behind a food they name a product of it and others: "cereal bar"; a mix, unless it is one of vegetables or spices.
  static let shapes = folded("bar, bars, balls, bites, mix, mixture, blend, coating, barre, barres, mélange")
  static let bars = folded("bar, bars, balls, bites, barre, barres")

  /// Stems. In a line they take meat and fish away: "vegetarian haggis".
  static let vegetarian = Set(
    folded("vegetarian, veggie, meatless, végétarien, végétarienne, végétariens, végétariennes").map { Stem.of($0) })

  /// Behind "no", they deny no food: "no boil noodles".
  static let uncooked = folded("boil, bake, cook, knead, soak, drain, peel, stir")

  /// Adjectives behind a food; alone they are foods.
  static let behindFoods = folded(
    """
    bleu, bleue, bleus, roux, croquant, croquants, croquante, croquantes, cannelé, cannelée, fondant, fondante, fondants, fondantes
    """)

  /// Behind "pan", which is then no bread.
  static let ofPans = folded("fried, fry, seared, roasted, drippings, juices, sauce, release")
  /// Behind "toast", which is then a verb.
  static let toasted = folded("these, them, it, in, until, lightly, before, first, the")

  /// Before "the", verbs: "before seasoning the chicken".
  static let gerunds = folded("seasoning, dressing, frosting, icing, coating, breading, filling, topping, stuffing")
  static let cheeses = folded("cheddar, parmesan, mozzarella, pecorino, romano, gruyere, feta")

  /// French participles that say what something is made of; those of `filled` say so, too.
  static let madeOf = folded(
    """
    praliné, pralinée, pralinés, pralinées, laqué, laquée, laqués, laquées, lacté, lactée, lactés, lactées, crémé, crémée, feuilleté, feuilletée, feuilletés, feuilletées, biscuité, biscuitée, brioché, briochée, briochés, briochées, meringué,
    meringuée, noiseté, noisetée, pistaché, pistachée, amandé, amandée, frangipané, frangipanée, soufflé, soufflée, velouté, chapeluré, yogourté, yogourtés, yaourté, caramélisé, caramélisée, caramélisés, caramélisées, vanillé, fumet, fourré, tartiné,
    tartinée, tartinés, tartinées, assaisonné, assaisonnée, assaisonnés, assaisonnées, saucé, saucée, mayonnaisé, moutardé, moutardée, sésamé, miellé, beurré, beurrée
    """)

  /// In French, before what a dish is made with or how it is cut: "pâtes à la tomate", "bœuf en cubes".
  static let flavouring: Set<String> = ["a", "au", "aux", "en"]

  /// Behind a claim and "or": the food without that claim.
  static let regular = folded(
    "regular, normal, otherwise, ordinary, standard, dairy, real, conventional, plain, usual, not, classique, normal, normale, ordinaire, standard, non, pas, vache"
  )

  /// Between "ou" and a food that shares its head with the one before.
  static let ofFrench = folded("de, d, du, des, à, au, aux")

  /// Before a colon and a list of foods: what they are for.
  static let labels = folded(
    "vinaigrette, marinade, dressing, seasoning, topping, toppings, filling, garnish, glaze, garniture, assaisonnement")

  /// Before what the recipe makes.
  static let own = folded("the, your, la, le, les, votre, vos")

  /// Into which a food goes: "to grease pans and dough".
  static let doughs = folded("dough, doughs, batter, crust, crumble, pâte, pâtes")

  /// Beside a name: "style Kansas City".
  static let styles = folded("style, styles, type, façon, genre, marque, brand")

  /// Words of ready dishes: containers, and ways of sale.
  static let ready = folded("bocal, boîte, boîtes, conserve, barquette, surgelé, surgelée, cuisiné, cuisinée, traiteur")

  /// In a jar these are pickled.
  static let hotPeppers: Set<String> = ["jalapeno", "chili"]
  static let jars = folded("jar, jars, jarred, bocal, bocaux")

  /// Vegetables in vinegar or a marinade may be sulphited.
  static let pickled = folded(

    """
    pickled, marinated, vinaigre, saumuré, saumurée, saumurés, saumurées, mariné, marinée, marinés, marinées,
    маринованный, маринованная, маринованное, маринованные, маринованных, маринованного
    """)

  /// Fruit is sulphited when it is dried or candied.
  static let preserved = folded(
    """
    dried, candied, glacé, glazed, crystallised, crystallized, dehydrated, maraschino, séché, séchée, séchés, séchées, confit, confite, confits, confites, déshydraté, déshydratée, déshydratés, déshydratées
    """)

  /// Russian for "dried": tomatoes are sulphited then, as fruit is.
  static let airDried = folded("вяленый, вяленая, вяленое, вяленые, вяленых, вяленого, вяленые, вяленные, вяленных")

  /// Keys of foods that are the leaves of a salad, or its herbs.
  static let leaves: Set<String> = [
    "lettuce", "arugula", "spinach", "watercress", "endive", "radicchio", "basil", "parsley", "mint", "cilantro",
    "kale", "cabbage", "chive", "chervil", "dill", "herb", "collard greens", "alfalfa sprouts", "mizuna", "pourpier",
  ]

  static let washed = folded("washed, rinsed, patted, lavé, lavée, lavés, lavées, rincé, rincée, rincés, rincées")

  /// Before "of", "to", "for": what follows is left out of the dish.
  static let instead = folded(
    "instead, alternative, substitute, replacement, substitution, depending, fonction, зависимости, place, rather, lieu, remplacement, replaces, remplace, remplacer"
  )

  /// Behind a name they make it a plant: "ndolé leaves".
  static let partsOfPlants = folded(
    "leaves, leaf, flowers, flower, blossoms, petals, root, roots, bark, fronds, shoots, tendrils, greens")
  static let frenchPartsOfPlants = folded("fleur, fleurs, racine, racines, pousse, pousses, bourgeons, écorce")

  /// French verbs of the kitchen without their ending: "gonfl" stands for gonflé, gonflée, gonflés and gonflées.
  static let frenchParticiples = """
    abaiss acidul affin allég allong ajout amen aminc aplati aplat arros assaisonn assoupli attendri bard blond bouilli brais brid bris bross bross brun caraméli caramélis cass chauff cisel clarifi coll color
    compt condens confi congel conserv coup crev creus croust cuisin cultiv débarrass débit découenn découp décoquill décongel décor décortiqu décroût défait dégel dégermé dégerm dégorg dégraiss délay démoul dénerv dénoyaut dépiaut
    déplum désarêt désoss dessal desséch détach détaill détaillé détremp dilu dissou divis dor ébarb ébouillant ébouriff écal écaill écoss écrém écrou écras écum édulcor effeuill effil effiloch égermé égren égoutt élev élimin émiett émond
    émulsionn enlev enroul épaul épépin épic épil épluch éplu épong épur essor essuy étal étuv évid excis façonn fendill fermé ferm feuill fil filtr flamb flétri fleur floconn fouett foul frais fragment frapp fris fum garni gel givr gland gliss gonfl
    gratt grossi hach hydrat imbib imprégn incis incorpor infus jet lav lev li lustr macér malax mang marqu mass mélang mélangé mesur mijot mixé mix mond mont morcel mouill moulin mouliné moulu nettoy nou occup ôt ouvr par parf parsem part partag pass pasteuris pel
    perc pes pétri pétr peauf pil piqu pinc plac pli plié plong plum poch poêl point poivr pos pouss pré préchauff prélev prépar press princip procur pulvéris quadrill racl rafraichi ramass rang râp ras rassembl réalis réchauff réduit refroid réhydrat
    relev remu renvers repos réserv retir retourn rinc rissol rogn roul sal saisi saupoudr sauté saut sép sépar séch serr sirop sol soign sond soud stérilis suppr supprim surgel taill tamis tapot tass tartin tempér tend tiédi tir tomb tond tordu torréfi torsad touill tourn tranch trait
    tremp tri tritur tronçonn trouv us vann vérifi vers vid vieilli zest
    """
}
