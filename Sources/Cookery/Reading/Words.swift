/// The words around the foods in a line.
enum Words {
  /// Words inside the names of foods that carry no meaning: "lait de coco", "cream of tartar".
  static let stop: Set<String> = folded(
    """
    of, the, de, du, des, d, la, le, les, l, al, del, di, della, delle, dei, degli, dell, do, da, das, dos, den, der, dem, das, die, van, von, av, af,
    s, à, au, aux, en, el, los, las, lo, il, gli, von, het, een, un, une
    """)

  /// Participles that, behind a comma, are part of the food's name: "масло, настоянное на чесноке".
  static let infused: Set<String> = [Stem.of("настоянное")]

  /// Between alternatives.
  static let or: Set<String> = folded("or, ou, oder, или, либо, o, oppure, eller, 또는, 혹은, 이나, 아니면")
  static let and: Set<String> = folded(
    "and, et, und, и, y, e, ed, och, og, en, plus, 와, 과, 및, 그리고, with, avec, mit, с, со, con, com, med, met")

  /// "in brine": a food may follow.
  static let inside: Set<String> = folded("in, dans, в, во, im")
  /// What follows them is no food of the line: a purpose, a size, a temperature.
  static let prepositions: Set<String> = folded(
    """
    for, to, at, until, till, about, approx, approximately, into, depending, off, through, across, against, by, each, if, see, like, use, used, as, when, per, roughly,
    pour, environ, selon, afin, jusqu, en, chacun, chacune, suivant, voir, soit, si, für, ca, etwa, je,
    для, по, около, примерно, до, чтобы, если, каждый, каждая
    """)
  /// Those that end the name even without a comma: "flour for dredging".
  static let purpose: Set<String> = folded(
    "for, to, at, until, about, into, depending, pour, selon, environ, для, по, около, примерно, чтобы, für")
  static let possessive: Set<String> = folded("its, their, your, leur, leurs, son, sa, ses")
  static let articles: Set<String> = folded(
    "the, a, an, this, our, one, half, two, three, four, total, all, bite, pieces, chunks")
  static let cutting: Set<String> = folded(
    "cut, spiralized, spiralised, sliced, chopped, broken, torn, divided, split, diced, shaped, formed, halved, quartered, separated, snapped, cubed, julienned, coupé, coupée, coupés, coupées, taillé, taillée, taillés, taillées, détaillé, détaillée"
  )

  /// What "tart" before it describes.
  static let sour = folded("apple, apples, cherry, cherries, green, red, cooking, eating, plum, plums, berries")

  static let optional: Set<String> = Set(
    folded(
      "optional, optionally, facultatif, facultative, facultatifs, facultatives, optionnel, optionnelle, optionnels, опционально, необязательно, 선택, 선택사항, 옵션, 생략가능, fakultativ, opcional, opzionale, facoltativo, facoltativa, valfritt, valgfri, valgfritt, optioneel"
    ).map { Stem.of($0) })

  /// "without nuts", "sans gluten"
  static let without: Set<String> = folded(
    "without, sans, ohne, без, senza, sin, sem, utan, uden, uten, zonder, no, non, not")
  /// "gluten-free", "eifrei"
  static let free: Set<String> = folded("free, frei, fri, vrij, freie, freier, freies, fritt")

  /// The traits that a word removes before "free" or after "without".
  static let withdrawn: [String: Traits] = {
    let rows: [(String, Traits)] = [
      ("lactose, лактозы, laktose, lattosio, lactosa, laktos, 유당, 락토", [.fodmap]),
      ("gluten, глютена, глютен, glutine, 글루텐", [.gluten]),
      ("wheat, blé, weizen, пшеницы, 밀, trigo, grano", [.wheat]),
      (
        "dairy, milk, lait, laitages, milch, молока, 우유, 유제품, latte, leche, leite, mælk, mjölk, melk, produits laitiers, casein",
        [.dairy]
      ),
      ("egg, oeuf, oeufs, ei, eier, яиц, яйца, 달걀, 계란, uova, huevo, ovo, ovos, æg, ägg", [.egg]),
      ("nut, noix, nuss, nüsse, орехов, 견과류, 견과, fruits à coque, frutos secos, nötter", [.nut]),
      ("peanut, arachide, arachides, cacahuète, cacahuètes, erdnuss, арахиса, 땅콩", [.peanut]),
      ("soy, soya, soja, сои, 대두, 콩", [.soy]), ("sesame, sésame, sesam, кунжута, 참깨", [.sesame]),
      (
        "sulfite, sulphite, sulfites, sulphites, soufre, soufré, soufrés, soufrée, soufrées, sulfités, sulfitées, сульфитов, 아황산",
        [.sulfite]
      ),
      ("fish, seafood, shellfish, poisson, fisch, рыбы, 생선, 해산물", []), ("meat, viande, fleisch, мяса, 고기", .meat),
    ]
    var table: [String: Traits] = [:]
    for (names, traits) in rows {
      for name in names.split(separator: ",") {
        table[Fold.words(of: String(name)).map { Stem.of($0) }.joined(separator: " ")] = traits
      }
    }
    return table
  }()

  /// Single words that remove traits.
  static let withdrawing: [String: Traits] = {
    let rows: [(String, Traits)] = [
      (
        """
        vegan, vegane, veganer, veganes, veganen, végan, végane, vegana, vegano, vegansk, veganske, végétalien, végétalienne, веганский, веганская, веганское, веганские, 비건,
        plantbased, végétal, végétale, végétaux, vegetale, vegetabilisk, plantaardig, pflanzlich, pflanzliche, eggless
        """, .fromAnimals
      ),
      (
        "glutenfree, glutenfrei, glutenfreie, glutenfreies, glutenfri, glutenfritt, glutenfria, glutenvrij, glutenvrije, безглютеновый, безглютеновая, безглютеновое, 글루텐프리, 무글루텐",
        .gluten
      ),
      (
        "nondairy, немолочный, немолочная, немолочное, немолочные, безмолочный, безмолочная, безмолочное, безмолочные, 논데어리, 비유제품",
        .dairyByPacket
      ),
      ("무유제품, 유제품프리", .dairy),
      ("unsulphured, unsulfured", .sulfite),
      ("безлактозный, безлактозная, безлактозное, безлактозные, lactosefree, laktosefrei, 락토프리, 무유당", .fodmap),
    ]
    var table: [String: Traits] = [:]
    for (names, traits) in rows {
      for name in folded(names) { table[Stem.of(name)] = traits }
    }
    return table
  }()

  /// "non-dairy", "crème non laitière", "sans produits laitiers", "без молочных продуктов": of milk, behind a denial.
  static let ofMilk: Set<String> = Set(folded("dairy, laitier, laitière, молочных").map { Stem.of($0) })
  static let products: Set<String> = folded(
    "products, product, ingredients, produits, produit, ingrédients, продуктов, продукта, ингредиентов, компонентов")

  /// Before "végétale" and the like, which then says nothing about the rest of the line.
  static let fats = folded(
    "huile, huiles, graisse, graisses, matière, matières, grasse, grasses, margarine, olio, aceite, óleo, Öl, Fett, fett, olja"
  )

  /// "if needed", "for a gluten-free version": the qualifier after it does not apply to the recipe.
  static let conditional = folded(
    """
    if, for, to, option, optional, needed, required, si, pour, wenn, falls, für, если, при, se, per, para, 필요시, 선택, can, works, work, possible, otherwise, used, remplacé,
    remplacée
    """
  )

  /// Words that are no food though they share a food's stem: сырой is raw, сыр cheese.
  static let exactNeutral = folded(
    "сырой, сырая, сырое, сырые, сырых, сырого, сырым, сырыми, печеный, печеная, печеные, печеное, печеных, печеного, печеной, зеленый, зеленая, зеленое, зеленые, зеленого, зеленых, зеленой, филе, мороженый, мороженая, мороженые, мороженых, мороженой, мороженую, moule, rib, ribs, vine, vines, crunchy, sous, saler, many, pans, ная, ныи, ное, нои, ные, ного, ную, бут, пач, гол, зуб, бк, св, мор"
  )

  /// The first words of a heading: "For the dough", "Pour la pâte".
  static let headings: Set<String> = [
    "for the", "pour la", "pour le", "pour les", "pour l", "fur den", "fur die", "fur das", "para la", "para el",
    "para o", "para a", "per la", "per il",
    "per l", "til", "till", "voor de", "voor het", "для",
  ]

  static func folded(_ text: String) -> Set<String> {
    Set(text.split(separator: ",").flatMap { Fold.words(of: String($0)) })
  }

  /// Words for amount, size, freshness, cutting or cooking; they never name a food.
  static let neutral: Set<String> = {
    var stems: Set<String> = []
    for text in neutralTexts + aroundFoods {
      for word in Fold.words(of: text) { stems.insert(Stem.of(word)) }
    }
    for verb in Fold.words(of: frenchParticiples) {
      for ending in ["e", "ee", "es", "ees"] { stems.insert(Stem.of(verb + ending)) }
    }
    return stems
  }()

  /// Parts of an animal: beside its name they add nothing; in a step they stand for it ("turn the thighs").
  static let cuts: Set<String> = Set(
    folded(
      """
      breast, thigh, leg, shoulder, fillet, loin, flank, rack, tail, neck, wing, cutlet, medallion, escalope, steak, rib, haunch, saddle, hock, drumstick, skirt, joint
      """
    ).map { Stem.of($0) })

  /// Those that move from the front of a name into the note: "finely chopped onion".
  static let preparation: Set<String> = Set(
    folded(
      """
      finely, thinly, coarsely, roughly, freshly, chopped, diced, sliced, minced, grated, shredded, crushed, cubed, melted, softened, beaten, peeled, sifted, halved, quartered,
      torn, mashed, toasted, shaved, crumbled, trimmed, rinsed, drained, cooked, chilled, packed, heaping, heaped, level, scant, lightly, firmly, very,
      gehackte, gehackter, gehacktes, geriebener, geriebene, geriebenes, gehobelte, zerlassene, geschmolzene,
      мелко, крупно, нарезанный, нарезанная, нарезанное, рубленый, рубленая, тертый, тертая, измельченный, измельченная, растопленное, 다진, 썬, 채썬, 간, 녹인, 잘게, 곱게
      """
    ).map { Stem.of($0) })

  /// An English adverb or participle: "roughly", "halved"; a Russian infinitive or participle. Foods that end so are in the
  /// table, which is searched first.
  static func looksNeutral(_ word: String) -> Bool {
    let letters = word.utf8
    guard letters.count >= 5 else { return false }
    if ["ly", "ised", "ized", "less", "able"].contains(where: { word.hasSuffix($0) }) { return true }
    // "doublez", "progressivement"
    if word.hasSuffix("ez"), letters.count >= 6 { return true }
    if word.hasSuffix("ement"), letters.count >= 8, word != "supplement" { return true }
    // Russian infinitives and participles: нашинковать, пассерованная.
    if word.hasSuffix("ть"), letters.count >= 12 {
      return ["ать", "ять", "еть", "ить", "оть", "уть", "ыть"].contains { word.hasSuffix($0) }
    }
    let stem = Stem.of(word)
    if stem.utf8.count >= 16, ["анн", "янн", "енн"].contains(where: { stem.hasSuffix($0) }) { return true }
    return word.hasSuffix("ed") && !word.hasSuffix("eed")
  }

  private static let neutralTexts = [
    // English
    """
    a an the of and or to for in on at as by from with into if you your it its is are be been this that these those each every any some few more less about approx approximately
    plus additional extra another other all only also just very well not too such like e g i eg ie etc per see note notes recipe above below page tip tips link
    approximate roughly around circa ca nearly almost scant generous heaping heaped level rounded packed full half halves quarter quarters third thirds double one two three four five six seven eight nine ten dozen couple several pair
    small medium large big little tiny huge thick thin long short wide narrow whole size sized jumbo extra xl regular standard average mini baby giant good nice best quality high low
    fresh freshly frozen thawed defrosted dried dry canned tinned bottled jarred packaged prepared ready made homemade home store bought shop organic bio natural pure free range raw uncooked cooked precooked parboiled blanched steamed boiled roasted toasted grilled baked fried sauteed caramelized smoked cured uncured salted unsalted sweetened unsweetened flavored unflavored seasoned unseasoned
    ripe unripe overripe firm soft softened hard tender crisp crispy crunchy juicy crumbly sticky smooth creamy chunky fine finely coarse coarsely rough
    chopped diced minced sliced grated shredded crushed ground cracked mashed pureed cubed halved quartered torn cut chunks chunk pieces piece bite cubes cube strips strip slices slice rings ring rounds round wedges wedge sticks stick batons julienne julienned ribbons florets floret spears matchsticks dice lengthwise crosswise diagonally diagonal bias
    peeled unpeeled skin skinned skinless skinon boneless bone bones bonein deboned pitted unpitted stoned cored seeded deseeded seeds seed stem stems stemmed stalk stalks root roots tops top ends end tip tips leaves leaf green greens white whites part parts only outer inner tough trimmed washed rinsed scrubbed cleaned drained patted pat dry squeezed strained sifted soaked overnight picked shelled shell shells hulled husked zested zest juiced juice peel rind flesh pulp
    room temperature temp warm lukewarm hot cold chilled cool cooled ice iced melted beaten whisked lightly whipped separated divided reserved removed discarded optional needed necessary desired preferred choice taste tasting serve serving servings garnish garnishing decorate decorating decoration dusting greasing frying sprinkling drizzling brushing rolling topping coating dipping cooking baking pan tin dish bowl bag
    cup cups tablespoon teaspoon spoon spoonful can cans tin jar jars bottle package packet pack box bag bunch sprig sprigs head heads clove cloves stick pinch dash handful splash drizzle knob inch inches cm mm gram ounce fat lean light reduced skim skimmed semi full lowfat nonfat sodium unsulphured unsulfured
    old new young day stale type style kind brand variety mixed assorted red yellow orange purple black brown golden dark blond pink blue color colour colored coloured
    sweet hot mild spicy sharp sour bitter strong plain pure simple instant quick easy active rapid rise fast all purpose use using used add adding added then until before after when while so will would can could should may might want have has get find available substitute substituted instead sub swap omit leave left out over up down off through together apart aside extra side sides both either neither same different
    save keep let stand rest sit time minutes minute hours hour weight weighed weighing total volume measure measured measuring amount amounts quantity equal equals equivalent unit units portion portions
    i we they them our my me us prefer recommend love think used using work works great really absolutely perfect beautiful favorite favourite usual traditional traditionally authentic classic original local seasonal farm market supermarket store grocery asian italian mexican french greek indian chinese japanese thai korean spanish american english german russian moroccan irish hungarian swedish cajun portuguese european mediterranean
    kosher maldon flaky table sea himalayan iodized grain grained granulated long short round basmati jasmine english french kirby persian roma plum vine heirloom campari hass granny smith fuji gala honeycrisp pink lady gold golden delicious yukon russet idaho maris piper king edward desiree charlotte navel valencia meyer spanish vidalia walla bermuda maui dutch savoy napa persian italian flat curly leafed parts bulb bulbs thumb thumbsized knobs rib ribs inchthick thickness thickly edible unwaxed waxed heat heaped touch nub
    scrape scraping shake voile under envelope sleeve twist twists granules granule
    finish season choosing relatively deep fry frying minutes soaked per low fodmap kilo
    live vacuum flakes flake adjust increase reserve replace morton mccormick king arthur martin chef burrito rock kashmiri masa cracked aleppo punnet direction directions try make making bulk boiling nest nests point butt bittersweet semisweet variation variations needles needle tenderstem kept powder powdered extract essence sheet sheets puree puréed paste blend blends kernel kernels cob cobs ear ears crown crowns fin fins
    claw claws roast segment segments pod pods bulb frond fronds tuft tufts heart hearts
    but here crumb crumbs crumbles mixture combination assortment solids protein bar bars block log ball balls tart sharp floury waxy bird eye birds tiger nub gourmet similar seedless plump pale wavy leftover
    leftovers larger smaller squares square first tasty special fluffy virgin neutral flavor flavour flavored flavoured starchy wild rainbow button heavy hearty straight split stiff slit lengthways widthways thumbnail
    knife pestle mortar microplane grater peeler blender processor mandoline fork hammer mallet blade sieve colander casserole skillet saucepan wok griddle barbecue grill oven freezer fridge refrigerator tray trays mould moulds
    tenderized butterflied spatchcocked frenched tied rolled sold trim cap untrimmed depending appearance version variety varieties various gram kilogram gms ozs usa uk australia aka info
    boiler concentrate concentrated slab sturdy coals crusty oily mature aged vintage smelling unpasteurized pasteurized pasteurised unpasteurised jumbo colossal bitesize matchstick dollop swirl wheel lump sachet tub tubes tube
    loosely tightly gently preferably ideally possibly roughly evenly fully slightly partially quickly
    grade grass fed pasture raised wild caught farmed sustainable ethically line kosher halal vegetarian keto paleo friendly certified
    """,
    // French
    """
    un une des de du la le les l d et ou à au aux en par pour sur avec sans dans ce cette ces son sa ses votre vos notre si environ env à peu près plus moins très bien bon bonne beau belle beaux belles
    petit petite petits petites gros grosse grosses grand grande grands grandes moyen moyenne moyens moyennes entier entière entiers entières demi demie moitié quart tiers deux trois quatre cinq six dix douzaine quelques plusieurs
    frais fraîche fraîches sec sèche sèches secs séché séchée séchés séchées surgelé surgelée surgelés surgelées congelé décongelé décongelés conserve boîte bocal maison bio nature naturel naturelle pur pure fin fine fins fines finement gros grossièrement extra vierge premier qualité
    haché hachée hachés hachées émincé émincée émincés émincées râpé râpée râpés râpées coupé coupée coupés coupées tranché tranchée tranchés écrasé écrasée écrasés pressé pressée pelé pelée pelés pelées épluché épluchée épluchés épluchées dénoyauté dénoyautée dénoyautées dénoyautés épépiné épépinée épépinés égoutté égouttée égouttés égouttées rincé rincés lavé lavés lavées ciselé ciselée ciselés ciselées effeuillé concassé concassés concassées mondé moulu moulue moulus broyé pilé torréfié grillé grillée grillés grillées rôti rôtie rôtis cuit cuite cuits cuites cru crue crus crues fondu fondue ramolli ramollie mou pommade battu battus fouetté tiède chaud chaude froid froide glacé température ambiante tempéré
    mûr mûre mûrs mûres ferme fermes tendre tendres rouge rouges vert verte verts vertes jaune jaunes blanc blanche blancs blanches noir noire noirs noires rose roses blond blonde brun brune doux douce douces fort forte piquant piquante
    morceau morceaux dés cube cubes lamelle lamelles rondelle rondelles tranche tranches quartier quartiers bâtonnet bâtonnets julienne brunoise lanière lanières éclats brin brins branche branches botte bouquet feuille feuilles tige tiges gousse gousses tête pied peau os arête arêtes queue queues zeste zestes jus écorce pulpe chair grain grains graine graines poudre bâton
    goût convenance servir service décorer décoration déco accompagnement garniture badigeonner fariner beurrer cuisson moule plaque poêle friture dorure facultatif selon besoin choix option pincée cuillère soupe café verre tasse sachet paquet pot brique barquette plaquette rayon doré demi écrémé entier allégé liquide épais épaisse semi non salé sel traité traités biologique fermier fermière fermiers plein air calibre taille paysan type façon t45 t55 t65 voir recette note reste peu filet trait noix noisette c s cc cs cas cl
    rapide blonde cassonade fluide uht pâtissier pâtissière
    bouchon bouchons dosette dosettes rouleau rouleaux prêt prête prêts prêtes garnir dérouler boulanger fait copeau copeaux gris grise grises conférence modène agen breton bretons bretonne bretonnes sous tour tours moulin ex exemple refroidi refroidie légèrement fraîchement actif active veille ras rase rases bombée bombées spécial spéciale toutes tous tout fleurs fleur tran vingtaine dizaine quinzaine trentaine poignées
    couleur couleurs supplémentaire supplémentaires besoin commerce croustillant croustillante émietté cuill càs càc cuil mi quelques qq plein pleine rasé primeur nouvelle nouvelles nouveau nouveaux nouvel variété environ
    parfumé parfumée choisis selon goûts envie saison label marque idéalement préférence éventuellement sinon bonnes pied pieds tendres moelleux moelleuse grossier grossière allumettes mirepoix paysanne émietter
    suprême pavé pavés dos ventre longe collier darne darnes médaillon médaillons rôti sauté joue joues carré épaule cuisse cuisses aile ailes pilon pilons escalope escalopes entrecôte bavette paleron gîte jarret poitrine râble
    suisse assorti assortis assortie assorties réduit réduite réduits réduites précuit précuite précuits précuites miniature miniatures paillettes truffé truffée nord couic
    dénervé désossé désossée désossées parée parés nettoyé nettoyée nettoyées vidé vidée vidés écaillé écaillés ébarbées grattée grattées détaillé taillé taillée tamisé tamisée infusé réhydraté réhydratés torréfiées mixé mixée
    pétri roulé ficelé surgelées décongelées dégelé dégelées blanchi blanchis pochés poché mariné marinés saumuré fumé fumés fumée fumées séché affiné affinée corsé corsée intense amer amère tiède bouillant bouillante
    chacun chacune leur leurs seul seule pièce pièces lisse lisses vivant vivante vivants vivantes farineuse farineuses jeune jeunes longue longues longueur couronne couronnes cuissot râper caraméliser
    """,
    // German
    """
    ein eine einen einer eines der die das den dem des und oder mit ohne für zum zur zu im in aus auf an am bei von vom nach ca etwa evtl eventuell bzw z b sowie je pro nach geschmack bedarf belieben wenig etwas mehr viel
    klein kleine kleiner kleines kleinen groß große großer großes großen mittel mittelgroß mittelgroße mittlere dick dünn dünne ganz ganze ganzer halb halbe halber halbes frisch frische frischer frisches frischen getrocknet getrocknete getrockneter getrocknetes tiefgekühlt tk gefroren aufgetaut reif reife reifer reifes weich weiche weicher fest feste feiner feine feines fein grob grobe grober grobes warm warme warmes kalt kalte kaltes lauwarm lauwarme lauwarmes heiß zimmerwarm zimmertemperatur
    gehackt gehackte gehackter gehacktes gewürfelt gewürfelte geschnitten geschnittene gerieben geriebene geriebener geriebenes gemahlen gemahlene gemahlener gemahlenes gehobelt gehobelte geschält geschälte geschälter geputzt gewaschen entkernt entkernte entsteint entsteinte abgetropft gepresst gepresste zerdrückt geröstet geröstete gekocht gekochte gekochter gebraten roh rohe rohes geschmolzen zerlassen zerlassene zerlassener halbiert halbierte geviertelt würfel scheiben scheibe streifen stücke stück ringe zehe zehen bund kopf dose glas päckchen packung prise schuss spritzer stängel zweig zweige blatt blätter blättchen saft schale abrieb abgeriebene
    rot rote roter rotes grün grüne grüner grünes gelb gelbe gelber weiß weiße weißer weißes schwarz schwarze schwarzer braun brauner brauner dunkel dunkle hell helle süß süße scharf mild milde bio unbehandelt unbehandelte gestrichen gehäuft el tl msp pck type classic natur nativ natives kohlensäure prise prisen zum braten
    """,
    // Russian
    """
    и или с со без для на в по из от до к у о об при около примерно приблизительно штук шт г кг мл л ст ч стакан стакана ложка ложки столовая чайная пакет банка пачка упаковка пучок зубчик головка щепотка горсть кусок кусочек ломтик веточка стебель лист листья листики перья
    по вкусу желанию необходимости немного чуть мало много несколько пара половина половинка четверть треть два две три четыре пять один одна одно
    маленький маленькая большой большая крупный крупная мелкий мелкая средний средняя целый целая толстый тонкий длинный небольшой небольшая молодой молодая молодые старый спелый спелая зрелый свежий свежая свежее свежие сухой сухая сушеный сушеная сушеные замороженный замороженная консервированный консервированная отварной отварная отварное вареный вареная варёное жареный жареная печеный запеченный сырой сырая сырое сырые сыром сырого готовый готовая готовое соленый соленая копченый копченая маринованный маринованные теплый теплая горячий холодный холодная ледяная комнатной температуры мягкий мягкое растопленный топленое размягченный
    нарезанный рубленый рубленая тертый тертая молотый молотая молотое измельченный очищенный очищенная очищенные мелко крупно тонко кубиками кольцами полукольцами соломкой ломтиками дольками кожи кожей кожицы костей кости косточек косточки семян цедра сок мякоть
    колец колечек колечки колечками имитация с/м заливка брют ложек ложечек бутылок пачек коробок кружек рюмок мисок веток поварешек чарок щепотей банок чашек щепоток долек капель типа тостер тостере прокисший прокисшее скисший скисшее х вафельница аэрогриль аэрогриле мультиварка скороварка гриль-сковорода перекрутить провернуть шинковать нашинковать крупинка угол уголок заливки сморщенный метр метра метров ломтик подсушенный
    красный красная красные зеленый зеленая зеленые желтый желтая белый белая белое черный черная черное темный светлый розовый сладкий сладкая острый острая кислый кислая нежирный жирный жирность жирности обезжиренный натуральный домашний домашняя деревенский высшего сорта сорт первого рафинированный нерафинированный
    смазывания формы подачи украшения жарки посыпки теста тесто панировка посыпка глазурь заправка маринад начинки варки панировки обжаривания заправки сервировки соуса маринада крема глазури опционально желательно лучше можно любой любая любые другой примечание комнатная цвета
    нарезать порезать резать порубить рубить натереть потереть измельчить отварить сварить варить очистить почистить промыть вымыть помыть замочить растопить размягчить просеять взбить погасить пропустить протереть обжарить поджарить пожарить запечь испечь обсушить просушить разморозить снять удалить вынуть достать нашинковать шинковать размять растолочь истолочь раздавить разобрать разделить разрезать отделить остудить охладить подогреть нагреть слить отжать откинуть вычистить выпотрошить потрошить бланшировать ошпарить запарить заварить залить развести растворить перемолоть смолоть перекрутить прокрутить посолить поперчить смазать смазки обвалять обвалки панировать сбрызнуть украсить добавить взять использовать заменить покрошить раскрошить порвать настрогать
    порубленный порезанный порванный нарезан порезан порублен рублен натертый натерт тертый тонкотертый крупнотертый мелкорубленый мелконарезанный измельчен отварен сварен сваренный отваренный очищен промытый промыт вымытый замоченный замочен растоплен размягчен размороженный разморожен замороженный свежезамороженный мороженый охлажденный охлажден взбитый взбит просеянный просеян погашенный протертый пропущенный обжаренный подсушенный высушенный засушенный вяленый тушеный печеный запечен нашинкованный шинкованный раздавленный размятый растолченный толченый дробленый колотый лущеный шлифованный пропаренный распаренный ошпаренный бланшированный остывший остуженный подогретый нагретый разведенный растворенный перекрученный прокрученный перемолотый смолотый молотый свежемолотый свежевыжатый выжатый отжатый слитый процеженный фильтрованный кипяченый очищаемый обваренный потрошеный потрошенный выпотрошенный разделанный обработанный прессованный гранулированный рассыпчатый зернистый порошковый хлопьевидный резаный рубленный крошеный пластованный порционный ломтевой слабосоленый малосольный подсоленный несоленый подкопченный сладковатый горьковатый кисленький сочный упругий плотный хрустящий черствый вчерашний подсохший засохший сегодняшний ароматный душистый пахучий качественный хороший лучший обычный простой классический универсальный столовый пищевой кулинарный специальный настоящий отборный первосортный магазинный покупной рыночный фермерский импортный отечественный российский азиатский итальянский французский греческий корейский армянский грузинский узбекский китайский японский мексиканский турецкий финский немецкий болгарский украинский белорусский собственный оставшийся остальной нужный необходимый подходящий примерный неполный полный горкой горка верхом ровный столько полстакана полкило полкилограмма полпачки полбанки полпучка пол полторы полтора полтары несладкий безлактозный низкокалорийный маложирный легкий густой жидкий жирненький двадцатипроцентный мелкозернистый крупнозернистый тонкомолотый обойный просроченный резка нарезка нарезной
    терка терке терки пластинка пластина пластик соломка полоска полосок брусочек брусок кружочек кружок кругляш кубик кубик квадратик квадрат шашка полукруг полумесяц четвертинка половинка четверть дольками звездочка розочка букетик соцветие стручок початок бутон коробочка стружка крошево перышко хвостик плодоножка сердцевина сердцевинка шкурка кожура кожурка кожица пленка жилка прожилка хрящ хребет плавник чешуя голова туша тушка филе окорочка косточка семечко мякоть кончик нож мундир сито ситечко марля дуршлаг пресс чеснокодавка мясорубка блендер миксер комбайн ступка скалка сковорода сковородка духовка кастрюля противень форма фольга холодильник комнатная час часа часов минута минут ночь сутки день сколько возьмет примет уйдет понадобится потребуется нужно надо понадобиться если будет есть нет который также плюс минус через под над перед после затем потом сразу сначала отдельно вместе вместо либо желанию вкус кончике глаз глазок чтобы как так очень слегка немножко чуточку чуть-чуть побольше поменьше почти совсем уже еще только лишь весь все всего каждый штучка штучек см сантиметр сантиметров мм миллиметр диаметр толщина длина длиной толщиной диаметром размер размера калибр вес весом общий масса нетто брутто чистый порция порций бульонов соку горошина горошин горошком горошек капелька капель плитка рюмка бокал стаканчик кружка пиала пакетик баночка бутылочка коробка коробочка ведро тарелка миска лоток поддон брикет тюбик стик кочанчик вилочек пласт лепесток листочек прядь жменя жменька кучка охапка банк плошка мисочка десертный десертная кофейный чайный столовый
    цельнозерновой ленивый бэби беби менее более меня нас но раз вечера утра крутые крутой плавящийся мясистый бочковой голландский полусладкий полусухой постный половинок остатки остаток вдоль крайняя фаланга фаланги типа тип ваш вашему ваше стол стола рук руки липло липнет липла требует требуют замачивания замачивание ж ный ого процентный двадцать десять тридцать зерненый зернах отжима разобранный сильногазированный слабогазированный ребрышек стебельки соцветий кубиков рыжий котлетное детский детское подростковый взрослый безмолочный дважды трижды вкрутую всмятку вилка вилкой помол гашеный гашенный негашеный активный активная водяной баня мерный мерная разноцветный цветной трехслойный пророщенный твердый твердая твердое пониженный повышенный содержание содержанием отжим первый второй третий пополам надвое долгий быстрый королевский газ газом негазированный сустав суставы свежемороженый угли углях пляжный бакинский азербайджанский краснодарский сибирский дальневосточный камчатский кружочки кружочками брусочки кусочками кусочки ломтиками лоскуты лоскутками квадратиками треугольники колечки кольцо полоски полосками палочками шарик шарики лепестками соцветия розочки звездочки пластинами перышками четвертинки половинки стружкой горсточка грозди гроздь гнездо ванночка необязательно обязательно плесень плесенью раскрошенный поломать выдавить прожать выложить сложить положить отложить оставить нагрев январь января марта сентября плодово б г не нежный нежная крошку крошка крошкой порошок порошке порошком чищеный нечищеный мытый немытый сваренный вкусный вкусная свеже любимый привычный желанный слегка промолоть подсушить прогреть прокалить подрумянить подпечь карамелизовать пассеровать спассеровать потушить тушить замариновать мариновать засолить слить стечь дать дайте настояться постоять отлежаться набухнуть остыть оттаять растаять стекла жидкость
    полуфабрикат полуфабрикаты подморозить подморозив деликатесный деликатесная деликатесные столичный столичная московский московская овечий овечья овечье коровий коровья козий козья полукопченый полукопченая полукопченые варено-копченый варено-копченая тандырный тандырная магазинная плитки пакетика
    неразваристый разваристый неострый некопченый корневой листовой гладкий клейкий плоский грубый жемчужный сливовидный живой живые живых тайский тосканский шведский франкфуртский цветущий зонтик корень корни корней мини
    слой слоем панцирь панцирях раковина щетка щеткой помол посол пригодный предназначенный слишком например ломтя ломтей бедро бедра бедер коробочек
    ужин обед завтрак гарнир прослойка пропитка пропитки помазка присыпка подпыл подпыла раскатка раскатки тушение тушения варка запекание запекания обжарка обжарки глазировки фарширование фаршировки маринования засолки консервации заморозки выпечка выпечки праздника пикника вкуса аромата
    ok кофемолка кофемолке блендер блендером кулак кулака ладонь кипящая кипящий кто любит любят кому нравится любителя любителей меньше факультативно качество качества категория категории щедрая щедро вид вида виде проточная проточной микроволновка микроволновке свч желтки крылья крылышко крыло грудка спина спины спинка брюшко хвост хвостик хвостовая целиком хлопьями растворимый быстродействующий слабый жгучий недозрелый перезрелый вакуум вакууме вакуумная корешок корешки корешка ширина шириной высота высотой объем объемом емкость емкостью вместимость вместимостью стопка стопки половник половника поварешка струйка струйкой чайник поровну итого всего ориентировочно минимум максимум я использую использовала использовал добавляю добавила добавляла люблю беру брала брал взяла взял купила купил мне хватило хватит хватает ушло ушла уходит уйдет пошло пойдет марка марки фирма фирмы бренд бренда важна важно торговая тм гост ту экстра премиум халяль халяльный био эко органик органический свежайший свежайшая свежайшее неиод иодированная нерафин рафин комн темп пак упак кор конс консерв марин замор зам охл репч болг душ мол свежемол свежезамор свежемор кр мелк круп сред очищ измельч нар рубл натур дом магаз обезж сорт кат отб прим ок макс мин примерн кол необяз опц факульт пуч вет зубч дес стак столов чайн десертн горст щеп шепот литровый литровая литровую литровой двухлитровый трехлитровый трехлитровую пол поллитровый полулитровый граммовый сантиметровый миллиметровый процентный
    минутный часовой дневный дневной суточный однодневный трехдневный двухдневный килограммовый порционный штучный весовой развесной фасованный разливной бутылочный баночный пакетированный листовой рулонный слоями рядами внутрь снаружи сверху снизу внутри сбоку поверх дополнительно отдельно вместе сразу потом затем сначала вначале после перед потребуется понадобится нужен нужна нужны нужно надо пригодится останется остался осталось имеется имеющийся имеющиеся доступный доступные выберите выбирайте возьмите берите замените заменить заменяю заменила заменил получится получилось выйдет вышло покупаю готовлю делаю варю пеку храню солю режу тру чищу кладу лью сыплю посыпаю мою сушу маленечко малость чуток чуточку капельку крошечку децл самую самый самая самое очень довольно достаточно совсем почти слегка немножко немножечко капелька столько сколько нибудь либо угодно дуршлаг дуршлаге сито ситечко марля марлю марле пергамент пергаменте фольга фольге пленка пленке пленку полотенце полотенцем салфетка салфеткой бумажным доска скалка скалкой толкушка толкушкой ступка ступке венчик венчиком миксер миксером комбайн комбайне мясорубка мясорубке терочка терочке шинковка овощечистка нож ножом вилка вилкой ложкой руками рукой пальцами фрезер гомогенно однородно дочиста насухо досуха докрасна добела напополам пополам надвое натрое начетверо вдоль поперек наискосок наискось вкось зигзагом веером гармошкой лепестками лапшой спиралью сеткой стружкой крошкой крошки комочек комочки комочков
    конкассе крайнем случае использовать обычную обычная обычный репчатый репчатого репчатая положила положил взяла брала было был предварительно величины вровень пригоршня пригоршни двести фото шаг шаге общий скорлупа скорлупой скорлупы
    ломоть ломтем ломтями скибка скибочка скрученный скрутить шарик шарики шарика шариков столбик столбики фермер хозяйский базарный рынок рынка рынке базар базара супермаркет супермаркета магазин магазина лавка погреб погреба грядка грядки огород огорода огороде сад сада лес леса лесной садовый огородный грунтовый тепличный парниковый привозной местный здешний заморский тропический южный северный восточный западный кубанский ставропольский волжский донской балтийский атлантический тихоокеанский черноморский азовский каспийский байкальский мурманский архангельский вологодский костромской тамбовский воронежский ташкентский самаркандский ферганский чуйский таджикский киргизский кыргызский казахский казахстанский туркменский азербайджанский грузинский молдавский молдавия турецкий иранский египетский израильский марокканский эквадорский новозеландский австралийский перуанский бразильский чилийский вьетнамский индийский пакистанский шриланкийский кенийский датский польский чешский венгерский сербский болгарский румынский литовский латвийский эстонский прибалтийский баварский альпийский сицилийский тосканский провансальский нормандский бретонский
    """,
    // Korean: see also `koreanNeutral`
    "",
    // Italian, Spanish, Portuguese, Dutch, Swedish, Danish, Norwegian
    """
    q b qb quanto basta circa un uno una di del della dei da con per e o al alla grande grandi piccolo piccola piccoli medio media medie fresco fresca freschi fresche secco secca secchi tritato tritata tritati grattugiato grattugiata affettato tagliato tagliata pelati pelato sbucciato cotto crudo maturo maturi rosso rossa rossi rosse verde verdi giallo bianco bianca bianchi nero nera macinato macinata fuso morbido temperatura ambiente fette fetta spicchio spicchi mazzetto ciuffo rametto foglie foglia pizzico cucchiaio cucchiai cucchiaino bicchiere bustina busta scatola intero intera succo scorza extravergine evo vergine fino fine grosso facoltativo piacere gusto filo manciata costa barattolo polvere
    unas unos y de la el los las con sin para al gusto cantidad necesaria picado picada picados picadas rallado rallada cortado cortada cortados pelado pelada pelados cocido cocida cocidos crudo molido molida seco seca fresco frescas maduro maduros grande grandes pequeño pequeña pequeños mediano mediana rojo roja rojos verde verdes amarillo blanco blanca negro negra diente dientes rama ramas hoja hojas taza cucharada cucharadas cucharadita pizca puñado lata bote trozo trozos rodaja rodajas tiras dados cubos zumo jugo ralladura piel temperatura ambiente derretido derretida opcional redondo fino fina virgen
    à a gosto q b quanto baste picado picada picados picadas ralado ralada em pedaços cortado cortada cortados descascado cozido cozida cru moído moída fresco seco médio média grande pequeno pequena vermelho vermelha verde amarelo branco branca preto preta dente dentes folha folhas ramo colher colheres sopa chá xícara xícaras pitada pedaço pedaços fatias rodelas sumo suco raspa casca cerca até meia meio
    een van het de en of met zonder naar smaak verse vers gedroogde gedroogd fijngehakt fijngehakte gesneden geraspt geraspte gemalen grote kleine rode groene gele witte zwarte rijpe zachte warme koude eetlepel eetlepels theelepel teentje teentjes takje blaadje blaadjes snufje blik blikje bosje plakjes stuk stuks kop gesmolten in kwarten zoals
    och eller med utan till efter smak färsk färska torkad torkade hackad hackade finhackad riven skivad skivade malen stor stora liten små röd röda gul gula grön gröna vit vita svart kokt kokta smält smör rumsvarm rumstempererat mjukt msk tsk krm st klyfta klyftor burk paket ca nypa
    og eller med uden uten til efter etter smag smak frisk friske tørret tørkede hakket finthakket finhakket revet skåret stor store lille små rød røde gul gule grøn grønne hvid hvidt hvit sort svart spsk tsk ss ts stk fed dåse boks ca evt lidt litt evt røget alm ferdig kokte grønt både kan bruges smeltet skrællet
    """,
  ]

  static let koreanCounts = folded("번, 회, 초, 도, 차례, 구, 미, 벌, 자루, 인치, 두름, 쾌, 축")
  static let koreanNumerals = folded("한, 두, 세, 네, 서너, 두세, 한두, 너댓, 몇, 여러, 다섯, 여섯, 약")

  /// Korean words that may stand before, after or inside a word.
  static let koreanNeutral: Set<String> = {
    var words: Set<String> = []
    for word in Fold.words(of: koreanText) { words.insert(word) }
    return words
  }()
  private static let koreanText = """
    약간 조금 적당량 적당히 취향껏 틀 틀에 틀용 원형틀 원형틀에 사각틀 사각틀에 몰드 몰드에 몰드용 팬용 케이크틀 파운드틀 타르트틀 기호에 따라 기호 소량 톡톡 솔솔 넉넉히 약 정도 가량 이상 이하 선택 선택사항 옵션 생략가능 생략 가능 없으면 있으면 대체 대신 비늘 비늘을
    다진 썬 채썬 채친 곱게 잘게 얇게 두껍게 굵게 어슷썬 어슷 송송 슬라이스 슬라이스한 간 갈은 갈아서 빻은 으깬 볶은 삶은 데친 찐 구운 튀긴 말린 건 생 냉동 냉장 통조림 신선한 싱싱한 익은 잘익은 불린 불려 씻은 손질한 손질된 손질 껍질 벗긴 껍질벗긴 깐 씨 씨를 뺀 제거 제거한 뼈 뼈없는 녹인 실온 상온 따뜻한 미지근한 뜨거운 차가운 찬 끓는 시원한 얼음
    큰 작은 중간 크기 사이즈 대 중 소 반 한 두 세 네 다섯 여섯 개 컵 큰술 작은술 스푼 숟갈 숟가락 티스푼 꼬집 줌 쪽 톨 장 마리 모 단 대 줄기 봉지 봉 팩 캔 병 통 알 인분 그램 리터 조각 토막 뿌리 포기 송이 공기 그릇 국자 밥숟가락 밥 종이컵 분량 용 재료 양념 고명 장식 토핑 반죽 육수용 볶음용 국거리 국거리용 구이용 찌개용 찜용 조림용 불고기용 잡채용 카레용 샐러드용 장식용 고명용 튀김용 튀김 부침용 마무리 밑간 곁들임 국산 국내산 수입산 유기농 무염 가염 무가당 저지방 무지방 일반 시판 홈메이드 엑스트라 버진 엑스트라버진 순 진한 굵은 고운 가는 꽃 빨간 빨강 노란 노랑 초록 흰 하얀 검은 붉은 파란 이탈리안 한국 중국 일본 태국 부분 흰부분 줄기 잎 즙 제스트 만 도 등 및 와 과 을 를 은 는 이 가 의 로 으로 에
    마른 덩어리째 덩이째 통째 필렛 필레 시트 가루 파우더 인스턴트 즉석 제외 제외하고 노릇하게 노릇노릇 색깔있는 원짜리 동전 백원 오백원 근 센티 센치 두번째 세번째 첫번째 쭉 쭈욱 살얼음 풀국 돌기 키친타월로 키친타올로 면보로 테두리 가장자리 등쪽 쓴맛 구멍 포크로 칼로 칼등으로 가위로 방망이로 솔로 손으로 씨째 투명하게 찍어먹을 국물은 국물까지 국물도 국물째 넉넉하게 넉넉한 폭으로 폭 제거하고 토막낸 까기 까서 털어낸 돌돌 담가두기 하나 둘 셋 넷 반씩 각자 그냥 정육 몇 병조림 깨끗이 깨끗하게 재래식 칼집 낸 내어 내고 물에 찬물에 소금물에 삼색 오색 핏물 핏물뺀 핏물제거 묻힌 묻혀 체 쳐서 쳐 차갑게 따뜻하게 부순 부숴 부숴서 부셔 부셔서 빻아서 내용물만 내용물 전량 꺼내둔 꺼내놓은 꺼낸 꺼내 박력 중력 강력 부분만 벗겨 벗겨서 벗기고 벗기기 큐브 퓨레 무조미 무염식 저당 무당 저칼로리 저탄수 고단백 스프레이 돌려깎아 돌려 깎아 깎은 개씩 약간씩 조금씩 씩 밑동 밑둥 밑동제거 포함 미포함 별도 별첨 슈레드 꼭 꼭꼭 짜기 짜서 짜고 짜 짠것 먹다 먹고 숙회 뜯어서 뜯기 찢기 속껍질 겉잎제거 반갈라 갈라 갈라서 가른 펼친 펴서 말아 말은 묶어 꽂아 끼워 두드린 두드려 밀어 밀대로 저민 저며 저미기 져며 포뜬 포를뜬 뜬 떠서 발라낸 바른 발라서 발라둔 도려낸 파낸 긁어낸 긁어 훑은 문질러 비벼 주물러 치댄 치대어 밑간한 간한 간된 소금간한 소금에 기름에 물과 우린 우려 우려낸 끓인 끓여 끓여서 달인 졸인 구워낸 그을린 탄 태운 덖은 냉동한 얼려 얼려둔 굳힌 굳은 녹은 휘핑한 휘핑 거품낸 거품 올린 부풀린 발효한 발효된 발효 숙성한 말려 말려서 건조 건조한 건조된 반건조 동결건조 분말 가루로 액상 고체 티백 팩에든 큼직 큼직히 잘잘하게 자잘하게 자잘한 길쭉 넓적하게 넙적하게 얄팍하게 납작하게 세로로 가로로 대각선 사선으로 세로 가로 십자 원형 사각 사각형 네모 네모지게 삼각형 마름모 링모양 스틱모양 깍둑모양 크게 작게 적게 많이 많은 조그만 자그마한 아담한 실한 굵직한 통통하게 싱겁게 짜지않은 맵지않은 매운 매콤한 달콤한 달달한 시큼한 담백한 고소한 쫄깃한 아삭한 잘익은것 덜익은 푸릇한 연한 여린 억센 질긴 어린 다자란 햇것 묵은것 오래묵은 신 새콤한 시어진 팍 푹신 꾸덕한 되직한 묽은 걸쭉한 촉촉한 바삭한
    것 거 걸 썰기 썬것 썰은 썰어서 썰어 썰어준 채썰기 채썰어 채썬것 채 채칼 편썰기 편썬 편으로 편 깍둑썰기 깍둑썬 깍둑 깍뚝썰기 깍뚝 나박썰기 나박썬 나박 반달썰기 반달썬 반달 어슷썰기 어슷썰어 송송썰기 송송썬 쫑쫑썬 쫑쫑썰기 쫑쫑 총총 총총썬 돌려깎기 막대썰기 은행잎썰기 통썰기 둥글게 동그랗게 길게
    길쭉하게 짧게 도톰하게 도톰 큼직하게 큼직한 큼지막하게 한입크기 한입크기로 먹기좋게 먹기좋은 먹기좋은크기 한입 먹기 좋은 좋게 크기로 길이로 길이 두께 두께로 사방 지름 등분 모양 결대로 찢은 찢어 찢어서 뜯은 뜯어 잘라 잘라서 자른 자르기 잘게썬 잘게다진 곱게다진 곱게간 굵게다진 굵게다져 다져서 다져
    다지기 다진것 다짐 갈기 갈아 갈아준 간것 갈은것 강판에 믹서에 블렌더에 절구에 빻은것 빻아 으깨기 으깨서 으깬것 삶은것 삶아 삶아서 삶기 데쳐 데쳐서 데친것 데치기 불려 불려서 불린것 불리기 불려둔 찐것 쪄서 찌기 구운것 구워 구워서 볶아 볶아서 볶은것 튀긴것 말린것 씻어 씻어서 씻기 손질하여 손질해서
    비늘 비늘을 밭치기 밭쳐 밭쳐서 밭친 받쳐 받치기 바락바락 조물조물 박박 문지르기 주무르기 치대기 겉면 동봉 황백 나눠 나누어 부친 부쳐 부친것 지난것 펌프 하루지난 여러번 팔도 비락 하이디라오 청정원 비비고 오뚜기 풀무원 샘표 해찬들 백설 이금기 노브랜드 곰곰 동원 사조 오틀리 매일 첨가
    손질된것 손질후 다듬은 다듬어 해감 해감한 해감된 절인 절인것 절여 헹군 헹궈 헹구어 짠 꼭짠 물기짠 물기뺀 물기 물기빼고 물기제거 물기제거한 빼고 빼서 뺀것 기름뺀 기름기 기름뺀것 국물뺀 국물 건더기 건더기만 체친 체쳐 체에 체친것 내린 친 거른 걸러낸 중탕 중탕한 녹여 녹여서 녹인것 풀어 풀어서 푼
    푼것 섞은 섞어 섞은것 데운 식힌 식혀 식은 한김식힌 차게 얼린 해동 해동한 해동된 해동후 냉동된 냉장고 실온에 실온상태 실온화 말랑한 말랑말랑한 말랑 부드러운 부드럽게 상태 상태의 준비 준비한 준비된 미리 껍질깐 껍질제거 껍질째 껍질벗긴것 껍질채 꼭지 꼭지뗀 꼭지제거 씨뺀 씨제거 씨제거한 심지 심제거
    심 내장제거 내장 머리제거 머리 똥 꼬리 꼬리제거 뼈째 뼈제거 순살 통으로 통째로 통째 반으로 반정도 반쪽 반만 절반 정도의 가득 수북이 수북하게 듬뿍 살짝 조금만 약간만 아주 취향에 취향대로 입맛에 맞게 식성껏 기호에맞게 개인취향 원하는만큼 원하는 만큼 적당한 적당하게 적절히 충분히 충분한 알맞게
    필요시 필요하면 필요한 만큼만 추가 추가로 추가가능 추천 권장 기준 기준으로 가능하면 없어도 됨 돼요 됩니다 해도 넣어도 넣고 넣기 넣어 넣은 사용 사용한 사용함 사용해도 이용 활용 대신에 대체가능 대체할 경우 따로 각각 각 나머지 여분 여유 먹다남은 남은 집에있는 있는 없는 좋아하는 다른 기타 그외
    그밖에 모두 전부 섞어서 종류 종류별 원산지 브랜드 제품 마트 시중 수제 홈메이드 직접 만든 엄마표 시골 햇 묵은 오래된 잘숙성된 숙성된 숙성 푹익은 푹 푹삶은 잘 덜익은 익힌 익혀 반숙 완숙 단단한 물렁한 싱싱 신선 유기농 무농약 친환경 국산 냉장 미국산 호주산 노르웨이산 제주 제주산 통영 의성 해남
    완도 기장산 자연산 양식 손바닥크기 손바닥만한 손가락 손가락두께 엄지 주먹만한 주먹크기 주먹 종이컵으로 종이컵기준 밥숟가락으로 밥숟갈 밥숟 어른숟가락 아빠숟가락 어른 큰수저 수저 아이 티 스픈 큰스픈 작은스픈 계량 계량컵 계량스푼 소복이 깎아서 톡 톡톡톡 쪼르륵 휘리릭 한바퀴반 분 시간 이상 하룻밤 전날
    미리해둔 밤새 줄 링 판 손 사리 세트 박스 상자 접시 사발 뚝배기 대접 잔 소주잔 맥주컵 머그컵 유리컵 국그릇 밥그릇 국대접 가닥 묶음 다발 움큼 재기 두름 축 쾌 망 마디 매 겹 꼬지 스쿱 샷 방울 두방울 서너 두세 한두 너댓 네댓 대여섯 예닐곱 일곱 여덟 아홉 열 스무 열개 다섯개 다섯장 여섯개
    열마리 두어 몇개 몇방울 몇장 몇줄기 개분 개분량 인분용 인분기준 인분량 한컵반 큰것 작은것 중간것 중간크기 큰거 작은거 대자 중자 소자 특대 왕 미니 꼬마 통통한 납작한 동그란 둥근 네모난 길쭉한 얇은 두꺼운 두툼한 도톰한 굵은것 가는것 고운것 노란색 빨간색 초록색 흰색 검정색 보라색 주황색 색깔별로
    색색 색깔 색 알록달록 흰자부분 흰쪽 초록부분 초록쪽 푸른부분 파란부분 이파리 줄기부분 줄기만 잎만 잎부분 속대 겉잎 속살 살만 살코기 살 과육 과육만 즙낸것 즙만 제스트만 껍질만 겉껍질 겉 속 위 위에 밑 밑에 아래 안 밖 옆 뿌릴 뿌리는 뿌려 뿌려먹는 찍어먹는 바를 바르는 발라 바를것 두를 두를만큼
    팬에 팬에두를 둘러 부칠 볶을 튀길 구울 지질 삶을 데칠 절일 무칠 끓일 비빌 재울 버무림 밑간용 양념용 소스용 반죽용 덧가루용 토핑용 장식할 곁들일 곁들여 곁들임용 먹을 고명으로 마지막 마지막에 처음 나중에 후에 전에 때 것만 것으로 것도 재료로 재료는 분량의 분량만 만드는 만들 만들기 요리용
    이유식 이유식용 아기용 유아용 어린이용 캠핑용 도시락용 다이어트용 채식용 김장용 명절용 제사용 차례용 급식용 베이킹용 제과용 제빵용 빵용 케이크용 쿠키용 커피용 시럽용 우유용 육수낼 육수내기 국물내기용 국물용 다시용 튀김용 절임용 무침용 비빔용 쌈용 국수용 우동용 파스타용 전용 김밥용 초밥용 떡볶이용
    라면용 만두용 카레용 스테이크용 수육용 보쌈용 제육용 갈비용 에어프라이어 전자레인지 오븐 오븐용 냄비
    한개 한컵 한큰술 한작은술 한스푼 한숟갈 한숟가락 한수저 한줌 한움큼 한주먹 한꼬집 한쪽 한톨 한장 한마리 한모 한단 한대 한줄 한줄기 한봉지 한봉 한팩 한캔 한병 한통 한알 한조각 한토막 한뿌리 한포기 한송이 한공기 한그릇 한국자 한덩이 한덩어리 한방울 한바퀴 한티스푼 한인분 한판 한손 한링 한샷
    한자밤 한묶음 한다발 한접시 한잔 한꼬치 한스쿱 한가닥 한봉다리 한박스 한뚝배기 한끼 한사발 한소쿠리 한봉투 한등분 두개 두컵 두큰술 두작은술 두스푼 두숟갈 두숟가락 두수저 두줌 두움큼 두주먹 두꼬집 두쪽 두톨 두장 두마리 두모 두단 두대 두줄 두줄기 두봉지 두봉 두팩 두캔 두병 두통 두알 두조각 두토막
    두뿌리 두포기 두송이 두공기 두그릇 두국자 두덩이 두덩어리 두바퀴 두티스푼 두인분 두판 두손 두링 두샷 두자밤 두묶음 두다발 두접시 두잔 두꼬치 두스쿱 두가닥 두봉다리 두박스 두뚝배기 두끼 두사발 두소쿠리 두봉투 두등분 세개 세컵 세큰술 세작은술 세스푼 세숟갈 세숟가락 세수저 세줌 세움큼 세주먹 세꼬집
    세쪽 세톨 세장 세마리 세모 세단 세대 세줄 세줄기 세봉지 세봉 세팩 세캔 세병 세통 세알 세조각 세토막 세뿌리 세포기 세송이 세공기 세그릇 세국자 세덩이 세덩어리 세방울 세바퀴 세티스푼 세인분 세판 세손 세링 세샷 세자밤 세묶음 세다발 세접시 세잔 세꼬치 세스쿱 세가닥 세봉다리 세박스 세뚝배기 세끼
    세사발 세소쿠리 세봉투 세등분 네개 네컵 네큰술 네작은술 네스푼 네숟갈 네숟가락 네수저 네줌 네움큼 네주먹 네꼬집 네쪽 네톨 네장 네마리 네단 네대 네줄 네줄기 네봉지 네봉 네팩 네캔 네병 네통 네알 네조각 네토막 네뿌리 네포기 네송이 네공기 네그릇 네국자 네덩이 네덩어리 네방울 네바퀴 네티스푼 네인분
    네판 네손 네링 네샷 네자밤 네묶음 네다발 네접시 네잔 네꼬치 네스쿱 네가닥 네봉다리 네박스 네뚝배기 네끼 네사발 네소쿠리 네봉투 네등분 반개 반컵 반큰술 반작은술 반스푼 반숟갈 반숟가락 반수저 반줌 반움큼 반주먹 반꼬집 반톨 반장 반마리 반모 반단 반대 반줄 반줄기 반봉지 반봉 반팩 반캔 반병 반통
    반알 반조각 반토막 반뿌리 반포기 반송이 반공기 반그릇 반국자 반덩이 반덩어리 반방울 반바퀴 반티스푼 반인분 반판 반손 반링 반샷 반자밤 반묶음 반다발 반접시 반잔 반꼬치 반스쿱 반가닥 반봉다리 반박스 반뚝배기 반끼 반사발 반소쿠리 반봉투 반등분 몇컵 몇큰술 몇작은술 몇스푼 몇숟갈 몇숟가락 몇수저 몇줌
    몇움큼 몇주먹 몇꼬집 몇쪽 몇톨 몇마리 몇모 몇단 몇대 몇줄 몇봉지 몇봉 몇팩 몇캔 몇병 몇통 몇알 몇조각 몇토막 몇뿌리 몇포기 몇송이 몇공기 몇그릇 몇국자 몇덩이 몇덩어리 몇바퀴 몇티스푼 몇인분 몇판 몇손 몇링 몇샷 몇자밤 몇묶음 몇다발 몇접시 몇잔 몇꼬치 몇스쿱 몇가닥 몇봉다리 몇박스 몇뚝배기 몇끼
    몇사발 몇소쿠리 몇봉투 몇등분
    담가 담궈 담가서 담궈서 담갔다가 담근것 후 무게 가감 가감하기 조절 조절하기 증감 보면서 봐가며 사항 아무거나 아무 구입 구입한 코스트코 이마트 홈플러스 롯데마트 쿠팡 마켓컬리 컬리 트레이더스 하나로마트 대형마트 재래시장 시장 편의점 온라인 다이소 더 덜 그대로 생것 없이 달군 팬 섭씨 화씨 제철 무항생제 동물복지 방목 자연방사 러시아산 무관 상관없음 저염 저당 저나트륨 향 비린내 잡내 누린내 식감 식감을 색감 색감을 위해 위해서 감칠맛 풍미 풍미를 맛이 훨씬 좋아요 맛있어요 강추 필수 핵심 포인트 비율 비율은 총량 합계 총합 도합 절반만 있게 먼저 순한맛 매콤한맛 세척 세척한 세척하기 가운데 중간부분 지은 갓지은 묽게 되직하게 걸쭉하게 저는 제가 나는 우리집 여기서는 이번엔 오늘은 소포장 대포장 낱개 포장 개별포장 개당 장당 한장당 총 마블링 엄지손가락만 엄지손톱만한 새끼손가락만한 하트 별 꽃모양 커터 쿠키커터 쿠키틀 모양틀 모양커터 다시백 티백 담아 담고 담은 담기 짤주머니 주걱 거품기 스패츌러 밀대 밀대로 방망이 방망이로 수염 등 배 부분은 부분만 쪽만 쪽은 비계 비계를 힘줄 힘줄을 근막 근막을 지방 지방을 핏물 핏물을 칼집 칼집을 잔가시 가시 가시를 아가미 지느러미 지느러미를 이물질 불순물 먼지 흙 모래 뻘 펄 햇볕 햇볕에 볕 그늘 그늘에 바람 자연 자연건조 반건조 반건조한 건조 건조한 건조시킨 법제 법제한 무첨가 첨가 미첨가 무설탕 무보존료 무색소 튜브 튜브형 병입 캔입 팩입 봉입 소용량 대용량 벌크 업소용 가정용 가정식 식당용 영업용 소분 소분한 진공포장 진공 밀봉 리필 신제품 속재료 겉재료 부재료 주재료 메인 메인재료 서브 기본 기본재료 필요량 소요량 총무게 손질전 손질전무게 조리전 조리후 익히기전 건조중량 불리기전 불린후 삶은후 삶기전 데친후 ok 오케이 굿 베스트 최고 대박 맛나요 좋습니다 됩니다 괜찮아요 괜찮음 상관없어요 무방 무방해요 무방합니다 무관해요 하세요 하시면 하셔도 쓰세요 쓰셔도 썼어요 썼습니다 사용했어요 사용했습니다 사용하세요 사용해요 사용하면 넣으세요 넣어주면 넣으면 넣어도돼요 넣었어요 준비해요 준비하세요 조절하세요 조절해주세요 생략해요 생략하세요 생략했어요 빼도 빼도됨 빼셔도 추가하세요 추가했어요 추가해도 대체하세요 대체했어요 바꿔도 고르기 고른 골라 골라서 선택해서 선택한 선택하기 아무것 전체 일부 소진용 처리용 처치용 냉장고털이 냉파 알뜰 초간단 간단 간단히 간편
    간편식 즐겨 즐기는 선호 선호하는 취향 입맛 식성 기분 계절 계절에 시기 당일 당일에 전날 전날밤 하룻밤 이틀 사흘 일주일 오전 오후 아침 점심 저녁 새벽 한시간 반나절 잠깐 잠시 오래 오래오래 여러 가지 여러가지로 몇 수저로 계량으로 눈대중 눈대중으로 대략 대강 대충 쯤 남짓 미만 초과 내외 안팎 최소 최대 기준량 인분당 일인분 이인분 삼인분 사인분 성인 어린이 가족 손님 접대용 찢기 뜯기 볶기 찌기 굽기 우리기 불림 우림 체쳐서 체쳐 쳐서 내려서 겉껍질 속껍질 씨앗 씨앗을 심지 심지를 밑동 밑동을 밑둥 꼭지를 뿌리를 줄기를 잎을 껍질을 뼈를 내장을 머리를 물기를 기름기를 국물만 건더기는 국물은 스프는 소스는 양념은 고명은 버무릴 무쳐낼 곁들일 올릴 얹을 뿌릴 담을 찍을 묻힐 재울 절일 데칠 삶을 끓일 부칠 튀길 구울 볶을 졸일 조릴 찔 빚을 채울 바를 덮을 같이 함께 알만 굳은 윗부분 아랫부분 지퍼백 지퍼백에 위생백 용도 용도로 글루텐프리인증 들어간 안들어간 들어있는 들어가지 않는 않은 않게 안 빠진 뺀 덜한 덜매운 붙은 붙어있는 달린 섞인 포함된 함유된 함유 미함유
    반근 종지 기둥 새끼 세그먼트 두절 반태 반쪽짜리 데우기 데워서 말랑한것 칼집내기 토스터 토스터에 에어프라이어에 수북하게 떠먹는 원액 농축액 진액 금방 멸균 로스용 생잎 삭힌 물 사과맛 상하목장 서울우유 매일 남양 연세 덴마크 하림 곰표 큐원 이츠웰 몽고 해표 백설표 다담 노브랜드 피코크 오뗄
    알갱이 금색 되 말 관 홉 한되 반되 한말 반말 자투리 꼭지 강추 패스 휘 툭 입맛대로 안넣어도됨 안넣어도 한마디 가족 수만큼 걸로 있던 따고 간보고 두번 한번 전자렌지 전자렌지에 뿌리째 줄기째 엄지손가락
    전처리 건식 습식 실온보관 블랙 호 한근 두근 꿰어 꿰기 꼬치에 푸른 갈색 단맛 신맛 매운맛 장립종 중립종 단립종 다리 허벅지 어깨살 살아 살아있는
    """
}
