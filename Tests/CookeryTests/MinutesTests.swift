import Cookery
import Testing

@Suite struct MinutesTests {
  @Test(arguments: [
    ("PT1H30M", 90), ("P0DT45M", 45), ("PT90M", 90), ("PT0H20M", 20), ("P1D", 1440), ("P1DT2H", 1560), ("PT1.5H", 90),
    ("pt30m", 30), ("PT30S", 1), ("PT5400S", 90), ("PT 1H 5M", 65), ("90", 90), ("1:30", 90), ("0:45", 45),
    ("1 h 30 min", 90), ("1h30", 90), ("1 h 30", 90), ("45 min", 45), ("45 minutes", 45), ("45 min.", 45),
    ("1 hour", 60),
    ("1 hr 20 mins", 80), ("2 hours 5 minutes", 125), ("1 ½ hours", 90), ("1½ hours", 90), ("1 1/2 hours", 90),
    ("1.5 hours", 90), ("1,5 heures", 90), ("an hour", 60), ("half an hour", 30), ("1 hour and a half", 90),
    ("about 30 minutes", 30), ("20-30 min", 30), ("20 to 30 minutes", 30), ("20–30 minutes", 30),
    ("25 à 30 minutes", 30),
    ("1 heure 15", 75), ("1 heure et demie", 90), ("2 heures", 120), ("une heure", 60), ("1 Std. 20 Min.", 80),
    ("1 Stunde 20 Minuten", 80), ("30 Minuten", 30), ("1 час 20 минут", 80), ("2 часа", 120), ("5 часов", 300),
    ("40 мин", 40), ("1 ч 10 мин", 70), ("полчаса", 30), ("1시간 30분", 90), ("30분", 30), ("1시간반", 90), ("2시간", 120),
    ("약 20분", 20), ("1 hora 10 minutos", 70), ("2 ore", 120), ("1 ora e 30 minuti", 90), ("2 timmar", 120),
    ("1 uur", 60),
    ("2 days", 2880), ("1 jour", 1440), ("1 week", 10080), ("٣٠ min", 30), ("30 minutes plus chilling", 30),
  ])
  func reads(_ text: String, _ minutes: Int) { #expect(Minutes.parse(text) == minutes) }

  @Test(arguments: [
    "", " ", "0", "PT0M", "PT", "P", "0 min", "soon", "overnight", "2 eggs", "PT1X", "-", "1/0 hours",
    "99999999999999 hours",
    "9999 weeks", "PT99999999999999999999H", "NaN", "inf", "1:75", "a:b", "🍕", "1 2 3", "until done",
  ])
  func refuses(_ text: String) { #expect(Minutes.parse(text) == nil) }
}
