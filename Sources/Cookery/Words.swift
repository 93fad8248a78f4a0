/// The words around the foods in a line.
enum Words {
  /// Words inside the names of foods that carry no meaning: "lait de coco", "cream of tartar".
  static let stop: Set<String> = folded(
    """
    of, the, de, du, des, d, la, le, les, l, al, del, di, della, delle, dei, degli, dell, do, da, das, dos, den, der, dem, das, die, van, von, av, af,
    s, à, au, aux, en, el, los, las, lo, il, gli, von, het, een, un, une
    """)

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
    pour, environ, selon, afin, jusqu, en, chacun, chacune, suivant, voir, soit, für, ca, etwa, je,
    для, по, около, примерно, до, чтобы, если, каждый, каждая
    """)
  /// Those that end the name even without a comma: "flour for dredging".
  static let purpose: Set<String> = folded(
    "for, to, at, until, about, into, depending, pour, selon, environ, для, по, около, примерно, чтобы, für")
  static let possessive: Set<String> = folded("its, their, your, leur, leurs, son, sa, ses")
  static let articles: Set<String> = folded(
    "the, a, an, this, our, one, half, two, three, four, total, all, bite, pieces, chunks")
  static let cutting: Set<String> = folded(
    "cut, sliced, chopped, broken, torn, divided, split, diced, shaped, formed, halved, quartered, separated, snapped, cubed, julienned"
  )

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
      ("sulfite, sulphite, sulfites, sulphites, сульфитов, 아황산", [.sulfite]),
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
        nondairy, plantbased, végétal, végétale, végétaux, vegetale, vegetabilisk, plantaardig, pflanzlich, pflanzliche, eggless
        """, .fromAnimals
      ),
      (
        "glutenfree, glutenfrei, glutenfreie, glutenfreies, glutenfri, glutenfritt, glutenfria, glutenvrij, glutenvrije, безглютеновый, безглютеновая, безглютеновое, 글루텐프리, 무글루텐",
        .gluten
      ),
      ("безлактозный, безлактозная, безлактозное, безлактозные, lactosefree, laktosefrei, 락토프리, 무유당", .fodmap),
    ]
    var table: [String: Traits] = [:]
    for (names, traits) in rows {
      for name in folded(names) { table[Stem.of(name)] = traits }
    }
    return table
  }()

  /// Before "végétale" and the like, which then says nothing about the rest of the line.
  static let fats = folded(
    "huile, huiles, graisse, graisses, matière, matières, grasse, grasses, margarine, olio, aceite, óleo, Öl, Fett, fett, olja"
  )

  /// "if needed", "for a gluten-free version": the qualifier after it does not apply to the recipe.
  static let conditional = folded(
    "if, for, to, option, optional, needed, required, si, pour, wenn, falls, für, если, при, se, per, para, 필요시, 선택, can"
  )

  /// Words that are no food though they share a food's stem: сырой is raw, сыр cheese.
  static let exactNeutral = folded(
    "сырой, сырая, сырое, сырые, сырых, сырого, печеный, печеная, печеные, печеное, зеленый, зеленая, зеленое, зеленые, зеленого, зеленых, зеленой, moule"
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
    for text in neutralTexts {
      for word in Fold.words(of: text) { stems.insert(Stem.of(word)) }
    }
    return stems
  }()

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

  /// An English adverb or participle: "roughly", "halved"; foods in -ed are in the table, which is searched first.
  static func looksNeutral(_ word: String) -> Bool {
    let letters = word.utf8
    guard letters.count >= 5 else { return false }
    if word.hasSuffix("ly") || word.hasSuffix("ised") || word.hasSuffix("ized") { return true }
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
    finish season choosing relatively deep fry frying minutes soaked per low fodmap kilo
    live vacuum flakes flake adjust increase reserve replace morton mccormick king arthur martin chef burrito rock kashmiri masa cracked aleppo punnet direction directions try make making bulk boiling nest nests point butt bittersweet semisweet variation variations needles needle tenderstem kept powder powdered extract essence sheet sheets puree puréed paste blend blends kernel kernels cob cobs ear ears breast breasts thigh thighs leg legs shoulder fillet fillets loin flank rack racks fin fins
    tail tails claw claws neck wing wings roast cutlet cutlets medallion medallions escalope escalopes steak steaks rib haunch saddle hock segment segments pod pods bulb frond fronds tuft tufts heart hearts
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
    dénervé désossé désossée désossées parée parés nettoyé nettoyée nettoyées vidé vidée vidés écaillé écaillés ébarbées grattée grattées détaillé taillé taillée tamisé tamisée infusé réhydraté réhydratés torréfiées mixé mixée
    pétri roulé ficelé surgelées décongelées dégelé dégelées blanchi blanchis pochés poché mariné marinés saumuré fumé fumés fumée fumées séché affiné affinée corsé corsée intense amer amère tiède bouillant bouillante
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
    красный красная красные зеленый зеленая зеленые желтый желтая белый белая белое черный черная черное темный светлый розовый сладкий сладкая острый острая кислый кислая нежирный жирный жирность жирности обезжиренный натуральный домашний домашняя деревенский высшего сорта сорт первого рафинированный нерафинированный
    смазывания формы подачи украшения жарки посыпки теста тесто панировка посыпка глазурь заправка маринад начинки варки панировки обжаривания заправки сервировки соуса маринада крема глазури опционально желательно лучше можно любой любая любые другой примечание комнатная цвета
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

  /// Korean words that may stand before, after or inside a word.
  static let koreanNeutral: Set<String> = {
    var words: Set<String> = []
    for word in Fold.words(of: koreanText) { words.insert(word) }
    return words
  }()
  private static let koreanText = """
    약간 조금 적당량 적당히 취향껏 기호에 따라 기호 소량 톡톡 솔솔 넉넉히 약 정도 가량 이상 이하 선택 선택사항 옵션 생략가능 생략 가능 없으면 있으면 대체 대신
    다진 썬 채썬 채친 곱게 잘게 얇게 두껍게 굵게 어슷썬 어슷 송송 슬라이스 슬라이스한 간 갈은 갈아서 빻은 으깬 볶은 삶은 데친 찐 구운 튀긴 말린 건 생 냉동 냉장 통조림 신선한 싱싱한 익은 잘익은 불린 불려 씻은 손질한 손질된 손질 껍질 벗긴 껍질벗긴 깐 씨 씨를 뺀 제거 제거한 뼈 뼈없는 녹인 실온 상온 따뜻한 미지근한 뜨거운 차가운 찬 끓는 시원한 얼음
    큰 작은 중간 크기 사이즈 대 중 소 반 한 두 세 네 다섯 여섯 개 컵 큰술 작은술 스푼 숟갈 숟가락 티스푼 꼬집 줌 쪽 톨 장 마리 모 단 대 줄기 봉지 봉 팩 캔 병 통 알 인분 그램 리터 조각 토막 뿌리 포기 송이 공기 그릇 국자 밥숟가락 밥 종이컵 분량 용 재료 양념 고명 장식 토핑 반죽 육수용 볶음용 국거리 국거리용 구이용 찌개용 찜용 조림용 불고기용 잡채용 카레용 샐러드용 장식용 고명용 튀김용 튀김 부침용 마무리 밑간 곁들임 국산 국내산 수입산 유기농 무염 가염 무가당 저지방 무지방 일반 시판 홈메이드 엑스트라 버진 엑스트라버진 순 진한 굵은 고운 가는 꽃 빨간 빨강 노란 노랑 초록 흰 하얀 검은 붉은 파란 이탈리안 한국 중국 일본 태국 부분 흰부분 줄기 잎 즙 제스트 만 도 등 및 와 과 을 를 은 는 이 가 의 로 으로 에
    """
}
