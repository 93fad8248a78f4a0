import Testing

@testable import MoveIn

@Suite struct `TickTick files` {
  private func backup(_ rows: String) -> MovedFile {
    moved(
      "\u{FEFF}" + """
        "Date: 2026-01-25+0000"
        "Version: 7.1"
        "Status:
        0 Normal
        1 Completed
        2 Archived"
        "Folder Name","List Name","Title","Kind","Tags","Content","Is Check list","Start Date","Due Date","Reminder","Repeat","Priority","Status","Created Time","Completed Time","Order","Timezone","Is All Day","Is Floating","Column Name","Column Order","View Mode","taskId","parentId"
        \(rows)
        """)
  }

  @Test func `days, times, lines, rules and reminders`() {
    let file = backup(
      """
      "","Inbox","Paper","TEXT","","","N","","","","","0","2","2026-01-01T10:00:00+0000","2026-01-02T10:00:00+0000","1","Europe/Berlin",,"false",,,"list","3","1"
      "Work","Plans","Bins
      out","TEXT","a, b","Both","N","2026-03-27T23:00:00+0000","2026-03-28T22:00:00+0000","","RRULE:FREQ=WEEKLY;BYDAY=SU","5","0","2026-01-01T10:00:00+0000","","1","Europe/Berlin","true","false",,,"list","1",""
      "","Inbox","Call","TEXT","","","N","","2026-07-01T12:30:00+0000","TRIGGER:-PT30M","","1","0","2026-01-01T10:00:00+0000","","1","Europe/Berlin","false","false",,,"list","2",""
      "","Inbox","Pack","CHECKLIST","","▫Shirt▪Shoes","Y","","","","RRULE:FREQ=DAILY;TT_FROM=2","3","0","2026-01-01 10:00:00","","1","",,"false",,,"list","4",""
      """)
    #expect(file.program == "TickTick")
    #expect(file.leftOut.isEmpty)
    #expect(
      file.items.map(printed) == [
        [
          "Bins out", "due 2026-03-29", "repeats FREQ=WEEKLY;BYDAY=SU", "in Plans", "tags a,b", "priority high",
          "[x] Paper",
          "not before 2026-03-28", "created 2026-01-01T10:00:00Z", "text Both\n\nFolder: Work",
        ],
        [
          "Call", "due 2026-07-01 14:30 Europe/Berlin", "in Inbox", "priority low", "reminders 30",
          "created 2026-01-01T10:00:00Z",
        ],
        [
          "Pack", "repeats FREQ=DAILY from done", "in Inbox", "priority medium", "[ ] Shirt", "[x] Shoes",
          "created 2026-01-01T10:00:00Z",
        ],
      ])
  }

  @Test func `a circle of parents, and a date that does not exist`() {
    let file = backup(
      """
      "","Inbox","A","TEXT","","","N","","","","","0","0","2026-01-01T10:00:00+0000","","1","",,"false",,,"list","p1","p2"
      "","Inbox","B","TEXT","","","N","","","","","0","0","2026-01-01T10:00:00+0000","","1","",,"false",,,"list","p2","p1"
      "","Inbox","C","TEXT","","","N","","99999-01-01T00:00:00+0000","","","0","0","2026-01-01T10:00:00+0000","","1","",,"false",,,"list","p3",""
      """)
    #expect(file.items.map(\.title) == ["A", "B", "C"])
    #expect(file.leftOut.map(\.what) == ["C", "A", "B"])
  }

  @Test func `older versions give rows no ids`() {
    let file = moved(
      """
      "Date: 2018-05-13+0000"
      "Version: 5.0"
      "List Name","Title","Content","Is Check list","Start Date","Due Date","Reminder","Repeat","Priority","Status","Created Time","Completed Time","Order","Timezone","Is All Day","Is Floating"
      "Inbox","Boots","Need","N","","2026-06-26T22:00:00+0000","TRIGGER:PT0S","","5","2","2026-06-20T10:00:00+0000","2026-06-21T10:00:00+0000","1","Europe/Berlin","true","false"
      """)
    #expect(file.program == "TickTick")
    #expect(
      file.items.map(printed) == [
        [
          "Boots", "due 2026-06-27", "in Inbox", "priority high", "reminders 0", "done 2026-06-21T10:00:00Z",
          "created 2026-06-20T10:00:00Z", "text Need",
        ]
      ])
  }

  @Test(
    arguments: [
      ("RRULE:FREQ=MONTHLY;INTERVAL=1;TT_WORKDAY=-1", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", 0),
      ("RRULE:FREQ=DAILY;INTERVAL=1;TT_SKIP=WEEKEND", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", 0),
      ("RRULE:FREQ=DAILY;INTERVAL=2;TT_SKIP=HOLIDAY,WEEKEND", "FREQ=DAILY;INTERVAL=2", 2),
    ])
  func `parts of a rule that are TickTick's own`(text: String, rule: String, leftOut: Int) {
    let file = backup(
      #""","Inbox","A","TEXT","","","N","","2026-07-01T12:30:00+0000","","\#(text)","0","0","","","1","Europe/Berlin","false","false",,,"list","1","""#
    )
    #expect(file.items.map(\.repeats) == [rule])
    #expect(file.leftOut.count == leftOut)
  }

  @Test func `a row without a title is not named after its folder`() {
    let file = backup(
      #""Work","Plans","","TEXT","","","N","","","","","0","0","","","1","","","false","Doing",,"list","7","""#)
    #expect(file.items.isEmpty)
    #expect(file.leftOut.map(\.what) == ["7"])
  }

  @Test func `a priority that is no number stays text`() {
    let file = backup(
      #""","Inbox","A","TEXT","","","N","","","","","p1","0","","","1","","","false",,,"list","1","""#)
    #expect(file.items.map(printed) == [["A", "in Inbox", "text Priority: p1"]])
  }

  @Test func `reminders of a day ring on it, and on the day before`() {
    let file = backup(
      #""","Inbox","A","TEXT","","","N","","2026-06-26T22:00:00+0000","TRIGGER:P0DT9H0M0S,TRIGGER:-P0DT6H0M0S","","0","0","","","1","Europe/Berlin","true","false",,,"list","1","""#
    )
    #expect(
      file.items.map(printed) == [
        ["A", "due 2026-06-27", "in Inbox", "reminders 360", "text Reminder: TRIGGER:P0DT9H0M0S"]
      ])
    #expect(file.items.map(\.reminderCodes) == [["-18:00", "09:00"]])
  }
}
