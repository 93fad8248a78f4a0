extension DemoTexts {
  /// The demonstration in French.
  static let fr: [String: String] = [
    "The cabin": "La cabane en rondins",
    "Gérardmer, Vosges": "Gérardmer, Vosges",
    """
    A log cabin at the edge of the forest, ten minutes on foot from the lake. Two rooms, a wood stove, more \
    blankets than anybody needs. I chop the wood; you may choose the record.

    No mobile network, but a good telephone and a better view of the stars.
    """: """
    Une cabane en rondins à l’orée de la forêt, à dix minutes à pied du lac. Deux pièces, un poêle à bois, \
    plus de couvertures qu’il n’en faut. Je fends le bois, vous choisissez le disque.

    Pas de réseau, mais un bon téléphone et un ciel encore meilleur.
    """,
    "The houseboat": "La péniche",
    "Strasbourg": "Strasbourg",
    """
    A cabin with a porthole on a converted barge, right by the old town. Bicycles on deck, tomatoes on the \
    roof, ducks at breakfast. It rocks a little when the tour boats pass.
    """: """
    Une cabine avec hublot sur une péniche aménagée, au pied de la vieille ville. Des vélos sur le pont, des \
    tomates sur le toit, des canards au petit-déjeuner. Ça tangue un peu quand passent les bateaux-mouches.
    """,
    "The beach hut": "La cabane de plage",
    "Wissant, Côte d’Opale": "Wissant, Côte d’Opale",
    """
    Fall asleep to the sea. One bright room on stilts, a tiny kitchen, two surfboards to borrow. On clear \
    days one sees England; on the others one hears the foghorn.
    """: """
    Endormez-vous au bruit de la mer. Une pièce lumineuse sur pilotis, une minuscule cuisine, deux planches \
    de surf à emprunter. Par temps clair, on voit l’Angleterre ; sinon, on entend la corne de brume.
    """,
    "The loft": "Le loft",
    "Lille": "Lille",
    """
    The guest room of an old spinning mill: four metres of ceiling, a wall of books, a piano that wants to \
    be played. The night train stops five minutes away; I leave the light on.
    """: """
    La chambre d’amis d’une ancienne filature : quatre mètres sous plafond, un mur de livres, un piano qui \
    ne demande qu’à jouer. Le train de nuit s’arrête à cinq minutes ; je laisse la lumière allumée.
    """,
    "The chalet": "Le chalet",
    "Megève, Savoie": "Megève, Savoie",
    """
    A family chalet with six beds under the roof, a snow shovel for everybody, and soup on the stove. In \
    summer the paths begin at the door. Dogs welcome, and so are children who like dogs.
    """: """
    Un chalet familial avec six lits sous le toit, une pelle à neige pour chacun et de la soupe sur le feu. \
    L’été, les sentiers partent de la porte. Les chiens sont les bienvenus, et les enfants qui aiment les \
    chiens aussi.
    """,
    "The canal house": "La maison du canal",
    "Amsterdam": "Amsterdam",
    """
    The attic of a narrow house on the canal: steep stairs, a hoist for your suitcase, bells every quarter \
    of an hour until ten. Breakfast with too many kinds of sprinkles.
    """: """
    Le grenier d’une maison étroite au bord du canal : un escalier raide, une poulie pour votre valise, des \
    cloches tous les quarts d’heure jusqu’à dix heures. Au petit-déjeuner, trop de sortes de vermicelles en \
    chocolat.
    """,
    "The farmhouse": "La ferme",
    "Sarlat, Dordogne": "Sarlat, Dordogne",
    """
    Two rooms in a farmhouse among sunflowers. Eggs are still warm, the wi-fi only reaches the kitchen \
    table, and in October everybody helps with the walnuts.
    """: """
    Deux chambres dans une ferme au milieu des tournesols. Les œufs sont encore tièdes, le wi-fi ne va pas \
    plus loin que la table de la cuisine, et en octobre tout le monde aide aux noix.
    """,
    "Nancy": "Nancy",
    """
    The room under the roof: a wide bed, a desk, a window on the apple trees. Trains to everywhere are a \
    quarter of an hour away, and there is always cake.
    """: """
    La chambre sous les toits : un grand lit, un bureau, une fenêtre sur les pommiers. La gare est à un \
    quart d’heure, et il y a toujours du gâteau.
    """,
    "Groceries": "Courses",
    "Home": "Maison",
    "Garden": "Jardin",
    "Family": "Famille",
    "Travel": "Voyages",
    "Paperwork": "Paperasse",
    "urgent": "urgent",
    "weekend": "week-end",
    "phone": "téléphone",
    "online": "en ligne",
    "together": "ensemble",
    "waiting": "en attente",
    "Milk, eggs, butter": "Lait, œufs, beurre",
    "Coffee from the roastery": "Café chez le torréfacteur",
    "The dark one for the pot, the light one for Ben.": "Le corsé pour la cafetière, le léger pour Ben.",
    "Raclette cheese for eight": "Fromage à raclette pour huit",
    "Half of it smoked.": "La moitié fumée.",
    "Five kilos of bread flour": "Cinq kilos de farine à pain",
    "Apples for the crumble": "Des pommes pour le crumble",
    "Dishwasher tablets": "Pastilles pour le lave-vaisselle",
    "Fix the dripping kitchen tap": "Réparer le robinet de la cuisine qui goutte",
    "The seal is 3/8″; there is a spare one in the blue tin in the cellar.":
      "C’est un joint de 3/8″ ; il y en a un de rechange dans la boîte bleue, à la cave.",
    "New battery for the smoke detector": "Nouvelle pile pour le détecteur de fumée",
    "Oil the bicycle chain": "Huiler la chaîne du vélo",
    "And pump up the tyres, while you are at it.": "Et gonfler les pneus, tant qu’à faire.",
    "Call the chimney sweep": "Appeler le ramoneur",
    "Hang the pictures in the hall": "Accrocher les tableaux dans l’entrée",
    "Level and hammer are at the Moreaus’.": "Le niveau et le marteau sont chez les Moreau.",
    "Sort the shelves in the cellar": "Ranger les étagères de la cave",
    "Repot the monstera": "Rempoter le monstera",
    "It wants the big terracotta pot, and somebody to hold it.":
      "Il lui faut le grand pot en terre cuite, et quelqu’un pour la tenir.",
    "Order tulip bulbs": "Commander des bulbes de tulipes",
    "Prune the apple tree": "Tailler le pommier",
    "Clean the bird feeder": "Nettoyer la mangeoire des oiseaux",
    "Birthday cake for Léa": "Gâteau d’anniversaire pour Léa",
    "Two layers, seven candles. She asked for a unicorn; a horse with a hat will do.":
      "Deux étages, sept bougies. Elle veut une licorne ; un cheval avec un chapeau fera l’affaire.",
    "Pick Léa up from swimming": "Chercher Léa à la piscine",
    "Towel and a banana.": "Serviette et banane.",
    "Sign the form for the school trip": "Signer le papier pour la sortie scolaire",
    "Ring Grandma": "Appeler Mamie",
    "She is at home after four.": "Elle est là après quatre heures.",
    "Print the photos of the summer": "Imprimer les photos de l’été",
    "Dentist for Ben": "Dentiste pour Ben",
    "The way to the cabin": "Le chemin de la cabane",
    "Bus 7 from the station to the lake, then ten minutes on foot. The last bend is steep: chains from the first snow on.":
      "Bus 7 de la gare au lac, puis dix minutes à pied. Le dernier virage est raide : chaînes dès la première neige.",
    "Train to Lyon": "Train pour Lyon",
    "Coach 12, seats 45 and 46, by the window.": "Voiture 12, places 45 et 46, côté fenêtre.",
    "Ask Joe about snow chains": "Demander à Joe pour les chaînes à neige",
    "Packing list for the sea": "La liste pour la mer",
    """
    Swimming things
    Rain things
    The red thermos
    Chargers
    Something to read aloud
    """: """
    Affaires de bain
    Affaires de pluie
    Le thermos rouge
    Chargeurs
    De quoi lire à voix haute
    """,
    "Renew the passports": "Renouveler les passeports",
    "Photos first; the old ones expire in spring.": "D’abord les photos ; les anciens expirent au printemps.",
    "Travel insurance": "Assurance voyage",
    "Pay the electricity bill": "Payer la facture d’électricité",
    "Take the library books back": "Rendre les livres à la bibliothèque",
    "Three novels and the one about mushrooms.": "Trois romans et celui sur les champignons.",
    "Cancel the old phone contract": "Résilier l’ancien forfait de téléphone",
    "Tax return": "Déclaration d’impôts",
    "Think of a name for the boat": "Trouver un nom pour le bateau",
    "Learn three songs on the ukulele": "Apprendre trois chansons à l’ukulélé",
    "Sell the second sofa": "Vendre le deuxième canapé",
    "eggs": "œufs",
    "butter": "beurre",
    "flour": "farine",
    "milk": "lait",
    "onions": "oignons",
    "potatoes": "pommes de terre",
    "apples": "pommes",
    "rice": "riz",
    "tomatoes": "tomates",
    "chickpeas": "pois chiches",
    "1 stock cube": "1 cube de bouillon",
    "sugar": "sucre", "soy sauce": "sauce soja",
    "coriander": "coriandre",
    "Grandma’s apple crumble": "Le crumble aux pommes de Mamie",
    "The one with the lumps. Léa picks the apples.": "Celui avec les gros morceaux. C’est Léa qui choisit les pommes.",
    "British": "Anglaise",
    "6 apples": "6 pommes",
    "150 g flour": "150 g de farine",
    "100 g butter, cold": "100 g de beurre froid",
    "80 g brown sugar": "80 g de cassonade",
    "1 tsp cinnamon": "1 c. à café de cannelle",
    "1 lemon": "1 citron",
    """
    Peel the apples, cut them in pieces, and put them in a dish with the juice of the lemon and the \
    cinnamon.
    """: """
    Épluchez les pommes, coupez-les en morceaux et mettez-les dans un plat avec le jus du citron et la \
    cannelle.
    """,
    "Rub the butter into the flour and the sugar with your fingertips, until there are lumps.":
      "Du bout des doigts, sablez le beurre avec la farine et le sucre, jusqu’à obtenir de gros morceaux.",
    "Spread the lumps over the apples. Bake at 190 °C for 40 minutes, until it bubbles at the edges.": """
    Répartissez-les sur les pommes. Enfournez 40 minutes à 190 °C, jusqu’à ce que ça bouillonne sur les \
    bords.
    """,
    "We have dreamt of the sea for months. Ben snores, but quietly.":
      "Nous rêvons de la mer depuis des mois. Ben ronfle, mais doucement.",
    "The tide table is on the fridge. The key is where the starfish is.":
      "Les horaires des marées sont sur le frigo. La clé est près de l’étoile de mer.",
    "A week in the mountains for Léa’s holidays? We cook every other evening.":
      "Une semaine à la montagne pour les vacances de Léa ? On fait à manger un soir sur deux.",
    "Just a weekend, for the museums.": "Juste un week-end, pour les musées.",
    "What a pity, my sister has the attic that weekend. Do ask me again!":
      "Quel dommage, ma sœur occupe le grenier ce week-end-là. Redemandez-moi !",
    "May we come and help with the hens?": "Pouvons-nous venir vous aider avec les poules ?",
    "You may! A few days later would be better: the tractor is at the doctor’s.":
      "Volontiers ! Quelques jours plus tard, ce serait mieux : le tracteur est chez le docteur.",
    "I have to see a dentist in the city. I bring firewood.": "Je dois voir un dentiste en ville. J’apporte du bois.",
    "Winter quarters for two sailors, three nights?": "Un port d’hiver pour deux marins, trois nuits ?",
    "The room under the roof is yours.": "La chambre sous les toits est à vous.",
    "Silence, please. Lots of it.": "Du silence, s’il vous plaît. Beaucoup.",
    "There is plenty.": "Il y en a à revendre.",
    "Between two trains: one night?": "Entre deux trains : une nuit ?",
    "The light will be on.": "La lumière sera allumée.",
    "I have never seen a mountain from above. The hens can do without me for five days.":
      "Je n’ai jamais vu une montagne d’en haut. Les poules se passeront bien de moi cinq jours.",
    // The plan.
    "Leftovers": "Restes",
    "Out with Grandma": "Sortie avec mamie",
    "Ratatouille": "Ratatouille",
    "Shakshuka": "Chakchouka",
    "Bibimbap": "Bibimbap",
    "Buttermilk Pancakes": "Pancakes au babeurre",
    "Tarka Dal": "Tarka dal",
    "Beef Bourguignon": "Bœuf bourguignon",
    // The shopping list.
    "Hardware shop": "Quincaillerie",
    "20 screws": "20 vis",
    "yoghurt": "yaourt",
    "bananas": "bananes",
    "coffee": "café",
    "6 eggplants": "6 aubergines",
    "500 g tomatoes": "500 g de tomates",
    "250 g tomatoes": "250 g de tomates",
    "2 red peppers": "2 poivrons rouges",
    "1 l milk": "1 l de lait",
    "1 loaf of bread": "1 pain",
    "4 tbsp olive oil": "4 c. à s. d’huile d’olive",
    "30 ml olive oil": "30 ml d’huile d’olive",
    "cumin": "cumin",
    "toilet paper": "papier toilette",
  ]
}
