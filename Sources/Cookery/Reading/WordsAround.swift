/// Words around foods in English and French: what changes a food, and what says nothing about it.
extension Words {
  /// Before "fat", which is then no food: "half-fat".
  static let fatness = folded(
    "full, half, low, lower, lowest, reduced, less, medium, high, higher, zero, whole, no, non, light, one, two, nice, big, percent"
  )

  /// What they describe has an inside or a coat of its own.
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

  /// What dishes that others cooked come in.
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
    "instead, alternative, substitute, replacement, substitution, place, rather, lieu, remplacement, replaces, remplace, remplacer"
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

  /// What, beside the words of `neutral`, stands around foods: kitchen things, places, people, times, quantities.
  static let aroundFoods = [
    """
    luke core cores footnote cook naval diameter thru portabella rounder drumette drumettes wingette wingettes roaster fryer broiler oxheart fl hunk hunks skinny prob item items gm gms fruity peppery grassy compound aerate aerated fluffed spooned leveled levelled tentacle tentacles hood hoods vache batch batches lrg lg sm hydration bubbly fleshed flakey desiccated flanken arm mex tex israeli contains
    mer appétit miche miches cafetière cafetières faible teneur longe casseau casseaux canne cannes plat plats enveloppe enveloppes emballé emballée emballage montage chopine déshydraté déshydratée déshydratés déshydratées régime contenant contenants grosseur format portion portions
    français française françaises israélien casher kasher cacher régulier régulière réguliers régulières champêtre neutre fleuron fleurons fleuret fleurets broyées broyé broyée broyés gavé gavée pqt tab méditerranéen grelot grelots san marzo
    être peut peuvent peux pouvez vous nous il ils elle elles je j ai as avez ont est sont sera serait était faut faudra mis mets mettez prends prenez prendre préfère préférez aime aimez voulez veux désirez désiré trop beaucoup chaque remplacé remplacée remplacés remplacées inclus incluse inclusive compris comprise obtenir avoir retrouver marche très collante collant humide humides augmenter diminuer fera font fait dépendant dépend facilement
    dairy dessertspoon dessertspoons dessertspoonful dsp sediment neige pression sorti sortis sortie sorties dernier dernière derniers complet complète complets complètes barre barres champs robe robes abbaye emploi mode agricole agricoles poutine montée première premier pression
    let cant dont half moons sized fourway essuie tout bain marie label rouge haute grandes surfaces inside keeping aside away layer layers counter least damp cloth paper towel towels thrown throw ladleful ladle ladles scoop scoops scooped scooping dollops fistful fistfuls glug glugs lug sploosh slug dribble smidgen smidge dusting sprinkling scattering helping helpings serving tad touch whisper
    count skip don dont won doesn isn unshaken shaken shake well stirred unstirred stir undiluted diluted undrained reserved liquid liquids packing brine soaking poaching simmering blanching grating rolling shaping proving proofing kneading dredging coating thickening thinning binding sealing basting glazing brushing scattering drizzle assembling assembly layering lining marinating marinade macerating pickling preserving canning freezing
    jacket heritage heirloom fingerling waxy roasting mashing baking stewing braising grilling barbecuing eating cooking party family value everyday luxury premium finest deluxe gourmet artisan artisanal rustic traditional country farmhouse style deli counter butcher butchers fishmonger fishmongers greengrocer grocer baker bakers bakery supermarket shop
    fire flame charcoal smoke smoky woodsmoke oak applewood hickory mesquite cherrywood beechwood maplewood charred blackened seared browned blistered caramelised caramelized glossy shiny golden browning crackling crusts crust rind rinds pith membrane membranes sinew gristle silverskin fat cap bone marrow cavity cavities giblets innards guts gills scales beard beards claws shells husk husks silk silks
    microwave microwaveable microwavable pouch pouches sachets packets punnets trays boxes bags bottles cartons carton crate crates bale bales handfuls bunches squirt squirts squeeze squeezes squirting pump pumps shot shots jigger jiggers measure measures finger fingers thumbs knuckle fist palm golf tennis mouthful mouthfuls
    nest sheets sides side moons coin coins disc discs disk disks medallions rounds ribbons shards shard splinter splinters nibs curls curl shavings shaving peelings parings matchsticks dices cubettes nubbin nubbins knobbly gnarly stubby slender lumps lumpy grainy silky velvety runny gooey sticky tacky thickish thinnish wobbly set loose dense light airy bouncy springy spongy
    morning afternoon evening tonight yesterday tomorrow week weekend summer winter autumn christmas easter thanksgiving holiday festive birthday kid kids children child adult adults guest guests person people diners portionable
    absolutely almost already also although always anything anywhere because been being best better between both bought bring brought buy careful carefully cannot carved choose chosen clean come comes comfortably completely couple course daily dead deep deeply delicious depends desired despite different difficult directly discard doing done draining each early easily either else enough entire entirely especially essential etc even eventually every everything exact exactly except exposed extremely face facing fairly fall falling feel few find fit fits flattened following forget found fuss generally get getting give given gives go goes going gone good got great handful hard have having heavily help here high highly hint hold hope however idea ideal if immediately important including inclusive instruction instructions intact keep kind know large last later leftover less like likely little long longer look looking lots low main mainly make makes many matter maybe mean means meantime middle minimum maximum mind mine minus mostly move much must name named near needs never next nice none normal normally nothing now obviously occasionally ok okay once ones only onto open opened optionally order originally otherwise ought overall own particularly perhaps personal personally pick pieces place plenty point possible practically preferred presoaked pretty previously probably proper properly provided put quite rather ready real really reason recently recommend regular relatively remaining requires required respectively rest right roughly safe said save say second see seem seen separate separately serious seriously set several short should show similar simply since single skip slight slightly slowly somewhat sort soon splash start starting steady still stop stored strictly strongly stuff such suit suitable suited super supposed sure swap take taken tasted tell than thank them then there therefore they thicker thin thing things think thinner third thorough thoroughly those though three thrice through throw throwing till tiniest tips together too topmost total totally tried truly try turn twice type typical ultra under unless unlike until unusual upper upright usable useful usually variation vary version via wait want wanted wants watch way ways weigh weighed weighs well went whatever when whenever where wherever whether which whichever while whole why will wish with within without wonderful work works worry worth would wrap wrapped yes yet yield yields
    britain british england scotland scottish wales welsh ireland cornwall cornish devon somerset kent yorkshire lancashire norfolk suffolk essex cumbria orkney shetland hebridean highland america canada canadian quebec maine vermont texas texan california californian louisiana hawaii hawaiian alaska alaskan florida georgia boston york chicago seattle oregon australia australian tasmania tasmanian queensland victoria zealand kiwi jamaica jamaican caribbean trinidad barbados guyana africa african moroccan tunisia tunisian egypt egyptian lebanon lebanese syria syrian persia persian iran iranian iraqi israeli palestinian yemeni ethiopian nigerian ghanaian senegalese kenyan indonesia indonesian malaysia malaysian singapore singaporean vietnam vietnamese philippines filipino cambodian burmese sri lanka lankan pakistan pakistani punjabi gujarati bengali goan keralan nepalese tibetan sichuan szechuan cantonese hunan taiwan taiwanese hong kong kyoto tokyo osaka okinawan sicily sicilian naples neapolitan tuscany tuscan ligurian sardinian roman venetian calabrian puglian piedmont iberian catalan catalonia andalusian galician basque castile portugal portuguese azores brazil brazilian argentina argentine argentinian chile chilean peru peruvian colombian venezuelan cuban mexico oaxacan yucatan puebla norway norwegian denmark danish sweden finland finnish iceland icelandic poland polish hungary austria austrian viennese swiss bavarian belgium belgian flemish czech slovak romanian bulgarian serbian croatian greece crete cretan cyprus cypriot aegean
    """,
    """
    vieux vieille vieilles affinage mieux meilleur meilleure meilleurs meilleures moins maximum minimum carré carrés carrée losange losanges triangle triangles bâton bâtons bâtonnets mirepoix salpicon tronçon tronçons biseau biais sifflet mouillettes effilochée boule boules disque disques cercle cercles rond ronds ronde rondes ovale ovales carton cartons bouteille bouteilles canette canettes flacon flacons tube berlingot berlingots sachets étui étuis pochette pochettes ramequin ramequins louche louches saladier bol bols assiette assiettes moule cocotte marmite casserole sauteuse faitout four frigo réfrigérateur congélateur mixeur mixer blender robot batteur fouet spatule maryse couteau couteaux fourchette ciseaux mandoline économe râpe mortier pilon tamis chinois passoire étamine torchon linge papier absorbant film alimentaire aluminium cuisson plaque grille gril barbecue braise braises feu bougie vapeur friteuse poêlon wok plancha tajine couscoussier
    maigre maigres gras grasse grasses demi-gras mi-gras mi-maigre mi-cuit mi-cuits juteux juteuse juteuses croquant croquante croquants croquantes fondant fondante fondants fondantes onctueux onctueuse crémeux crémeuse crémeuses épais épaisses mince minces fin fine menu menus grossier mou molle molles dur dure durs dures rassis rassise rassises croustillante moelleuses sucré sucrée sucrés sucrées salée salées amers amères aigre aigres acide acides acidulé acidulée âcre pimenté pimentée pimentés pimentées relevé relevée relevés épicé épicée épicés épicées doux douces puissant puissante léger légère légers légères lourd lourde intense intenses subtil parfait parfaite parfaits bel belle ancien ancienne anciens anciennes traditionnel traditionnelle traditionnels traditionnelles artisanal artisanale artisanaux industriel industrielle authentique véritable véritables vrai vraie vrais vraies naturels naturelles classique classiques ordinaire ordinaires courant courante simple simples spécial spéciaux régional régionale local locale locaux locales italien italienne italiens italiennes espagnol espagnole grec grecque grecs grecques turc turque libanais libanaise marocain marocaine tunisien tunisienne algérien algérienne japonais japonaise chinois chinoise chinoises thaï thaïe thaïlandais thaïlandaise vietnamien vietnamienne indien indienne mexicain mexicaine américain américaine anglais anglaise allemand allemande alsacien alsacienne provençal provençale provençales normand normande normands normandes breton bretonne basque basques catalan catalane corse corses savoyard savoyarde savoyards lyonnais lyonnaise bourguignon bourguignonne niçois niçoise nantais nantaise auvergnat auvergnate antillais antillaise créole créoles réunionnais québécois québécoise canadien canadienne belge belges wallon flamand flamande vaudois vaudoise valaisan valaisanne genevois genevoise fribourgeoise jurassien jurassienne bernois bernoise africain africaine sénégalais ivoirien
    bourgogne alsace lorraine jura bresse savoie dauphiné provence languedoc roussillon gascogne gers landes périgord quercy aquitaine béarn pyrénées vendée bretagne normandie picardie nord ardennes auvergne limousin berry touraine anjou loire sologne beauce corse camargue guérande noirmoutier ré oléron isigny cancale marennes paimpol plougastel roscoff espelette nice nîmes marseille toulouse lyon dijon paris grenoble montélimar cavaillon carpentras charente charentes poitou alpes vosges morvan cévennes ardèche lozère aveyron tarn hérault gruyère valais vaud genève neuchâtel fribourg berne bruxelles liège namur flandre québec gaspésie charlevoix montréal acadie îles guadeloupe martinique réunion guyane maurice madagascar italie espagne portugal grèce maroc tunisie algérie liban turquie iran inde chine japon thaïlande vietnam mexique pérou brésil écosse irlande norvège danemark islande hollande allemagne autriche sicile toscane naples
    défaut sinon quantité quantités suffisante quantum satis qs besoin souhait envie volonté loisir cas autre autres même mêmes tel telle tels celui celle ceux quel quelle laquelle lequel dont où qui que quoi comme ainsi alors aussi autant avant après pendant durant depuis jusque jusqu vers chez contre entre parmi sauf excepté malgré surtout notamment exemple plutôt presque quasiment souvent parfois toujours jamais encore déjà puis ensuite enfin juste seulement uniquement simplement directement délicatement soigneusement rapidement longuement doucement fortement complètement totalement entièrement séparément ensemble séparé dessus dessous dedans dehors intérieur extérieur moitiés milieu centre bord bords bout bouts extrémité extrémités fond surface côté côtés partie parties reste restant restante morcelet base
    personne personnes pers convive convives invité invités enfant enfants adulte adultes part parts tablée gourmand gourmands gourmande repas soir matin midi nuit veille lendemain jour jours semaine mois année heure heures minute minutes min seconde secondes fois instant moment hiver été printemps automne noël pâques fête fêtes
    main mains doigt doigts pouce poing paume œil bouche goutte gouttes trait larme larmes soupçon nuage pointe pointes poignée pincées cuillerée cuillerées rasade lichette nappage chouïa doigt giclée louchée bolée verrée tombée cuillères tasses verres paquets boîtes pots briques bocaux bouquets bottes branchettes branchette brindille brindilles ramure pieds pétales pétale pistil pistils étoile étoiles cœur cœurs noyau noyaux pépin pépins peaux pelure pelures écorces épluchures coque cosse cosses carapace carapaces pince pinces bulbe bulbes racine racines tubercule tubercules germe germes fane fanes pousse pousses jets rameau nervure nervures membrane membranes fibre fibres fil fils ligament nerf nerfs dent dents écaille écailles nageoire nageoires barbe barbes 
    servir servant napper arroser saupoudrer parsemer garnir décorer dresser accompagner déguster tremper dorer beurrer fariner chemiser foncer étaler abaisser pétrir lever mélanger incorporer délayer diluer lier épaissir déglacer mouiller braiser mijoter cuire rôtir griller frire sauter revenir suer blondir rissoler pocher blanchir ébouillanter réchauffer refroidir congeler décongeler dégeler conserver mariner macérer infuser dessaler dégorger dégraisser égoutter éponger sécher essuyer laver rincer nettoyer brosser gratter éplucher peler couper trancher émincer hacher ciseler concasser écraser piler mixer broyer moudre râper presser extraire zester lever désosser parer ficeler brider assaisonner saler poivrer goûter ajuster rectifier remplacer utiliser choisir prendre prévoir compter demander ajouter enlever retirer ôter jeter garder réserver mettre sortir laisser reposer gonfler tiédir tartiner badigeonner enduire graisser huiler frotter rouler plier former façonner mouler démouler tapisser
    changer mise mis prévu prévue prévus acheté achetée achetés achetées vendu vendue vendus vendues trouvé ramassé ramassés cueilli cueillie cueillis cueillies pêché pêchée fourni fait faite faits faites obtenu reconstitué reconstituée dissous dissoute fendu fendue ouvert ouverts ouverte ouvertes fermé découvert couvert retenu perdu ajouté voulu désiré désirée requis nécessaire nécessaires indispensable facultatif facultatifs facultatives optionnelle possible possibles préférable recommandé conseillé conseillée suggéré recommandée disponible artificiel artificielle artificiels artificielles alimentaire alimentaires culinaire comestible comestibles diététique allégés pauvre riche teneur taux matière sodium réduit réduite light zéro écologique équitable sauvage sauvages élevage élevé ligne chalut sauvagine aoc aop igp certifié certifiée origine provenance terroir ferme marché jardin potager verger épicerie poissonnier boucher charcutier fromager traiteur rayon boulangerie primeur grande 
    flocon flocons copeau paillette paillettes granulé granulés perle perles bille billes cristal cristaux pastille pastilles tablette tablettes palet palets galet bloc blocs brique pièce lot lots po pouce pouces lb lbs oz pqt pqts paq sach bte btes bt cs cc càs càc csp cuil cuill ml cl dl litre litres kg gr grs g mg cm mm env approx ex éd ø
    talon sans nu nue étiquette grade tendreté calibres calibrés petits-moyens moyennement grosseur grossièrement grosse épaisseur épaisseurs hauteur largeur longueur diamètre poids brut net volume température ambiante pièce froid frigorifié glacés glacée glacées

    """,
    // Kinds, makers and breeds in English: what they stand beside says what is in it.
    """
    goya oetker dr lipton recipe secrets basic kettle bournville cavenders mignon mignons wholemeal grinding shiro wholewheat wholegrain aerosol hand dived lily eagle brand milano daniele tablet tablets trimmings grade stone freeze nonstick buttery continental matchsticks cubetti boxed artisan artisanal creamery farmhouse deli counter supermarket takeaway carton cartons tubs pots sleeve sleeves punnets trays jigger jiggers shot shots thumbnail fistful glug glugs lug scoops drizzle smidge smidgen splosh slug rasher rashers knobs wedge wedges spear spears floret stick sticks strand strands thread threads disc discs batons ribbon ribbons curl curls shard shards nugget nuggets
    pillsbury crocker duncan hines kraft nestle hershey hersheys ghirardelli guittard callebaut valrhona lindt cadbury mcvities arnotts arnott warburtons hovis kingsmill pepperidge campbell campbells swanson progresso delmonte libbys barilla cecco garofalo rummo mutti cirio napolina biona birdseye bessies bessie mccain johnsonville applegate perdue tyson butterball hormel giovanni buitoni wegmans kirkland tesco sainsbury sainsburys waitrose asda morrisons ocado carnation kerrygold lurpak colman colmans kikkoman hellmanns heinz pataks sharwoods clonakilty tunnock tunnocks
    gressingham aylesbury barbary berkshire tamworth angus hereford dexter galloway duroc mangalitsa kurobuta saltmarsh herdwick
    seasonal eating edible homestyle restaurant-style snack snacking lunchbox fun-size sharing king-size family-size bitesize bite-sized jumbo-sized assorted clean frenched spatchcocked pre-cooked precooked par-cooked par-baked ovenready ready-to-eat ready-to-use pre-sliced presliced pre-shredded preshredded pre-grated pre-washed prewashed triple-washed unpeeled untrimmed unsifted unbleached bleached bromated unenriched stoneground hulled dehulled unhulled husked dehusked shelled unshelled
    """,
    // French: packets, shapes and places.
    """
    chemise bûche bûches trop sud ouest est nord multicolore déveiné pays silicone âge ravier raviers tourage bombe bombes contenant contenants canne cannes rectangulaire rectangulaires grelot grelots chiffonnade carpaccio brochette brochettes lobe carcasse grappe grappes bébé bébés infantile bloom plant plants rayon émietté barquettes portion portions individuel individuels individuelle individuelles familial familiale apéritif apéro dînatoire 
    effilés effilochés juliennes brunoises paysanne matignon bâtonnets allumette languette languettes pétale copeaux rubans spirale spirales mouillette rosace rosaces lamelle 
    président isigny elle-vire lactel bridélice yoplait danone nestlé lesieur puget amora maille bonduelle cassegrain daucy herta fleury michon madrange labeyrie delpeyrat panzani barilla rummo giovanni rana lustucru buitoni marie picard thiriet carrefour leclerc auchan monoprix intermarché casino biocoop vahiné alsa ancel francine saint-louis daddy béghin poulain barry cacao-barry valrhona weiss cluizel trablit boiron campbell lipton aylmer selection compliments irrésistibles québon natrel lactantia becel redpath robin
    """,
  ]
}
