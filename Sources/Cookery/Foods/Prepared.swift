extension Foods {
  /// What is made of several things, and what looks like something else: the words of one of its parts would promise too
  /// much, or too little.
  static let prepared = """
    +
    fish finger = fish fingers, fish finger, fish sticks, fish stick, breaded fish, breaded fish fillet, fish nuggets | bâtonnets de poisson, bâtonnet de poisson, poisson pané, poissons panés | 생선까스, 피쉬스틱, 생선튀김 | рыбные палочки, рыба в панировке | Fischstäbchen, bastoncini di pesce, palitos de pescado, fiskpinnar, fiskefingre, vissticks | seafood wheat ?egg ?dairy ?soy ?sulfite ?sesame
    scotch egg, scotch eggs | | 스카치에그 | | | egg wheat meat ?dairy ?soy ?sulfite ?nut
    prawn cracker = prawn crackers, prawn cracker, shrimp chips, shrimp crackers, prawn chips, krupuk | chips de crevettes, beignets de crevettes | 새우칩, 알새우칩 | креветочные чипсы | Krabbenchips, kroepoek | seafood carb ?wheat ?egg ?dairy ?soy ?sulfite ?unpaleo
    taramasalata | tarama, tarama blanc | 타라마살라타 | тарамасалата | | seafood ?wheat ?dairy ?egg ?soy ?sulfite
    imitation crab = fish tofu | | 어묵두부 | | | seafood wheat egg ?soy ?sulfite
    egg salad | | 계란샐러드, 달걀샐러드 | | Eiersalat | egg ?all
    tuna salad, seafood salad, crab salad | | 참치샐러드 | крабовый салат | Thunfischsalat | seafood ?all
    prepared salad = chicken salad, pasta salad, macaroni salad, ham salad | | 감자샐러드, 마카로니샐러드 | картофельный салат, салат оливье, оливье | Kartoffelsalat, Nudelsalat | ?all
    demi glace, demiglace | demi-glace, glace de viande | 데미글라스소스, 데미글라스 | демиглас, соус демиглас | | meat ?wheat ?soy ?dairy ?egg ?sulfite
    salad cream | | | | | egg carb ?dairy ?soy ?sulfite ?wheat
    onion dip = spinach dip, onion dip, french onion dip, ranch dip | | | | | dairy fodmap ?egg ?wheat ?soy ?sulfite ?seafood
    sundae sausage = | | 순대, 찹쌀순대, 피순대 | | | meat ?wheat ?soy ?sesame ?seafood ?sulfite
    jokbal = | | 족발 | | | meat ?wheat ?soy ?sesame ?sulfite
    fried seafood = | | 새우튀김, 오징어튀김, 김말이튀김 | | | seafood wheat ?egg ?dairy ?soy ?sulfite
    fried food = | | 야채튀김, 고구마튀김, 치킨튀김, 닭튀김 | | | wheat ?egg ?dairy ?soy ?seafood
    nori = seasoned seaweed, seaweed snack | | 조미김, 김가루, 김자반, 도시락김, 돌자반 | | | ?seafood ?sesame ?soy ?wheat
    salo = | | | сало, сала, салями | | meat ?dairy ?soy ?wheat ?sulfite
    suet, beef suet, shredded suet | graisse de rognon | | нутряной жир | Nierenfett | meat ?wheat
    vegetable suet | | | | | ?wheat ?soy ?unpaleo
    bacon bits, bacon bit, imitation bacon bits | | 베이컨칩, 베이컨비츠 | | | ?meat ?soy ?wheat ?dairy ?egg ?sulfite
    vegan bacon, veggie bacon, vegetarian bacon | bacon végétal, bacon vegan | 비건베이컨 | веганский бекон | | ?soy ?wheat ?egg ?unpaleo ?fodmap
    fermented bean curd, fermented tofu, preserved bean curd, stinky tofu | tofu fermenté | 취두부 | ферментированный тофу | | soy ?wheat ?sulfite
    mashed potato flakes = instant mashed potatoes, instant mashed potato, potato flakes, instant potatoes | purée en flocons, flocons de pommes de terre | 감자플레이크 | картофельные хлопья, сухое картофельное пюре | | carb ?dairy ?sulfite
    lemon = bottled lemon juice, lemon juice concentrate, bottled lime juice | | | | | ?sulfite
    asafoetida = asafoetida, asafetida, hing | ase fétide, asa foetida | 아사푀티다 | асафетида | Asant | ?wheat
    sesame oil = gingelly oil, til oil | | | | | sesame
    oil = cooking spray, nonstick cooking spray, oil spray, nonstick spray, non stick cooking spray, non stick spray, vegetable oil spray, canola oil spray, avocado oil spray | spray de cuisson | 쿠킹스프레이, 오일스프레이 | | | staple ?soy ?unpaleo
    oil = | | 튀김기름, 튀김용기름, 튀김유, 튀김용식용유 | | | staple ?unpaleo

    + sugar
    halva, halvah, sesame halva | halva | 할바 | халва кунжутная | | sesame ?nut ?peanut ?dairy ?egg ?soy ?wheat
    sunflower halva | | | халва, халвы, халва подсолнечная | | ?sesame ?nut ?peanut ?dairy ?egg ?soy ?wheat
    praline, pralines, praline paste | praline, praliné, pralin, pralines, pralinoise | 프랄린 | пралине | | nut ?peanut ?dairy ?soy ?wheat ?fodmap
    rice syrup, brown rice syrup, rice malt syrup | sirop de riz | 조청, 쌀조청, 쌀엿, 엿, 현미조청 | рисовый сироп | Reissirup | ?gluten ?sulfite
    fruit jelly = | | | мармелад | | ?meat ?sulfite ?fodmap
    peanut butter cup, peanut butter cups, reeses pieces, reeses | | 리세스 | | | peanut dairy soy ?nut ?wheat
    snickers | | 스니커즈 | сникерс | | peanut dairy egg soy ?nut ?wheat

    +
    nut milk, hazelnut milk, hazelnut drink, macadamia milk, pistachio milk, walnut milk, pecan milk | lait de noisette, lait de noisettes, boisson noisette, lait de cajou, lait de noix de cajou, lait de pistache, lait de noix, lait de macadamia | 헤이즐넛밀크, 캐슈밀크, 캐슈넛밀크, 피스타치오밀크, 마카다미아밀크 | ореховое молоко, молоко кешью, фундучное молоко, кедровое молоко | Haselnussmilch, Haselnussdrink, Cashewmilch, Cashewdrink | nut ?carb ?fodmap
    plant milk = flax milk, pea milk, hemp milk, quinoa milk | lait de chanvre | | конопляное молоко, льняное молоко | Erbsenmilch, Hanfmilch | ?soy ?unpaleo
    spelt milk, spelt drink | lait d'épeautre | | | Dinkelmilch, Dinkeldrink | wheat
    barley milk | lait d'orge | | | | gluten
    coconut flour | farine de coco, farine de noix de coco | 코코넛플라워 | кокосовая мука | Kokosmehl, farina di cocco, harina de coco, farinha de coco | ?sulfite ?fodmap
    coconut butter, coconut manna | beurre de coco | 코코넛버터 | кокосовая паста | Kokosmus | ?sulfite ?fodmap
    shea butter | beurre de karité | 시어버터 | масло ши | Sheabutter |
    vegan cheese = cashew cheese, cashew cream cheese, cashew parmesan, almond cheese, almond feta | fromage de cajou | 캐슈치즈 | сыр из кешью | Cashewkäse | nut ?soy ?fodmap
    coffee creamer, non dairy creamer, nondairy creamer, powdered creamer | | 커피크림, 커피프림, 프리마, 식물성생크림, 식물성휘핑크림, 식물성크림 | растительные сливки, заменитель сливок | Kaffeeweißer | ?dairy ?soy ?nut ?gluten ?carb ?unpaleo ?fodmap
    sunflower lecithin | lécithine de tournesol | 해바라기레시틴 | подсолнечный лецитин | Sonnenblumenlecithin |
    semolina = sooji, suji, rava | | | | | wheat
    cassava flour, banana flour, tigernut flour, lentil flour, pea flour | farine de manioc | | мука чечевичная | | carb ?fodmap
    flour = maida | | | | | wheat
    """
}
