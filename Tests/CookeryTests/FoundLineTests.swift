import Testing

@testable import Cookery

/// Lines of ingredients as families write them, that were read wrong: what the food is, how much of it is bought, and what
/// the line says for twice as many people.
@Suite struct FoundLineTests {
  /// line | food | what is bought | for twice as many
  static let rows = FoodRow.rows(
    """
    4 boneless, skinless chicken breasts (about 1.5 lbs) | boneless, skinless chicken breasts | 4 | 8 boneless, skinless chicken breasts (about 3 lbs)
    2 large, ripe tomatoes | large, ripe tomatoes | 2 | 4 large, ripe tomatoes
    4 beaux, gros oignons | beaux, gros oignons | 4 | 8 beaux, gros oignons
    2 больших, спелых помидора | больших, спелых помидора | 2 | 4 больших, спелых помидора
    500g/1lb 2oz beef mince | beef mince | 500 g | 1kg/2lb 4oz beef mince
    500 g / 1 lb 2 oz potatoes | potatoes | 500 g | 1 kg / 2 lb 4 oz potatoes
    ½ gill cream | cream | 1/2 gill | 1 gill cream
    2 gills of rum | rum | 2 gill | 4 gills of rum
    1 pint double cream | double cream | 1 pint | 2 pints double cream
    1 qt. water | water | 1 quart | 2 qt. water
    1 gallon cider | cider | 1 gallon | 2 gallons cider
    1 fl. oz. rum | rum | 1 fl oz | 2 fl. oz. rum
    1 pinte de bière | bière | 1 pint | 2 pintes de bière
    1 chopine de crème | crème | 1 pint | 2 chopines de crème
    2 onces liquides de rhum | rhum | 2 fl oz | 4 onces liquides de rhum
    1 bâtonnet de beurre | beurre | 1 stick | 2 bâtonnets de beurre
    1 plaquette de beurre | beurre | 1 package:plaquette | 2 plaquettes de beurre
    1 пинта молока | молока | 1 pint | 2 пинты молока
    2 кварты воды | воды | 2 quart | 4 кварты воды
    1 галлон воды | воды | 1 gallon | 2 галлона воды
    2 жидкие унции рома | рома | 2 fl oz | 4 жидкие унции рома
    3 палочки масла | масла | 3 stick | 6 палочек масла
    1 брусок масла | масла | 1 stick | 2 бруска масла
    우유 1파인트 | 우유 | 1 pint | 우유 2파인트
    물 2쿼트 | 물 | 2 quart | 물 4쿼트
    물 1갤런 | 물 | 1 gallon | 물 2갤런
    럼 1액량온스 | 럼 | 1 fl oz | 럼 2액량온스
    버터 1스틱 | 버터 | 1 stick | 버터 2스틱
    600ml/1 pint milk | milk | 600 ml | 1.2l/2 pints milk
    1 stick (113g) unsalted butter, softened | unsalted butter | 1 stick | 2 sticks (230g) unsalted butter, softened
    2 sticks (1 cup) butter | butter | 2 stick | 4 sticks (2 cups) butter
    1 jar (24 oz) marinara sauce | marinara sauce | 1 jar | 2 jars (24 oz) marinara sauce
    1 boîte (400 g) de tomates | tomates | 1 can | 2 boîtes (400 g) de tomates
    1 банка (400 г) томатов | томатов | 1 can | 2 банки (400 г) томатов
    통조림 토마토 1캔 (400g) | 통조림 토마토 | 1 can | 통조림 토마토 2캔 (400g)
    1 (14 oz) can chopped tomatoes | tomatoes | 1 can | 2 (14 oz) cans chopped tomatoes
    1 pot de crème (20 cl) | crème | 1 jar | 2 pots de crème (20 cl)
    juice of 2 lemons | lemons | 2 | juice of 4 lemons
    zest and juice of 1 lime | lime | 1 | zest and juice of 2 limes
    le zeste de 2 oranges | oranges | 2 | le zeste de 4 oranges
    сок 1 лимона | лимона | 1 | сок 2 лимонов
    le jus d'un citron | citron | 1 | le jus de 2 citrons
    1-inch piece ginger | ginger | 1 | 2-inch piece ginger
    a 2-inch piece of ginger | ginger | 1 | a 4-inch piece of ginger
    5cm/2in piece fresh ginger | fresh ginger | 1 | 10cm/4in piece fresh ginger
    2 cm de gingembre | gingembre | 1 | 4 cm de gingembre
    2 см имбиря | имбиря | 1 | 4 см имбиря
    100g dark chocolate (70% cocoa), chopped | dark chocolate (70% cocoa) | 100 g | 200g dark chocolate (70% cocoa), chopped
    1 cup flour (125 g), sifted | flour | 1 cup | 2 cups flour (250 g), sifted
    200 g (about 6) shallots | shallots | 200 g | 400 g (about 12) shallots
    200 г (около 6) луковиц | луковиц | 200 g | 400 г (около 12) луковиц
    250 g de beurre demi-sel | beurre demi-sel | 250 g | 500 g de beurre demi-sel
    1 l de lait demi-écrémé | lait demi-écrémé | 1 l | 2 l de lait demi-écrémé
    1 bouquet garni | bouquet garni | 1 | 2 bouquets garnis
    3 œufs + 1 jaune | œufs | 4 | 6 œufs + 2 jaunes
    3 œufs entiers et 2 jaunes | œufs entiers | 5 | 6 œufs entiers et 4 jaunes
    3 eggs plus 2 egg yolks | eggs | 5 | 6 eggs plus 4 egg yolks
    3 яйца + 1 желток | яйца | 4 | 6 яиц + 2 желтка
    달걀 3개 + 노른자 1개 | 달걀 | 4 | 달걀 6개 + 노른자 2개
    250 g flour, plus 2 tbsp for dusting | flour | 250 g + 2 tbsp | 500 g flour, plus 4 tbsp for dusting
    200 ml milk and 2 eggs | milk | 200 ml | 400 ml milk and 4 eggs
    3 tbsp soy sauce plus extra to serve | soy sauce | 3 tbsp | 6 tbsp soy sauce plus extra to serve
    salt and pepper to taste | salt and pepper |  | salt and pepper to taste
    sel et poivre au goût | sel et poivre |  | sel et poivre au goût
    соль и перец по вкусу | соль и перец |  | соль и перец по вкусу
    полстакана воды | воды | 1/2 cup:стакана | 1 стакан воды
    пол-литра молока | молока | 1/2 l | 1 литр молока
    밥 1공기 | 밥 | 1 piece:공기 | 밥 2공기
    4 salmon fillets (6 oz) | salmon fillets | 4 | 8 salmon fillets (6 oz, not scaled)
    4 salmon fillets (6 oz each) | salmon fillets | 4 | 8 salmon fillets (6 oz each)
    1 chicken (1.5 kg) | chicken | 1 | 2 chickens (3 kg)
    2 x 400 g tins tomatoes | tomatoes | 2 can | 4 x 400 g tins tomatoes
    400g can chickpeas, drained | chickpeas | 1 can | 2 x 400g cans chickpeas, drained
    300ml pot double cream | double cream | 300 ml | 2 x 300ml pots double cream
    300g pack of chestnut mushrooms | chestnut mushrooms | 300 g | 2 x 300g packs of chestnut mushrooms
    320g sheet puff pastry | puff pastry | 320 g | 2 x 320g sheets puff pastry
    small bunch coriander, chopped | coriander | 1 bunch | 2 small bunches coriander, chopped
    large pinch of saffron | saffron | 1 pinch | 2 large pinches of saffron
    a generous pinch of salt | salt | 1 pinch | 2 generous pinches of salt
    a couple of carrots | carrots | 2 | 4 carrots
    1 tbsp butter + more for greasing | butter | 1 tbsp | 2 tbsp butter + more for greasing
    ¾ cup (170 g/1½ sticks) unsalted butter | unsalted butter | 3/4 cup | 1 ½ cups (340 g/3 sticks) unsalted butter
    at least 1 cup sugar | sugar | 1 cup | at least 2 cups sugar
    4 beef short ribs | beef short ribs | 4 | 8 beef short ribs
    1 glass red wine | red wine | 1 cup:glass | 2 glasses red wine
    1 envelope unflavored gelatin | unflavored gelatin | 1 package:envelope | 2 envelopes unflavored gelatin
    2 ears of corn | corn | 2 piece:ear | 4 ears of corn
    4 filets de cabillaud | filets de cabillaud | 4 | 8 filets de cabillaud
    un filet d'huile d'olive | huile d'olive | 1 dash:filet | 2 filets d'huile d'olive
    une noix de beurre | beurre | 1 knob | 2 noix de beurre
    2 boules de mozzarella | mozzarella | 2 piece:boule | 4 boules de mozzarella
    1 cuillère à soupe bombée de farine | farine | 1 tbsp | 2 cuillères à soupe bombée de farine
    1 ст. л. с горкой муки | муки | 1 tbsp | 2 ст. л. с горкой муки
    1 ст.л. без горки муки | муки | 1 tbsp | 2 ст.л. без горки муки
    Мука - 1,5 стак. | Мука | 3/2 cup:стакан | Мука - 3 стак.
    Лук зелёный — пучок | Лук зелёный | 1 bunch | Лук зелёный — 2 пучка
    соль и перец по 1 ч. л. | соль и перец | 1 tsp | соль и перец по 2 ч. л.
    пару зубчиков чеснока | чеснока | 2 clove | 4 зубчика чеснока
    Индейка, филе — 300 г | Индейка | 300 g | Индейка, филе — 600 г
    Сыр «Российский» 100 г | Сыр «Российский» | 100 g | Сыр «Российский» 200 г
    부추 한줌 | 부추 | 1 handful | 부추 2줌
    마늘 두쪽 | 마늘 | 2 clove | 마늘 4쪽
    두부 반모 | 두부 | 1/2 package:모 | 두부 1모
    1 cuillère de miel | miel | 1 tbsp | 2 cuillères de miel
    1 petite cuillère de sel | sel | 1 tsp | 2 petites cuillères de sel
    1 boîte 4/4 de tomates pelées | tomates pelées | 1 can | 2 boîtes 4/4 de tomates pelées
    ail (2 gousses) | ail | 2 clove | ail (4 gousses)
    1 louche de bouillon | bouillon | 1 piece:louche | 2 louches de bouillon
    2 ложки сахара | сахара | 2 tbsp | 4 ложки сахара
    1 кружка молока | молока | 1 cup:кружка | 2 кружки молока
    сыр типа "Пармезан" 50 г | сыр типа "Пармезан" | 50 g | сыр типа "Пармезан" 100 г
    1 ж/б кукурузы | кукурузы | 1 can | 2 ж/б кукурузы
    간장 1 큰 술 | 간장 | 1 tbsp | 간장 2 큰 술
    """)

  @Test(arguments: rows) func isRead(_ row: FoodRow) {
    let food = FoodLine(row.line)
    #expect(IngredientLine(row.line).isUnderstood)
    #expect(food.words.hasPrefix(row.food) && !food.words.dropFirst(row.food.count).contains { $0.isNumber })
    #expect(food.sum.text == row.sum)
    #expect(row.served == row.twice)
  }

  /// Those with a container in parentheses add up to the same without it.
  @Test(arguments: [
    ("1 can (14.5 oz) diced tomatoes", "1 can diced tomatoes"),
    ("1 demi-litre de lait", "1/2 litre de lait"), ("1 cuillère à soupe et demie d'huile", "1 1/2 c. à s. d'huile"),
    ("entre 200 et 250 g de farine", "250 g de farine"), ("물 2컵 반", "물 2 1/2컵"), ("설탕 한 컵 반", "설탕 1 1/2컵"),
    ("1 package (8 oz) cream cheese", "1 package cream cheese"),
    ("1 jar (24 oz) pasta sauce", "1 jar pasta sauce"), ("200 g (about 6) shallots", "200 g shallots"),
    ("1 (2-inch) piece ginger", "1-inch piece ginger"), ("2 (heaped) tbsp sugar", "2 tbsp sugar"),
    ("juice of 2 lemons", "2 lemons"), ("le jus d'un citron", "1 citron"), ("сок 1 лимона", "1 лимон"),
    ("3 eggs plus 2 egg yolks", "5 eggs"), ("3 œufs + 1 jaune", "4 eggs"), ("400g can chickpeas", "1 can chickpeas"),
    ("une vingtaine de tomates", "20 tomates"), ("계란 한판", "달걀 30개"), ("간장 1 큰 술", "간장 1큰술"), ("2 lemons", "2 citrons"),
    ("2 бут. пива", "2 бутылки пива"), ("Петрушка — небольшой пучок", "1 пучок петрушки"),
  ])
  func isTheSame(_ one: String, _ other: String) {
    let (one, other) = (FoodLine(one), FoodLine(other))
    #expect(one.key.split(separator: "/").first == other.key.split(separator: "/").first)
    #expect(one.sum == other.sum)
  }

  /// line | factor | what it says; plurals follow the number.
  @Test(arguments: [
    ("1 chicken stock cube", 2.0, "2 chicken stock cubes"), ("1 pâte feuilletée", 2, "2 pâtes feuilletées"),
    ("1 pot de yaourt", 2, "2 pots de yaourt"), ("1 brique de crème", 2, "2 briques de crème"),
    ("1 пакетик ванильного сахара", 2, "2 пакетика ванильного сахара"),
    ("1 пакетик ванильного сахара", 5, "5 пакетиков ванильного сахара"), ("1 coconut", 0.5, "½ coconut"),
    ("2 coconuts", 0.25, "½ coconut"), ("3 eggs", 0.25, "¾ egg (¾ = 38 g, beaten)"),
    ("1 chou rouge", 2, "2 choux rouges"),
    ("1 куриная грудка", 2, "2 куриные грудки"), ("1 красный болгарский перец", 2, "2 красных болгарских перца"),
    ("1 красная луковица", 5, "5 красных луковиц"), ("2 kiwis", 0.5, "1 kiwi"),
    ("1 bâton de cannelle", 3, "3 bâtons de cannelle"),
    ("1 steak haché", 2, "2 steaks hachés"), ("1 onion chopped", 2, "2 onions chopped"), ("1 cherry", 3, "3 cherries"),
    ("2 carottes râpées", 0.5, "1 carotte râpée"), ("1 escalope de poulet", 4, "4 escalopes de poulet"),
    ("3 tbsp oil", 1.5, "4 ½ tbsp oil"),
    ("3 eggs plus 2 egg yolks", 1.5, "4 ½ eggs plus 3 egg yolks (½ = 25 g, beaten)"),
    ("500 g salmon", 2, "1 kg salmon"), ("1 fish", 2, "2 fish"),
  ])
  func pluralsFollow(_ line: String, _ factor: Double, _ expected: String) {
    let isRussian = line.unicodeScalars.contains { (0x400...0x4FF).contains($0.value) }
    #expect(IngredientLine(line).served(by: factor, Kitchen(isRussian ? .ru : .en)) == expected)
  }

  /// Foods that are joined by a particle or a sign are both looked for at hand, as those around "and" are.
  @Test(arguments: [
    ("간장과 식초 1큰술씩", ["soy sauce", "vinegar"]), ("소금·후추 약간", ["salt", "pepper"]), ("소금이랑 후추", ["salt", "pepper"]),
    ("sel & poivre", ["salt", "pepper"]), ("соль и перец по 1 ч. л.", ["salt", "pepper"]),
    ("1 tsp each salt and pepper", ["salt", "pepper"]), ("1 cup half & half", ["half and half"]),
  ])
  func isBoth(_ line: String, _ keys: [String]) { #expect(IngredientLine(line).keys == keys) }

  /// A comma inside a number parts no remark.
  @Test func remarksKeepNumbers() {
    #expect(FoodLine("разрыхлитель 1 ч. л. (или 0,5 ч.л. соды)").words == "разрыхлитель (или 0,5 ч.л. соды)")
  }
}
