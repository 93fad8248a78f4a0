/// The words by which `Course` reads a name, in English, French, Korean and Russian.
enum CourseWords {
  enum Condition: Sendable {
    case always
    /// Unless there is meat, fish or pasta in the name: "pesto", but not "chicken pesto".
    case unlessMeat
    /// Unless there is that or something else that is savoury: "cake", but not "potato cake".
    case unlessSavoury
    /// Only with something sweet in the name: "apple pie", but not "pie".
    case ifSweet
  }

  /// Heads with one meaning. Each text is a list of names with commas between; Korean ones are the ends of words.
  struct Row: Sendable {
    let course: Course
    var condition = Condition.always
    /// What goes with something else, which may stand before an "and": "soup and bread".
    var isBeside = false
    var english = ""
    var french = ""
    var korean = ""
    var russian = ""
  }

  /// Of several names that fit, the longest counts. English ones are found in French names, too.
  private static let rows: [Row] = [
    Row(
      course: .notMain,
      english: """
        dessert, cookie, snickerdoodle, brownie, blondie, shortbread, gingerbread, flapjack, macaroon, cupcake, cheesecake, cheese cake, shortcake,
        fruitcake, sponge, sponge cake, sachertorte, black forest, angel food, lemon drizzle, sticky toffee, rocky road, trifle, tiramisu,
        panna cotta, custard, creme brulee, crema catalana, creme caramel, dulce de leche, tres leches, pavlova, eton mess, syllabub,
        semifreddo, ice cream, gelato, sorbet, sherbet, granita, popsicle, ice lolly, sundae, frozen yogurt, frozen yoghurt, cobbler,
        jello, fudge, toffee, brittle, nougat, marshmallow, candy, chocolate truffle, praline, marzipan, meringue, posset, halva, halwa, baklava,
        profiterole, eclair, cannoli, churro, doughnut, donut, kheer, gulab jamun, haupia, kladdkaka, mochi, lamington, stollen, panettone,
        banoffee pie, key lime pie, pumpkin pie, sweet potato pie, mince pie, bakewell tart, treacle tart, custard tart, egg tart,
        rice pudding, bread pudding, bread and butter pudding, fruit salad, whipped cream, buttercream, frosting, icing, ganache, compote,
        millefeuille, petit four, crepe suzette
        """,
      french: """
        dessert, entremets, gâteau, biscuits sablés, biscuits secs, biscuits bretons, biscuit roulé, sablé, macaron, madeleine, financier, canelé, chouquette, palmier, congolais, rocher coco,
        langue de chat, tuile aux amandes, meringue, île flottante, œufs à la neige, crème brûlée, crème caramel, crème catalane,
        crème anglaise, crème pâtissière, crème chantilly, crème dessert, crème au chocolat, crème à la vanille, crème de marrons,
        chantilly, glace, crème glacée, compote, bonbon, guimauve, sucette, pâtes de fruits, pâte à tartiner, truffes au chocolat,
        riz au lait, semoule au lait, gâteau de riz, galette des rois, tarte tatin, pain d'épices, pomme d'amour, baba au rhum,
        choux à la crème, kouign amann, far breton, paris brest, saint honoré, forêt noire, bûche de noël, quatre quarts, salade de fruits,
        pastel de nata, pastéis de nata, poire belle hélène, pêche melba, bugnes, crêpes au sucre, crêpes suzette
        """,
      korean: """
        디저트, 쿠키, 브라우니, 마카롱, 마들렌, 휘낭시에, 다쿠아즈, 티라미수, 판나코타, 치즈케이크, 치즈케익, 컵케이크, 크렘브륄레, 크레마카탈라나, 푸딩, 젤리, 사탕,
        캔디, 캐러멜, 카라멜, 아이스크림, 젤라또, 젤라토, 셔벗, 소르베, 빙수, 화채, 과일샐러드, 비스킷, 비스켓, 도넛, 도너츠, 츄러스, 추로스, 카스텔라, 카스테라, 에그타르트,
        펌킨파이, 호박파이, 슈크림, 에클레어, 머랭, 초콜릿, 약과, 한과, 양갱, 호떡, 붕어빵, 호두과자, 과자, 찐빵, 경단, 송편, 백설기, 약밥, 떡, 모찌, 정과, 맛탕, 탕후루,
        크럼블, 코블러, 클라푸티, 키르, 하우피아, 클라드카카, 에너지바, 생크림, 버터크림, 콤포트
        """,
      russian: """
        десерт, сладости, торт, тортик, пирожное, картошка пирожное, кекс, капкейк, печенье, курабье, пряник, коврижка, брауни, чизкейк,
        тирамису, панна котта, панакота, чак чак, медовик, наполеон, сметанник, птичье молоко, шарлотка, манник, ватрушка, сочник, рогалик,
        пончик, хворост, эклер, профитроль, мороженое, сорбет, щербет, парфе, мармелад, зефир, пастила, желе, конфета, карамель, ирис,
        халва, нуга, рахат лукум, лукум, козинаки, пахлава, безе, меренга, павлова, бисквит, трайфл, крамбл, кобблер, клафути, кхир,
        хаупия, кладдкака, каталонский крем, крем брюле, крем карамель, заварной крем, сливочный крем, крем для торта, взбитые сливки,
        паштел де ната, маффин, ромовая баба, кулич, пасха, фруктовый салат, грильяж, чурчхела, шоколадная колбаса, глазурь, ганаш
        """),
    Row(
      course: .notMain, condition: .unlessSavoury,
      english: """
        cake, torte, pudding, mousse, parfait, bun, crumble, clafoutis, flan, charlotte, fondant, truffle, swiss roll, cinnamon roll, sweet roll,
        turnover, beignet, whoopie pie
        """,
      french: """
        mousse, moelleux, coulant, mi cuit, flan, tatin, bûche, charlotte, fondant, beignet, savarin, baba, délice, bavarois
        """,
      korean: "케이크, 케익, 무스, 타르트, 빵, 번, 플란, 쉬폰, 시폰, 강정",
      russian: "мусс, флан, пудинг, булочка, плюшка, тарт"),
    Row(
      course: .notMain, condition: .ifSweet,
      english:
        "pie, tart, tartlet, galette, strudel, souffle, fritter, crisp, bar, slice, ball, bite, square, sticky rice",
      french: """
        tarte, tartelette, galette, strudel, soufflé, chausson, feuilleté, roulé, verrine, gratin, croustade, riz gluant
        """,
      korean: "파이, 찰밥, 갈레트, 수플레, 스트루델, 슈트루델, 바",
      russian: "пирог, пирожок, пирожки, рулет, суфле, штрудель, слойка, тарталетка, галета, клейкий рис"),
    Row(
      course: .notMain, isBeside: true,
      english: """
        bread, cornbread, sourdough, baguette, focaccia, ciabatta, bread roll, dinner roll, burger bun, biscuit, challah, breadstick, crouton, chapati,
        cracker, crispbread, flour tortilla, corn tortilla, dough, pie crust, puff pastry, shortcrust pastry, hummus, houmous, tzatziki,
        guacamole, baba ganoush, tapenade, dip, raita, labneh, peanut butter, almond butter, nut butter, garlic butter, herb butter,
        apple butter, pickle, sauerkraut, kimchi, jam, marmalade, jelly, lemon curd, preserve, applesauce, apple sauce
        """,
      french: """
        pain, fougasse, pâte à pizza, pâte à pain, pâte à tarte, pâte à crêpes, pâte brisée, pâte sablée, pâte feuilletée, caviar d'aubergine,
        rillettes, tartinade, confiture, marmelade, gelée de fruits, gelée de coings, gelée de groseilles, pâte de coings, cornichon, beurre
        """,
      korean: """
        식빵, 바게트, 포카치아, 치아바타, 콘브레드, 소다빵, 모닝빵, 마늘빵, 도우, 반죽, 후무스, 차지키, 과카몰레, 과카몰리, 땅콩버터, 잼, 마멀레이드, 피클, 장아찌, 김치,
        깍두기, 단무지, 섞박지
        """,
      russian: """
        хлеб, батон, багет, фокачча, чиабатта, гренки, сухарики, тесто, хлебцы, хумус, дзадзики, цацики, гуакамоле, паштет, дип, намазка,
        варенье, джем, повидло, конфитюр, курд, соленья, соленый огурец, маринованный огурец, квашеная капуста, кимчи, арахисовая паста,
        шоколадная паста, ореховая паста
        """),
    Row(
      course: .notMain, condition: .unlessSavoury, isBeside: true, english: "naan, flatbread, pita, loaf", korean: "난",
      russian: "лаваш"),
    Row(
      course: [.notMain, .notBreakfast], isBeside: true,
      english: """
        sauce, gravy, stock, broth, bouillon, dashi, dressing, vinaigrette, marinade, seasoning, spice mix, spice blend, rub, garam masala,
        ras el hanout, curry powder, curry paste, chili paste, tomato paste, syrup, ketchup, brine, glaze, bechamel, ghee, vinegar,
        coulis, garlic oil, chili oil, vanilla extract
        """,
      french: """
        sauce, bouillon, court bouillon, fond de veau, fond brun, fond blanc, fumet, vinaigrette, marinade, mélange d'épices, sirop, coulis,
        béchamel, jus de viande, huile, vinaigre
        """,
      korean: """
        소스, 드레싱, 그레이비, 육수, 스톡, 양념장, 양념, 쌈장, 초장, 간장, 된장, 고추장, 마요네즈, 케첩, 케찹, 시럽, 청, 시즈닝, 식초, 고추기름, 베샤멜
        """,
      russian: """
        соус, подлива, подливка, бульон, маринад, заправка, приправа, смесь специй, смесь приправ, сироп, майонез, кетчуп, аджика, бешамель,
        горчица, гарам масала, кляр, топленое масло, чесночное масло, уксус, рассол, ткемали
        """),
    Row(
      course: [.notMain, .notBreakfast], condition: .unlessMeat,
      english: """
        pesto, salsa, salsa verde, chutney, relish, mayonnaise, mayo, aioli, chimichurri, harissa, tahini, mustard, gremolata, romesco,
        juice, lemonade, limeade, tea, chai, coffee, latte, cappuccino, cocoa, hot chocolate, cocktail, mocktail, mojito, daiquiri,
        pina colada, punch, milkshake, shake, lassi, drink, beverage, cordial, mulled wine, ginger beer, soda, kombucha, horchata, eggnog, margarita, cold brew,
        sangria, liqueur, limoncello, almond milk, oat milk, soy milk, agua fresca, slush
        """,
      french: """
        chermoula, moutarde, jus, citronnade, limonade, orangeade, thé glacé, thé vert, thé noir, thé à la menthe, tisane, infusion, café,
        chocolat chaud, boisson, vin chaud, liqueur, lait d'amande, lait d'avoine, rhum arrangé
        """,
      korean: """
        페스토, 살사, 처트니, 치미추리, 아이올리, 하리사, 머스터드, 주스, 쥬스, 레모네이드, 에이드, 유자차, 생강차, 대추차, 보리차, 녹차, 홍차, 매실차, 모과차, 레몬차, 꿀차, 쌍화차, 우엉차, 밀크티, 아이스티, 커피, 라떼, 라테, 카푸치노, 코코아, 핫초코, 칵테일,
        모히토, 쉐이크, 셰이크, 라씨, 음료, 식혜, 수정과, 뱅쇼, 상그리아, 콤부차, 막걸리, 하이볼, 두유, 미숫가루, 슬러시, 프라페, 담금주
        """,
      russian: """
        песто, сальса, чатни, айоли, чимичурри, хрен, харисса, тахини, сок, лимонад, чай, кофе, латте, капучино, какао, горячий шоколад,
        коктейль, мохито, пунш, компот, морс, квас, кисель, глинтвейн, сбитень, напиток, настойка, наливка, ликер, ласси, узвар, айран,
        сангрия, лимончелло, овсяное молоко, миндальное молоко
        """),
    Row(
      course: [.notMain, .breakfast],
      english: """
        granola, granola bar, muesli, oatmeal, overnight oats, cereal, muffin, scone, crumpet, brioche, smoothie, smoothie bowl, acai bowl,
        french toast, chia pudding, cinnamon bun, danish pastry, syrniki
        """,
      french: """
        pain perdu, pain au chocolat, pain au lait, pain aux raisins, chausson aux pommes, viennoiserie, flocons d'avoine
        """,
      korean: "그래놀라, 뮤즐리, 오트밀, 시리얼, 머핀, 스콘, 브리오슈, 스무디, 스무디볼, 프렌치토스트, 시나몬번, 시르니키",
      russian: "гранола, мюсли, овсянка, хлопья, сырник, скон, бриошь, смузи, булочка с корицей"),
    Row(
      course: [.notMain, .breakfast], condition: .unlessSavoury,
      english: "pancake, hotcake, waffle, croissant, yogurt, yoghurt", french: "gaufre, yaourt, fromage blanc",
      korean: "팬케이크, 팬케익, 핫케이크, 핫케익, 와플, 크루아상, 크로와상, 요거트, 요구르트", russian: "панкейк, вафля, круассан, йогурт"),
    Row(course: [.notMain, .breakfast], condition: .ifSweet, russian: "запеканка"),
    // Eaten in the morning, and a main dish for many.
    Row(
      course: .breakfast,
      english: """
        breakfast, full english, porridge, congee, juk, gayu, omelette, omelet, frittata, egg, eggs benedict, shakshuka, huevos rancheros,
        toast, bagel, hash brown, tamagoyaki, biscuits and gravy, crepe, blini, potato pancake
        """,
      french: "petit déjeuner, œuf, chakchouka, bouillie, crêpe, tartine",
      korean: """
        아침식사, 죽, 가유, 누룽지, 오믈렛, 프리타타, 계란말이, 달걀말이, 다마고야키, 계란찜, 달걀찜, 계란후라이, 계란프라이, 달걀프라이, 스크램블에그, 샤크슈카, 에그인헬,
        에그베네딕트, 우에보스란체로스, 토스트, 베이글, 크레이프, 크레페
        """,
      russian: """
        завтрак, каша, омлет, яичница, глазунья, скрэмбл, яйцо, фриттата, шакшука, тост, бейгл, блин, блины, блинчик, оладьи, драник,
        уэвос ранчерос, тамагояки, ячхэчук, нанакуса гаю
        """),
    Row(course: .breakfast, condition: .unlessMeat, english: "grits", korean: "그리츠"),
    // No cakes, breads, sauces or drinks.
    Row(
      course: [],
      english: "rice cake, meat loaf, black pudding, white pudding, pizza bun",
      french: """
        pain de viande, pain de poisson, pain de thon, pain de saumon, pain surprise, pomme de terre, bouillon de nouilles, cake salé,
        crumble salé, clafoutis salé, gaufre salée, beignets salés, mousse salée, gâteau de pommes de terre, gâteau de légumes,
        gâteau de foie, brioche burger
        """,
      korean: "라이스케이크, 소떡소떡, 가래떡구이, 블랙푸딩",
      russian: """
        крем суп, печеночный торт, рыбный торт, кабачковый торт, закусочный торт, закусочный кекс, торт из печени, торт из кабачков
        """),
  ]

  /// Words whose presence changes what a head means: stems, and Korean words as they stand inside others.
  struct Taste: Sendable {
    let stems: Set<String>
    let hangul: [String]

    init(_ text: String) {
      let words = Fold.words(of: text)
      stems = Set(words.filter { !Hangul.begins($0) }.map(Stem.of))
      hangul = words.filter { Hangul.begins($0) }
    }
  }

  static let meat = Taste(
    """
    meat, beef, pork, lamb, mutton, veal, chicken, turkey, duck, goose, rabbit, venison, ham, bacon, sausage, chorizo, steak, meatball,
    kidney, liver, fish, salmon, tuna, cod, haddock, mackerel, trout, sardine, anchovy, prawn, shrimp, crab, lobster, seafood, squid,
    mussel, clam, scallop, pasta, spaghetti, noodle, penne, linguine, gnocchi, ravioli, lasagne, lasagna, macaroni, pizza, burger, taco,
    viande, bœuf, porc, agneau, veau, poulet, dinde, canard, lapin, jambon, lardon, saucisse, saucisson, merguez, foie, volaille, magret,
    poisson, saumon, thon, cabillaud, truite, maquereau, anchois, crevette, crabe, homard, moule, calamar, pâtes, nouilles, tagliatelles,
    мясо, мясной, говядина, свинина, баранина, телятина, курица, куриный, цыпленок, индейка, утка, гусь, кролик, ветчина, бекон, колбаса,
    сосиска, фарш, печень, печеночный, рыба, рыбный, лосось, семга, горбуша, тунец, треска, форель, скумбрия, сардина, креветка, краб,
    крабовый, кальмар, мидия, морепродукты, паста, спагетти, лапша, пицца,
    고기, 돼지, 닭, 치킨, 베이컨, 햄, 소시지, 미트, 비프, 포크, 스테이크, 생선, 피시, 피쉬, 연어, 참치, 고등어, 새우, 게살, 크랩, 오징어, 해물, 해산물, 어묵, 홍합, 파스타,
    스파게티, 국수, 피자
    """)
  static let savoury = Taste(
    """
    savoury, savory, potato, taro, cassava, onion, shallot, leek, scallion, chive, garlic, tomato, mushroom, spinach, kale, cabbage,
    cauliflower, broccoli, zucchini, courgette, aubergine, eggplant, pepper, asparagus, artichoke, celery, fennel, pea, lentil, chickpea,
    corn, olive, feta, cheddar, parmesan, gruyère, kimchi, tofu, herb, vegetable, chilli, chili, curry,
    oignon, échalote, ail, tomate, champignon, épinard, chou, brocoli, légume, poivron, poireau, asperge, artichaut, fenouil, pois,
    lentille, haricot, chèvre, comté, roquefort, avocat, ciboulette, terre,
    картофель, картофельный, картошка, лук, луковый, чеснок, чесночный, помидор, томат, томатный, гриб, грибной, шпинат, капуста,
    капустный, брокколи, кабачок, кабачковый, баклажан, перец, горох, чечевица, фасоль, фета, брынза, сулугуни, сыр, сырный, зелень, овощи,
    овощной, несладкий, закусочный, яйцо, щавель,
    감자, 김치, 부추, 양파, 대파, 쪽파, 시금치, 토마토, 버섯, 애호박, 녹두, 마늘, 야채, 채소, 두부, 올리브, 바질, 계란, 카레, 명란, 고추
    """)
  static let sweet = Taste(
    """
    apple, pear, cherry, plum, peach, nectarine, apricot, quince, fig, strawberry, raspberry, blueberry, blackberry, cranberry, gooseberry,
    currant, blackcurrant, berry, rhubarb, banana, mango, pineapple, passionfruit, coconut, lemon, lime, orange, clementine, grape, raisin,
    sultana, fruit, pecan, walnut, peanut, almond, hazelnut, pistachio, frangipane, chocolate, caramel, butterscotch, vanilla, cinnamon, maple,
    honey, sugar,
    pomme, poire, cerise, griotte, mirabelle, quetsche, prune, pruneau, pêche, abricot, coing, figue, fraise, framboise, myrtille, mûre,
    groseille, cassis, rhubarbe, banane, mangue, ananas, citron, noisette, amande, pistache, chocolat, choco, cacao, vanille, cannelle,
    miel, sucre, confiture, praliné, nutella,
    яблоко, яблочный, груша, грушевый, вишня, вишневый, черешня, слива, сливовый, персик, персиковый, абрикос, айва, инжир, клубника,
    клубничный, земляника, малина, малиновый, черника, черничный, ежевика, клюква, брусника, смородина, крыжовник, ягода, ягодный, ревень,
    банан, банановый, манго, ананас, кокос, кокосовый, лимон, лимонный, апельсин, апельсиновый, мандарин, изюм, виноград, фрукты,
    фруктовый, орех, ореховый, миндаль, миндальный, мак, маковый, шоколад, шоколадный, карамель, ваниль, ванильный, корица, мед, медовый,
    сахар, сахарный, сладкий, варенье, джем, повидло, творог, творожный, сгущенка, тыква, тыквенный, сухофрукты, курага,
    사과, 애플, 체리, 딸기, 베리, 복숭아, 살구, 자두, 바나나, 망고, 파인애플, 레몬, 라임, 오렌지, 귤, 코코넛, 초코, 초콜릿, 캐러멜, 카라멜, 꿀, 허니, 바닐라, 시나몬, 호두,
    피칸, 아몬드, 단호박, 고구마, 커스터드, 크림치즈, 무화과, 포도, 설탕, 과일, 누텔라
    """)

  /// They name no dish, and stand before the head or behind it.
  static let noise: Set<String> = Set(
    Fold.words(
      of: """
        the, an, best, ultimate, easy, quick, simple, homemade, home, made, classic, traditional, perfect, basic, delicious, my, our,
        grandma, s, style, recipe, ingredient, vegan, vegetarian, mini, healthy, fluffy, moist, crispy, soft, chewy, fresh, baked, poached,
        ever, i, ii, iii,
        le, la, les, l, un, une, mon, ma, mes, recette, petit, petite, gros, grosse, bon, bonne, vrai, vraie, véritable, meilleur,
        meilleure, délicieux, délicieuse, maison, facile, rapide, express, classique, traditionnel, traditionnelle, inratable, moelleux,
        fondant, marbré, marbrée, léger, légère, rouge, vert, verte, blanc, blanche, noir, noire, épicé, épicée,
        рецепт, самый, просто, быстро, очень, мини, как, приготовить, домашнему, бабушкин
        """
    ).map(Stem.of))

  /// The head of a name is before the first of them.
  static let prepositions: Set<String> = Set(
    Fold.words(
      of: """
        with, in, on, of, from, for, by, over, under, without, to, as, at,
        a, au, aux, de, du, des, d, en, sur, sous, pour, par, dans, chez, avec, sans, façon,
        con, al, alla, alle, ai, di, del, della, mit,
        с, со, из, на, в, во, по, для, к, от, без, под
        """))
  static let and: Set<String> = ["and", "n", "et", "и"]

  /// Behind the head of a Korean name: "how to make", "recipe".
  static let koreanNoise = ["만드는방법", "만드는법", "만들기", "황금레시피", "레시피"]

  /// "빵과", "수프와": something and. 사과 is an apple.
  static func isKoreanAnd(_ word: String) -> Bool {
    if word == "및" { return true }
    guard Hangul.begins(word), word.count > 1, let last = word.last else { return false }
    return "와과랑".contains(last) && !["사과", "모과", "약과", "견과"].contains { word.hasSuffix($0) }
  }

  // MARK: Tables

  /// By the stems of a head, with spaces between: of English names, of French and Russian ones.
  static let last = table(english)
  static let first = table(frenchAndRussian)
  static let longestPhrase = 5

  /// By the end of a Korean name.
  static let endings = table(korean)
  static let longestEnding = 10

  /// Names that stand in two rows: a mistake, which a test finds.
  static var conflicts: [String] {
    [english, frenchAndRussian, korean].flatMap { keys in
      var seen: [String: Int] = [:]
      return rows.indices.flatMap { index in
        keys(rows[index]).filter { seen.updateValue(index, forKey: $0) ?? index != index }
      }
    }
  }

  private static func table(_ keys: (Row) -> [String]) -> [String: Row] {
    rows.reduce(into: [:]) { table, row in
      for key in keys(row) { table[key] = row }
    }
  }

  private static func english(_ row: Row) -> [String] { names(row.english).map(stems) }
  private static func frenchAndRussian(_ row: Row) -> [String] { (names(row.french) + names(row.russian)).map(stems) }
  private static func korean(_ row: Row) -> [String] { names(row.korean).map { Fold.words(of: $0).joined() } }
  private static func stems(_ name: String) -> String { Fold.words(of: name).map(Stem.of).joined(separator: " ") }

  private static func names(_ text: String) -> [String] {
    text.split { $0 == "," || $0 == "\n" }.map(String.init).filter { !$0.allSatisfy(\.isWhitespace) }
  }

  // MARK: Statements

  /// Longer ones, in bytes, are no names of a course.
  static let longestStatement = 60

  /// The names of courses, folded, as pages give them: `recipeCategory` and keywords.
  static let statements: [String: Course] = [
    (
      Course.notMain,
      """
      dessert, desserts, cakes, cookies, sweets, sweet treats, candy, confectionery, jams, preserves,
      pâtisserie, pâtisseries, gâteaux, goûter, confiserie, confiseries, confitures,
      десерт, десерты, торты, сладости, сладкая выпечка, варенье, заготовки, 디저트, 후식,
      side, sides, side dish, side dishes, accompaniment, accompaniments, accompagnement, accompagnements, garniture, garnitures,
      гарнир, гарниры, 곁들임, 곁들임 요리, 사이드, 사이드 메뉴, 사이드 디시
      """
    ),
    (
      [.notMain, .notBreakfast],
      """
      drink, drinks, beverage, beverages, cocktail, cocktails, condiment, condiments, sauces, dressings, seasonings,
      boisson, boissons, напиток, напитки, коктейли, соусы, соусы и маринады, приправы, 음료, 음료수, 칵테일
      """
    ),
    (.breakfast, "breakfast, brunch, petit déjeuner, petits déjeuners, завтрак, завтраки, 아침, 아침식사, 브런치"),
  ].reduce(into: [:]) { table, row in
    for name in names(row.1) { table[Fold.words(of: name).joined(separator: " "), default: []].formUnion(row.0) }
  }

  static let mainStatements: Set<String> = Set(
    names(
      """
      main, mains, main course, main courses, main dish, main dishes, main meal, dinner, lunch, supper, plat, plats, plat principal, plats principaux, plat unique, dîner, déjeuner,
      основное блюдо, основные блюда, вторые блюда, второе блюдо, горячее, горячие блюда, обед, ужин, 메인, 메인요리, 메인 요리, 일품요리, 점심, 저녁
      """
    ).map { Fold.words(of: $0).joined(separator: " ") })
}
