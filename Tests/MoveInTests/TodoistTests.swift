import CivilTime
import Testing

@testable import MoveIn

@Suite struct `Todoist files` {
  @Test func `a project with sections, subtasks, labels, notes and files`() {
    let file = moved(
      "\u{FEFF}"
        + """
        TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE,DURATION,DURATION_UNIT
        task,* Only a heading,,4,1,Ann (1),,,,Europe/Berlin,,
        ,,,,,,,,,,,
        section,Kitchen,,,,,,,,,,
        task,"Fix the tap, now @tools @home","first
        second",1,1,Ann (1),Ben (2),6 Apr 17:15,en,Europe/Berlin,30,minute
        note,Remember the ""ring"" [[file {""file_name"":""tap.png"",""file_url"":""https:\\/\\/files.example.org\\/tap.png""}]],,,,,,,,,,
        task,Turn off water,,4,2,Ann (1),,,,Europe/Berlin,,
        task,Main valve,,4,3,Ann (1),,,,Europe/Berlin,,
        task,Buy ring,,2,2,Ann (1),,tomorrow,en,Europe/Berlin,,
        """.replacing("\"\"ring\"\"", with: "ring").replacing("note,", with: "note,\"").replacing(
          "}]],", with: "}]]\","),
      name: "some/folder/Flat [123].csv")
    #expect(file.program == "Todoist")
    #expect(file.leftOut.isEmpty)
    #expect(
      file.items.map(printed) == [
        ["Only a heading", "in Flat", "text Todoist: cannot be ticked"],
        [
          "Fix the tap, now", "due 2026-04-06 17:15 Europe/Berlin", "in Flat", "tags tools,home,Kitchen", "for Ben",
          "priority high",
          "[ ] Turn off water", "[ ] Main valve",
          "text first\nsecond\n\nRemember the ring\n\nDuration: 30 minute\n"
            + "Attachment: tap.png https://files.example.org/tap.png",
        ],
        ["Buy ring", "due 2026-11-28", "in Flat", "tags Kitchen", "priority medium", "text Part of: Fix the tap, now"],
      ])
  }

  @Test func `an old file without descriptions`() {
    let file = moved(
      """
      TYPE,CONTENT,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE
      task,A @30min,3,1,Ann (1),,4 Jan 2027,en,Europe/Berlin
      note,"one
      ",,,Ann (1),,,,
      task,What now,4,1,Ann (1),,when the cows come home,en,Europe/Berlin
      """, name: "Old.csv")
    #expect(
      file.items.map(printed) == [
        ["A", "due 2027-01-04", "in Old", "tags 30min", "priority low", "text one"],
        ["What now", "in Old", "text Date: when the cows come home"],
      ])
    #expect(file.leftOut.map(\.what) == ["What now"])
  }

  @Test func `a year that the file names was to come when it was written`() {
    let file = moved(
      """
      TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE
      task,A,,4,1,,,9 Apr,de,Europe/Berlin
      task,B,,4,1,,,2 Jan 2025,de,Europe/Berlin
      task,C,,4,1,,,2 Jan 2026 09:35,de,Europe/Berlin
      """)
    #expect(file.items.map(\.dueDate) == ["2024-04-09", "2025-01-02", "2026-01-02"])
    let rule = moved(
      """
      TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE
      task,A,,4,1,,,9 Apr,en,Europe/Berlin
      task,B,,4,1,,,every mon starting 5 Jan 2026,en,Europe/Berlin
      """)
    #expect(rule.items.map(\.dueDate) == ["2026-04-09", "2026-11-30"])
  }

  @Test(
    arguments: [
      ("en", "ev sun", "2026-11-29 | FREQ=WEEKLY;BYDAY=SU"),
      ("en", "every! 3 days", "2026-11-27 | FREQ=DAILY;INTERVAL=3 | done"),
      ("en", "every 2nd thursday", "2026-12-10 | FREQ=MONTHLY;BYDAY=2TH"),
      ("en", "every mon, wed at 8pm", "2026-11-30 20:00 | FREQ=WEEKLY;BYDAY=MO,WE"),
      ("en", "every other week", "2026-11-27 | FREQ=WEEKLY;INTERVAL=2"),
      ("en", "every 15th", "2026-12-15 | FREQ=MONTHLY;BYMONTHDAY=15"),
      ("en", "every last day", "2026-11-30 | FREQ=MONTHLY;BYMONTHDAY=-1"),
      ("en", "every weekday at 9:00", "2026-11-30 09:00 | FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
      ("en", "every jan 27", "2027-01-27 | FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=27"),
      ("en", "every quarter", "2026-11-27 | FREQ=MONTHLY;INTERVAL=3"),
      ("en", "in 5 days", "2026-12-02"), ("en", "tomorrow at 5pm", "2026-11-28 17:00"), ("en", "Friday", "2026-12-04"),
      ("en", "2026-08-13T18:30:00-05:00", "2026-08-13T23:30:00Z"),
      ("de", "9 Apr", "2026-04-09"), ("de", "10. Dez. 17:15", "2026-12-10 17:15"),
      ("de", "jeden 2. Donnerstag", "2026-12-10 | FREQ=MONTHLY;BYDAY=2TH"),
      ("de", "jeden! 3 Tage", "2026-11-27 | FREQ=DAILY;INTERVAL=3 | done"),
      ("de", "alle 2 Wochen", "2026-11-27 | FREQ=WEEKLY;INTERVAL=2"),
      ("de", "jeden So um 9 Uhr", "2026-11-29 09:00 | FREQ=WEEKLY;BYDAY=SU"),
      ("de", "täglich", "2026-11-27 | FREQ=DAILY"),
      ("fr", "6 avr. 17:15", "2026-04-06 17:15"), ("fr", "chaque lundi", "2026-11-30 | FREQ=WEEKLY;BYDAY=MO"),
      ("fr", "tous les 3 jours", "2026-11-27 | FREQ=DAILY;INTERVAL=3"),
      ("fr", "chaque! 2 semaines", "2026-11-27 | FREQ=WEEKLY;INTERVAL=2 | done"),
      ("fr", "demain à 17h30", "2026-11-28 17:30"),
      ("ru", "6 апр. 17:15", "2026-04-06 17:15"), ("ru", "каждый вторник", "2026-12-01 | FREQ=WEEKLY;BYDAY=TU"),
      ("ru", "каждые! 3 дня", "2026-11-27 | FREQ=DAILY;INTERVAL=3 | done"),
      ("ru", "завтра в 17:00", "2026-11-28 17:00"),
      ("ko", "4월 6일 17:15", "2026-04-06 17:15"), ("ko", "매주 월요일", "2026-11-30 | FREQ=WEEKLY;BYDAY=MO"),
      ("ko", "내일 오후 5시", "2026-11-28 17:00"), ("ko", "매일", "2026-11-27 | FREQ=DAILY"),
      ("ko", "3일마다", "2026-11-27 | FREQ=DAILY;INTERVAL=3"), ("ko", "2027년 1월 2일", "2027-01-02"),
      ("en", "every 3 weeks starting 5 Jan", "2026-12-07 | FREQ=WEEKLY;INTERVAL=3"),
      ("en", "every day from 10 May until 20 May", "2027-05-10 | FREQ=DAILY;UNTIL=20270520"),
      ("en", "from Dec 7 every weekday at 9am", "2026-12-07 09:00 | FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
      ("en", "every wed for 5 weeks", "2026-12-02 | FREQ=WEEKLY;UNTIL=20270105;BYDAY=WE"),
      ("en", "every 3rd of the month", "2026-12-03 | FREQ=MONTHLY;BYMONTHDAY=3"),
      ("en", "every first day of the month", "2026-12-01 | FREQ=MONTHLY;BYMONTHDAY=1"),
      ("en", "15th of every month", "2026-12-15 | FREQ=MONTHLY;BYMONTHDAY=15"),
      ("en", "every jan 27, jul 27", "2027-01-27 | FREQ=YEARLY;BYMONTH=1,7;BYMONTHDAY=27"),
      ("ru", "6 апр. 2027 г. 17:15", "2027-04-06 17:15"), ("de", "in einer Woche", "2026-12-04"),
      ("de", "morgen um 8 Uhr abends", "2026-11-28 20:00"), ("ko", "매일 저녁 8시", "2026-11-27 20:00 | FREQ=DAILY"),
      ("en", "every weekday in december", "2026-12-01 | FREQ=WEEKLY;BYMONTH=12;BYDAY=MO,TU,WE,TH,FR"),
      ("fr", "chaque premier jour ouvré", "2026-12-01 | FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1"),
      ("fr", "chaque dernier jour ouvré", "2026-11-30 | FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1"),
      ("ko", "매월 첫째 주 월요일", "2026-12-07 | FREQ=MONTHLY;BYDAY=1MO"), ("ko", "다음 달 3일", "2026-12-03"),
      ("ko", "2027년 4월 6일 (화)", "2027-04-06"),
      ("en", "every jan 5 and mar 7", ""), ("en", "every day at 9:00, 17:00", ""),
      ("en", "every other week on tuesday", "2026-12-01 | FREQ=WEEKLY;INTERVAL=2;BYDAY=TU"),
      ("en", "daily!", "2026-11-27 | FREQ=DAILY | done"), ("en", "at 5 pm", "2026-11-27 17:00"),
      ("de", "jeden Tag um 9", "2026-11-28 09:00 | FREQ=DAILY"),
      ("de", "alle zwei Wochen", "2026-11-27 | FREQ=WEEKLY;INTERVAL=2"),
      ("de", "jeden Morgen", "2026-11-28 09:00 | FREQ=DAILY"),
      ("de", "jeden Di ab 1. Dez", "2026-12-01 | FREQ=WEEKLY;BYDAY=TU"),
      ("de", "jeden 15. des Monats", "2026-12-15 | FREQ=MONTHLY;BYMONTHDAY=15"),
      ("de", "montags um 18 Uhr", "2026-11-30 18:00 | FREQ=WEEKLY;BYDAY=MO"),
      ("fr", "tous les jours de la semaine", "2026-11-27 | FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
      ("fr", "tous les 6 mois à partir du 5 janvier", "2027-01-05 | FREQ=MONTHLY;INTERVAL=6"),
      ("fr", "le 15 de chaque mois", "2026-12-15 | FREQ=MONTHLY;BYMONTHDAY=15"),
      ("fr", "chaque mar", "2026-12-01 | FREQ=WEEKLY;BYDAY=TU"), ("fr", "6 mar", "2026-03-06"),
      ("ru", "15 числа каждого месяца", "2026-12-15 | FREQ=MONTHLY;BYMONTHDAY=15"),
      ("ru", "по вторникам и четвергам в 19:00", "2026-12-01 19:00 | FREQ=WEEKLY;BYDAY=TU,TH"),
      ("ru", "начиная с 5 января каждые 2 недели", "2026-12-07 | FREQ=WEEKLY;INTERVAL=2"),
      ("ko", "매월 1일, 15일", "2026-12-01 | FREQ=MONTHLY;BYMONTHDAY=1,15"),
      ("ko", "매년 12월 25일", "2026-12-25 | FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=25"),
      ("ko", "매월 15일 오전 8시", "2026-12-15 08:00 | FREQ=MONTHLY;BYMONTHDAY=15"),
      ("ko", "10일마다!", "2026-11-27 | FREQ=DAILY;INTERVAL=10 | done"),
      ("ko", "분기마다", "2026-11-27 | FREQ=MONTHLY;INTERVAL=3"),
      ("ko", "5월 20일까지 매주 월요일", "2026-11-30 | FREQ=WEEKLY;UNTIL=20270520;BYDAY=MO"),
    ])
  func `dates as they are written`(language: String, text: String, expected: String) {
    let due = TodoistDates(now: today, year: 2026).read(text, language: language)
    let moment: String? =
      switch due?.moment {
      case .day(let day): day.iso
      case .local(let time): "\(time.date) \(time.time)"
      case .utc(let seconds): Moment.text(seconds)
      case nil: nil
      }
    #expect(
      [moment, due?.repeats, due?.isFromDone == true ? "done" : nil].compactMap { $0 }.joined(separator: " | ")
        == expected)
  }

  @Test func `the answer of the sync interface`() {
    let file = moved(
      """
      {"projects":[{"id":"1","name":"Home"}],"sections":[{"id":"7","name":"Garden"}],"labels":[{"id":"5","name":"soon"}],
       "collaborators":[{"id":"9","full_name":"Ben"}],
       "items":[
        {"id":"11","content":"Child","project_id":"1","parent_id":"10","child_order":2,"checked":true,"priority":1},
        {"id":"10","content":"Mow @lawn","description":"front","project_id":"1","section_id":"7","priority":4,"child_order":1,
         "labels":["soon"],"responsible_uid":"9","checked":false,"added_at":"2026-01-02T03:04:05.000000Z",
         "due":{"date":"2026-05-03T09:00:00","timezone":"Europe/Paris","string":"every sun at 9","lang":"en","is_recurring":true}},
        {"id":"12","content":"Gone","project_id":"1","is_deleted":true},
        {"id":"13","content":"Odd","project_id":"1","due":{"date":"99999-01-01","is_recurring":false}}],
       "notes":[{"item_id":"10","content":"a word"}],"reminders":[{"item_id":"10","type":"relative","minute_offset":30}]}
      """)
    #expect(file.program == "Todoist")
    #expect(
      file.items.map(printed) == [
        ["Odd", "in Home", "text Date: 99999-01-01"],
        [
          "Mow", "due 2026-05-03 09:00 Europe/Paris", "repeats FREQ=WEEKLY;BYDAY=SU", "in Home",
          "tags lawn,Garden,soon", "for Ben",
          "priority high", "[x] Child", "reminders 30", "created 2026-01-02T03:04:05Z", "text front\n\na word",
        ],
      ])
    #expect(file.leftOut.map(\.what).sorted() == ["Gone", "Odd"])
  }

  @Test func `reminders at a moment, parent and archived projects, texts of projects`() {
    let file = moved(
      """
      {"projects":[{"id":"1","name":"House"},{"id":"2","name":"Garden","parent_id":"1","is_archived":true}],
       "collaborators":[{"id":"9","email":"ben@example.org"}],
       "items":[{"id":"a","content":"Mow","project_id":"2","responsible_uid":"9","due":{"date":"2026-12-01T10:00:00Z","timezone":"Europe/Berlin"}},
        {"id":"b","content":"Rake","project_id":"1","due":{"date":"2026-12-01T09:00:00"}}],
       "reminders":[{"item_id":"a","type":"absolute","due":{"date":"2026-12-01T08:00:00Z"}},
        {"item_id":"a","type":"relative","minute_offset":45,"is_deleted":true},{"item_id":"a","type":"location","name":"Home"},
        {"item_id":"b","type":"absolute","due":{"date":"2026-12-01T08:30:00"}}],
       "project_notes":[{"project_id":"2","content":"a word"}],"filters":[{"name":"Soon","query":"today"}]}
      """)
    #expect(
      file.items.map(printed) == [
        [
          "Mow", "due 2026-12-01 11:00 Europe/Berlin", "in Garden", "for ben@example.org", "reminders 120",
          "text Parent project: House\nProject: archived\nReminder: location Home",
        ], ["Rake", "due 2026-12-01 09:00", "in House", "reminders 30"],
      ])
    #expect(file.leftOut.map(\.what) == ["Garden", "Soon"])
  }

  @Test func `tasks as the REST interface answers, and a sync of items alone`() {
    let task = """
      [{"id":"2","content":"Buy","description":"two","is_completed":false,"project_id":"7","section_id":null,"parent_id":null,"order":2,
        "labels":["soon"],"priority":4,"assignee_id":"9","created_at":"2026-01-02T03:04:05Z",
        "due":{"date":"2026-12-01","datetime":"2026-12-01T09:00:00Z","timezone":"Europe/Berlin","string":"1 Dec","is_recurring":false}},
       {"id":"1","content":"Pay","is_completed":true,"project_id":"7","priority":1,"order":1}]
      """
    let expected = [
      ["Pay", "done", "text Project: 7"],
      [
        "Buy", "due 2026-12-01 10:00 Europe/Berlin", "tags soon", "for 9", "priority high",
        "created 2026-01-02T03:04:05Z", "text two\n\nProject: 7",
      ],
    ]
    #expect(moved(task).items.map(printed) == expected)
    #expect(moved(#"{"items":[],"projects":[],"sync_token":"x"}"#).program == "Todoist")
    #expect(moved("{\"results\":\(task),\"next_cursor\":null}").items.map(printed) == expected)
    #expect(moved("{\"sync_token\":\"x\",\"items\":\(task)}").items.map(printed) == expected)
  }

  @Test func `numbers that no sum holds`() {
    for number in ["9223372036854775807", "-9223372036854775808"] {
      let file = moved(
        """
        {"projects":[],"items":[{"id":"a","content":"A","child_order":\(number),"due":{"date":"2026-12-01"}}],
         "reminders":[{"item_id":"a","minute_offset":\(number)}]}
        """)
      #expect(file.items.map(\.title) == ["A"])
      let board = moved(
        #"{"name":"B","lists":[],"idOrganization":1,"cards":[{"name":"A","due":"2026-12-01","dueReminder":\#(number)}]}"#
      )
      #expect(board.items.map(\.title) == ["A"])
      let chore = moved(
        """
        [{"name":"A","frequencyType":"once","notification":true,"nextDueDate":"2026-12-01T10:00:00Z",
          "notificationMetadata":{"templates":[{"value":\(number),"unit":"d"}]}}]
        """)
      #expect(chore.items.map(\.title) == ["A"])
      let backup = moved(
        #"{"data":{"tasks":[{"task":{"title":"A","dueDate":1789560001000},"alarms":[{"type":2,"time":\#(number)}]}]}}"#)
      #expect(backup.items.map(\.title) == ["A"])
      let project = moved(
        """
        [{"title":"P","is_archived":false,"tasks":[{"id":1,"title":"A","due_date":"2026-12-01T10:00:00Z",
          "reminders":[{"relative_period":\(number),"relative_to":"due_date"}]}]}]
        """)
      #expect(project.items.map(\.title) == ["A"])
    }
  }
}
