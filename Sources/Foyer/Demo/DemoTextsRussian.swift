extension DemoTexts {
  /// The demonstration in Russian.
  static let ru: [String: String] = [
    "The cabin": "Бревенчатый домик",
    "Gérardmer, Vosges": "Жерарме, Вогезы",
    """
    A log cabin at the edge of the forest, ten minutes on foot from the lake. Two rooms, a wood stove, more \
    blankets than anybody needs. I chop the wood; you may choose the record.

    No mobile network, but a good telephone and a better view of the stars.
    """: """
    Бревенчатый домик на опушке леса, десять минут пешком до озера. Две комнаты, дровяная печь и столько \
    пледов, сколько никому не нужно. Дрова колю я, пластинку выбираете вы.

    Мобильной связи нет, зато есть надёжный телефон и звёзды как на ладони.
    """,
    "The houseboat": "Дом на воде",
    "Strasbourg": "Страсбург",
    """
    A cabin with a porthole on a converted barge, right by the old town. Bicycles on deck, tomatoes on the \
    roof, ducks at breakfast. It rocks a little when the tour boats pass.
    """: """
    Каюта с иллюминатором на переделанной барже, прямо у старого города. На палубе велосипеды, на крыше \
    помидоры, к завтраку приплывают утки. Когда мимо идут прогулочные катера, немного качает.
    """,
    "The beach hut": "Домик на пляже",
    "Wissant, Côte d’Opale": "Виссан, Опаловый берег",
    """
    Fall asleep to the sea. One bright room on stilts, a tiny kitchen, two surfboards to borrow. On clear \
    days one sees England; on the others one hears the foghorn.
    """: """
    Засыпайте под шум моря. Одна светлая комната на сваях, крошечная кухня, две доски для сёрфинга напрокат. \
    В ясный день видна Англия, в пасмурный слышен туманный горн.
    """,
    "The loft": "Лофт",
    "Lille": "Лилль",
    """
    The guest room of an old spinning mill: four metres of ceiling, a wall of books, a piano that wants to \
    be played. The night train stops five minutes away; I leave the light on.
    """: """
    Гостевая комната в бывшей прядильне: потолки четыре метра, стена книг и пианино, которое ждёт, чтобы на \
    нём сыграли. Ночной поезд останавливается в пяти минутах отсюда; свет я оставлю включённым.
    """,
    "The chalet": "Шале",
    "Megève, Savoie": "Межев, Савойя",
    """
    A family chalet with six beds under the roof, a snow shovel for everybody, and soup on the stove. In \
    summer the paths begin at the door. Dogs welcome, and so are children who like dogs.
    """: """
    Семейное шале: шесть кроватей под крышей, снеговая лопата для каждого и суп на плите. Летом тропы \
    начинаются прямо у двери. Рады собакам — и детям, которые любят собак.
    """,
    "The canal house": "Дом у канала",
    "Amsterdam": "Амстердам",
    """
    The attic of a narrow house on the canal: steep stairs, a hoist for your suitcase, bells every quarter \
    of an hour until ten. Breakfast with too many kinds of sprinkles.
    """: """
    Мансарда узкого дома у канала: крутая лестница, подъёмник для чемодана и колокола каждые четверть часа \
    до десяти вечера. К завтраку слишком много видов цветной посыпки.
    """,
    "The farmhouse": "Фермерский дом",
    "Sarlat, Dordogne": "Сарла, Дордонь",
    """
    Two rooms in a farmhouse among sunflowers. Eggs are still warm, the wi-fi only reaches the kitchen \
    table, and in October everybody helps with the walnuts.
    """: """
    Две комнаты в доме среди подсолнухов. Яйца ещё тёплые, вай-фай добивает только до кухонного стола, а в \
    октябре все вместе собирают грецкие орехи.
    """,
    "Nancy": "Нанси",
    """
    The room under the roof: a wide bed, a desk, a window on the apple trees. Trains to everywhere are a \
    quarter of an hour away, and there is always cake.
    """: """
    Комната под крышей: широкая кровать, стол и окно на яблони. До вокзала четверть часа, а торт в этом доме \
    есть всегда.
    """,
    "Groceries": "Продукты",
    "Home": "По дому",
    "Garden": "Сад",
    "Family": "Семья",
    "Travel": "Поездки",
    "Paperwork": "Документы",
    "urgent": "срочно",
    "weekend": "выходные",
    "phone": "позвонить",
    "online": "онлайн",
    "together": "вместе",
    "waiting": "жду ответа",
    "Milk, eggs, butter": "Молоко, яйца, масло",
    "Coffee from the roastery": "Кофе из обжарочной",
    "The dark one for the pot, the light one for Ben.": "Тёмная обжарка для кофейника, светлая для Бена.",
    "Raclette cheese for eight": "Сыр для раклета на восьмерых",
    "Half of it smoked.": "Половину — копчёного.",
    "Five kilos of bread flour": "Пять кило хлебной муки",
    "Apples for the crumble": "Яблоки для крамбла",
    "Dishwasher tablets": "Таблетки для посудомойки",
    "Fix the dripping kitchen tap": "Починить кран на кухне",
    "The seal is 3/8″; there is a spare one in the blue tin in the cellar.":
      "Прокладка 3/8″; запасная лежит в подвале, в синей банке.",
    "New battery for the smoke detector": "Новая батарейка для датчика дыма",
    "Oil the bicycle chain": "Смазать велосипедную цепь",
    "And pump up the tyres, while you are at it.": "И заодно подкачать шины.",
    "Call the chimney sweep": "Вызвать трубочиста",
    "Hang the pictures in the hall": "Повесить картины в прихожей",
    "Level and hammer are at the Moreaus’.": "Уровень и молоток у Моро.",
    "Sort the shelves in the cellar": "Разобрать полки в подвале",
    "Repot the monstera": "Пересадить монстеру",
    "It wants the big terracotta pot, and somebody to hold it.":
      "Ей нужен большой глиняный горшок и кто-то, кто её подержит.",
    "Order tulip bulbs": "Заказать луковицы тюльпанов",
    "Prune the apple tree": "Обрезать яблоню",
    "Clean the bird feeder": "Почистить кормушку для птиц",
    "Birthday cake for Léa": "Торт на день рождения Леи",
    "Two layers, seven candles. She asked for a unicorn; a horse with a hat will do.":
      "Два яруса, семь свечек. Она просила единорога; сойдёт и лошадь в шляпе.",
    "Pick Léa up from swimming": "Забрать Лею из бассейна",
    "Towel and a banana.": "Полотенце и банан.",
    "Sign the form for the school trip": "Подписать бумагу для школьной экскурсии",
    "Ring Grandma": "Позвонить бабушке",
    "She is at home after four.": "Она дома после четырёх.",
    "Print the photos of the summer": "Напечатать летние фотографии",
    "Dentist for Ben": "Зубной для Бена",
    "The way to the cabin": "Дорога к хижине",
    "Bus 7 from the station to the lake, then ten minutes on foot. The last bend is steep: chains from the first snow on.":
      "Автобус 7 от вокзала до озера, потом десять минут пешком. Последний поворот крутой: цепи нужны с первого снега.",
    "Train to Lyon": "Поезд в Лион",
    "Coach 12, seats 45 and 46, by the window.": "Вагон 12, места 45 и 46, у окна.",
    "Ask Joe about snow chains": "Спросить Джо про цепи на колёса",
    "Packing list for the sea": "Что взять на море",
    """
    Swimming things
    Rain things
    The red thermos
    Chargers
    Something to read aloud
    """: """
    Купальники и плавки
    Дождевики
    Красный термос
    Зарядки
    Книгу для чтения вслух
    """,
    "Renew the passports": "Заменить паспорта",
    "Photos first; the old ones expire in spring.": "Сначала фотографии; старые истекают весной.",
    "Travel insurance": "Страховка для поездки",
    "Pay the electricity bill": "Оплатить счёт за электричество",
    "Take the library books back": "Вернуть книги в библиотеку",
    "Three novels and the one about mushrooms.": "Три романа и ту, что про грибы.",
    "Cancel the old phone contract": "Расторгнуть старый договор на телефон",
    "Tax return": "Налоговая декларация",
    "Think of a name for the boat": "Придумать имя для лодки",
    "Learn three songs on the ukulele": "Выучить три песни на укулеле",
    "Sell the second sofa": "Продать второй диван",
    "eggs": "яйца",
    "butter": "сливочное масло",
    "flour": "мука",
    "milk": "молоко",
    "onions": "лук",
    "potatoes": "картофель",
    "apples": "яблоки",
    "rice": "рис",
    "tomatoes": "помидоры",
    "chickpeas": "нут",
    "1 stock cube": "1 бульонный кубик",
    "sugar": "сахар", "soy sauce": "соевый соус",
    "coriander": "кинза",
    "Grandma’s apple crumble": "Бабушкин яблочный крамбл",
    "The one with the lumps. Léa picks the apples.": "Тот самый, с комочками. Яблоки выбирает Лея.",
    "British": "Английская",
    "6 apples": "6 яблок",
    "150 g flour": "150 г муки",
    "100 g butter, cold": "100 г холодного сливочного масла",
    "80 g brown sugar": "80 г коричневого сахара",
    "1 tsp cinnamon": "1 ч. л. корицы",
    "1 lemon": "1 лимон",
    "Peel the apples, cut them in pieces, and put them in a dish with the juice of the lemon and the cinnamon.":
      "Очистите яблоки, нарежьте кусочками и выложите в форму с лимонным соком и корицей.",
    "Rub the butter into the flour and the sugar with your fingertips, until there are lumps.":
      "Разотрите масло с мукой и сахаром кончиками пальцев, чтобы получились комочки.",
    "Spread the lumps over the apples. Bake at 190 °C for 40 minutes, until it bubbles at the edges.":
      "Рассыпьте комочки по яблокам. Запекайте 40 минут при 190 °C, пока по краям не забулькает.",
    "We have dreamt of the sea for months. Ben snores, but quietly.":
      "Мы уже несколько месяцев мечтаем о море. Бен храпит, но тихо.",
    "The tide table is on the fridge. The key is where the starfish is.":
      "Таблица приливов на холодильнике. Ключ там, где морская звезда.",
    "A week in the mountains for Léa’s holidays? We cook every other evening.":
      "Можно к вам на неделю в горы, на каникулы Леи? Ужин через вечер — с нас.",
    "Just a weekend, for the museums.": "Всего на выходные, ради музеев.",
    "What a pity, my sister has the attic that weekend. Do ask me again!":
      "Как жаль, в эти выходные в мансарде моя сестра. Обязательно спросите ещё раз!",
    "May we come and help with the hens?": "Можно приехать и помочь с курами?",
    "You may! A few days later would be better: the tractor is at the doctor’s.":
      "Конечно! Лучше на несколько дней позже: трактор на лечении.",
    "I have to see a dentist in the city. I bring firewood.": "Мне нужно к зубному в город. Привезу дров.",
    "Winter quarters for two sailors, three nights?": "Зимняя стоянка для двух моряков, на три ночи?",
    "The room under the roof is yours.": "Комната под крышей ваша.",
    "Silence, please. Lots of it.": "Тишины, пожалуйста. И побольше.",
    "There is plenty.": "Её тут сколько угодно.",
    "Between two trains: one night?": "Между двумя поездами: одну ночь?",
    "The light will be on.": "Свет будет гореть.",
    "I have never seen a mountain from above. The hens can do without me for five days.":
      "Ни разу не видел гору сверху. Куры пять дней обойдутся без меня.",
    // The plan.
    "Leftovers": "Остатки",
    "Out with Grandma": "В кафе с бабушкой",
    "Ratatouille": "Рататуй",
    "Shakshuka": "Шакшука",
    "Bibimbap": "Пибимпап",
    "Buttermilk Pancakes": "Панкейки на пахте",
    "Tarka Dal": "Тарка-дал",
    "Beef Bourguignon": "Говядина по-бургундски",
    // The shopping list.
    "Hardware shop": "Хозяйственный магазин",
    "20 screws": "20 шурупов",
    "yoghurt": "йогурт",
    "bananas": "бананы",
    "coffee": "кофе",
    "6 eggplants": "6 баклажанов",
    "500 g tomatoes": "500 г помидоров",
    "250 g tomatoes": "250 г помидоров",
    "2 red peppers": "2 красных сладких перца",
    "1 l milk": "1 л молока",
    "1 loaf of bread": "1 буханка хлеба",
    "4 tbsp olive oil": "4 ст. л. оливкового масла",
    "30 ml olive oil": "30 мл оливкового масла",
    "cumin": "зира",
    "toilet paper": "туалетная бумага",
  ]
}
