extension DemoTexts {
  /// The demonstration in Korean.
  static let ko: [String: String] = [
    "The cabin": "통나무집",
    "Gérardmer, Vosges": "제라르메, 보주",
    """
    A log cabin at the edge of the forest, ten minutes on foot from the lake. Two rooms, a wood stove, more \
    blankets than anybody needs. I chop the wood; you may choose the record.

    No mobile network, but a good telephone and a better view of the stars.
    """: """
    숲 가장자리의 통나무집입니다. 호수까지 걸어서 10분이에요. 방 두 개에 장작 난로가 있고, 담요는 남아돌 만큼 있습니다. 장작은 제가 팰 테니 음악은 직접 고르세요.

    휴대전화는 안 터지지만 집 전화가 있고, 별은 정말 잘 보입니다.
    """,
    "The houseboat": "하우스보트",
    "Strasbourg": "스트라스부르",
    """
    A cabin with a porthole on a converted barge, right by the old town. Bicycles on deck, tomatoes on the \
    roof, ducks at breakfast. It rocks a little when the tour boats pass.
    """: "구시가지 바로 옆, 바지선을 고친 배의 둥근 창이 있는 선실입니다. 갑판에는 자전거, 지붕에는 토마토, 아침 식탁 옆에는 오리들이 있어요. 유람선이 지나가면 조금 흔들립니다.",
    "The beach hut": "바닷가 오두막",
    "Wissant, Côte d’Opale": "위상, 오팔 해안",
    """
    Fall asleep to the sea. One bright room on stilts, a tiny kitchen, two surfboards to borrow. On clear \
    days one sees England; on the others one hears the foghorn.
    """: """
    파도 소리를 들으며 잠드세요. 기둥 위에 세운 환한 방 하나, 아주 작은 부엌, 빌려 쓸 수 있는 서프보드 두 개가 있습니다. 맑은 날에는 영국이 보이고, 흐린 날에는 안개 고동 소리가 \
    들립니다.
    """,
    "The loft": "로프트",
    "Lille": "릴",
    """
    The guest room of an old spinning mill: four metres of ceiling, a wall of books, a piano that wants to \
    be played. The night train stops five minutes away; I leave the light on.
    """: "옛 방직 공장의 손님방입니다. 천장 높이 4미터, 벽 하나 가득한 책, 연주해 줄 사람을 기다리는 피아노가 있어요. 야간열차 역이 5분 거리이니 불을 켜 두고 기다리겠습니다.",
    "The chalet": "샬레",
    "Megève, Savoie": "므제브, 사부아",
    """
    A family chalet with six beds under the roof, a snow shovel for everybody, and soup on the stove. In \
    summer the paths begin at the door. Dogs welcome, and so are children who like dogs.
    """: """
    지붕 밑에 침대 여섯 개가 있는 가족 샬레입니다. 눈삽은 한 사람에 하나씩, 난로 위에는 늘 수프가 있어요. 여름에는 문 앞에서 바로 산길이 시작됩니다. 개도, 개를 좋아하는 아이도 \
    환영합니다.
    """,
    "The canal house": "운하 집",
    "Amsterdam": "암스테르담",
    """
    The attic of a narrow house on the canal: steep stairs, a hoist for your suitcase, bells every quarter \
    of an hour until ten. Breakfast with too many kinds of sprinkles.
    """: "운하 옆 좁은 집의 다락방입니다. 계단은 가파르지만 짐은 도르래로 올려 드려요. 밤 열 시까지 15분마다 종이 울립니다. 아침에는 스프링클이 종류별로 너무 많이 나옵니다.",
    "The farmhouse": "농가",
    "Sarlat, Dordogne": "사를라, 도르도뉴",
    """
    Two rooms in a farmhouse among sunflowers. Eggs are still warm, the wi-fi only reaches the kitchen \
    table, and in October everybody helps with the walnuts.
    """: "해바라기밭 한가운데 농가의 방 두 개입니다. 달걀은 아직 따뜻하고, 와이파이는 부엌 식탁까지만 닿으며, 10월에는 모두가 호두 줍기를 돕습니다.",
    "Nancy": "낭시",
    """
    The room under the roof: a wide bed, a desk, a window on the apple trees. Trains to everywhere are a \
    quarter of an hour away, and there is always cake.
    """: "지붕 아래 방입니다. 넓은 침대와 책상이 있고 창밖으로 사과나무가 보여요. 역까지 15분이면 가고, 케이크는 언제나 있습니다.",
    "Groceries": "장보기",
    "Home": "집안일",
    "Garden": "정원",
    "Family": "가족",
    "Travel": "여행",
    "Paperwork": "서류",
    "urgent": "급함",
    "weekend": "주말",
    "phone": "전화",
    "online": "온라인",
    "together": "함께",
    "waiting": "기다리는 중",
    "Milk, eggs, butter": "우유, 달걀, 버터",
    "Coffee from the roastery": "로스터리에서 원두 사기",
    "The dark one for the pot, the light one for Ben.": "진한 것은 주전자용, 연한 것은 벤이 마실 것.",
    "Raclette cheese for eight": "라클렛 치즈 8인분",
    "Half of it smoked.": "절반은 훈제로.",
    "Five kilos of bread flour": "강력분 5kg",
    "Apples for the crumble": "크럼블에 넣을 사과",
    "Dishwasher tablets": "식기세척기 세제",
    "Fix the dripping kitchen tap": "물 새는 부엌 수도꼭지 고치기",
    "The seal is 3/8″; there is a spare one in the blue tin in the cellar.": "패킹은 3/8인치. 지하실 파란 통에 여분이 있음.",
    "New battery for the smoke detector": "화재경보기 건전지 갈기",
    "Oil the bicycle chain": "자전거 체인에 기름 치기",
    "And pump up the tyres, while you are at it.": "하는 김에 타이어 바람도 넣기.",
    "Call the chimney sweep": "굴뚝 청소 예약 전화하기",
    "Hang the pictures in the hall": "현관에 그림 걸기",
    "Level and hammer are at the Moreaus’.": "수평계와 망치는 모로 씨네에 있음.",
    "Sort the shelves in the cellar": "지하실 선반 정리하기",
    "Repot the monstera": "몬스테라 분갈이",
    "It wants the big terracotta pot, and somebody to hold it.": "큰 토분이 필요하고, 잡아 줄 사람도 필요함.",
    "Order tulip bulbs": "튤립 알뿌리 주문하기",
    "Prune the apple tree": "사과나무 가지치기",
    "Clean the bird feeder": "새 모이통 청소하기",
    "Birthday cake for Léa": "레아 생일 케이크",
    "Two layers, seven candles. She asked for a unicorn; a horse with a hat will do.":
      "2단, 초 일곱 개. 유니콘을 해 달라는데, 모자 쓴 말이면 되겠지.",
    "Pick Léa up from swimming": "수영장에서 레아 데려오기",
    "Towel and a banana.": "수건과 바나나 챙기기.",
    "Sign the form for the school trip": "현장 학습 동의서에 서명하기",
    "Ring Grandma": "할머니께 전화하기",
    "She is at home after four.": "네 시 이후에 집에 계심.",
    "Print the photos of the summer": "여름 사진 인화하기",
    "Dentist for Ben": "벤 치과",
    "The way to the cabin": "오두막 가는 길",
    "Bus 7 from the station to the lake, then ten minutes on foot. The last bend is steep: chains from the first snow on.":
      "역에서 호수까지 7번 버스, 거기서 걸어서 10분. 마지막 굽이가 가파르니 첫눈부터는 체인이 필요합니다.",
    "Train to Lyon": "리옹행 기차",
    "Coach 12, seats 45 and 46, by the window.": "12호차 45, 46번, 창가.",
    "Ask Joe about snow chains": "조에게 스노 체인 물어보기",
    "Packing list for the sea": "바다 여행 짐 목록",
    """
    Swimming things
    Rain things
    The red thermos
    Chargers
    Something to read aloud
    """: """
    수영복
    비옷
    빨간 보온병
    충전기
    소리 내어 읽을 책
    """,
    "Renew the passports": "여권 갱신하기",
    "Photos first; the old ones expire in spring.": "먼저 사진부터. 지금 여권은 봄에 만료됨.",
    "Travel insurance": "여행자 보험",
    "Pay the electricity bill": "전기 요금 내기",
    "Take the library books back": "도서관 책 반납하기",
    "Three novels and the one about mushrooms.": "소설 세 권과 버섯 책.",
    "Cancel the old phone contract": "옛 휴대전화 요금제 해지하기",
    "Tax return": "세금 신고",
    "Think of a name for the boat": "배 이름 생각하기",
    "Learn three songs on the ukulele": "우쿨렐레로 노래 세 곡 배우기",
    "Sell the second sofa": "두 번째 소파 팔기",
    "eggs": "달걀",
    "butter": "버터",
    "flour": "밀가루",
    "milk": "우유",
    "onions": "양파",
    "potatoes": "감자",
    "apples": "사과",
    "rice": "쌀",
    "tomatoes": "토마토",
    "chickpeas": "병아리콩",
    "1 stock cube": "치킨스톡 큐브 1개",
    "sugar": "설탕", "soy sauce": "간장",
    "coriander": "고수",
    "Grandma’s apple crumble": "할머니의 사과 크럼블",
    "The one with the lumps. Léa picks the apples.": "덩어리가 씹히는 그 크럼블. 사과는 레아가 고릅니다.",
    "British": "영국 요리",
    "6 apples": "사과 6개",
    "150 g flour": "밀가루 150g",
    "100 g butter, cold": "차가운 버터 100g",
    "80 g brown sugar": "황설탕 80g",
    "1 tsp cinnamon": "계핏가루 1작은술",
    "1 lemon": "레몬 1개",
    "Peel the apples, cut them in pieces, and put them in a dish with the juice of the lemon and the cinnamon.":
      "사과는 껍질을 벗기고 썰어서 레몬즙, 계핏가루와 함께 오븐 그릇에 담습니다.",
    "Rub the butter into the flour and the sugar with your fingertips, until there are lumps.":
      "버터를 밀가루, 설탕과 함께 손끝으로 비벼 몽글몽글한 덩어리를 만듭니다.",
    "Spread the lumps over the apples. Bake at 190 °C for 40 minutes, until it bubbles at the edges.":
      "사과 위에 덩어리를 뿌리고 190 °C에서 40분, 가장자리가 보글보글할 때까지 굽습니다.",
    "We have dreamt of the sea for months. Ben snores, but quietly.": "몇 달째 바다만 꿈꾸고 있어요. 벤이 코를 골지만, 조용히 골아요.",
    "The tide table is on the fridge. The key is where the starfish is.": "물때표는 냉장고에 붙어 있고, 열쇠는 불가사리 옆에 있어요.",
    "A week in the mountains for Léa’s holidays? We cook every other evening.":
      "레아 방학에 산에서 일주일 지내도 될까요? 이틀에 한 번은 저희가 저녁을 할게요.",
    "Just a weekend, for the museums.": "주말 동안만, 미술관을 보러요.",
    "What a pity, my sister has the attic that weekend. Do ask me again!":
      "아쉽지만 그 주말에는 언니가 다락방을 써요. 다음에 꼭 다시 물어봐 주세요!",
    "May we come and help with the hens?": "닭 돌보는 일을 도우러 가도 될까요?",
    "You may! A few days later would be better: the tractor is at the doctor’s.":
      "그럼요! 며칠 뒤가 더 좋겠어요. 트랙터가 병원에 가 있거든요.",
    "I have to see a dentist in the city. I bring firewood.": "시내에 치과 갈 일이 있어요. 장작을 가져갈게요.",
    "Winter quarters for two sailors, three nights?": "뱃사람 둘이 겨울을 피해 사흘 밤 묵어도 될까요?",
    "The room under the roof is yours.": "지붕 아래 방을 쓰세요.",
    "Silence, please. Lots of it.": "조용함을 부탁드려요. 아주 많이요.",
    "There is plenty.": "얼마든지 있어요.",
    "Between two trains: one night?": "기차를 갈아타는 사이 하룻밤 묵어도 될까요?",
    "The light will be on.": "불을 켜 둘게요.",
    "I have never seen a mountain from above. The hens can do without me for five days.":
      "산을 위에서 내려다본 적이 한 번도 없어요. 닷새쯤은 닭들이 저 없이도 잘 지낼 거예요.",
    // The plan.
    "Leftovers": "남은 음식",
    "Out with Grandma": "할머니와 외식",
    "Ratatouille": "라따뚜이",
    "Shakshuka": "샥슈카",
    "Bibimbap": "비빔밥",
    "Buttermilk Pancakes": "버터밀크 팬케이크",
    "Tarka Dal": "타르카 달",
    "Beef Bourguignon": "뵈프 부르기뇽",
    // The shopping list.
    "Hardware shop": "철물점",
    "20 screws": "나사 20개",
    "yoghurt": "요구르트",
    "bananas": "바나나",
    "coffee": "커피",
    "6 eggplants": "가지 6개",
    "500 g tomatoes": "토마토 500g",
    "250 g tomatoes": "토마토 250g",
    "2 red peppers": "빨간 파프리카 2개",
    "1 l milk": "우유 1l",
    "1 loaf of bread": "식빵 1봉지",
    "4 tbsp olive oil": "올리브오일 4큰술",
    "30 ml olive oil": "올리브오일 30ml",
    "cumin": "커민",
    "toilet paper": "두루마리 휴지",
  ]
}
