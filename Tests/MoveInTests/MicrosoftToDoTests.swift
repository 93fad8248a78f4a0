import Testing

@testable import MoveIn

@Suite struct `Microsoft To Do files` {
  private func tasks(_ rows: String) -> MovedFile {
    moved(
      #"{"@odata.context":"https://graph.microsoft.com/v1.0/$metadata#Collection(todoTask)","value":["# + rows + "]}")
  }

  @Test func `a task with its fields, and one that was deleted`() {
    let file = moved(
      """
      {"lists":[{"displayName":"Home","wellknownListName":"none","tasks":[
       {"id":"A","title":"Paint","importance":"high","status":"completed","isReminderOn":true,
        "createdDateTime":"2026-01-02T03:04:05.0091837Z","completedDateTime":{"dateTime":"2026-02-01T00:00:00.0000000","timeZone":"UTC"},
        "body":{"content":"<p>two<br>coats</p>","contentType":"html"},"categories":["Blue"],
        "dueDateTime":{"dateTime":"2026-01-31T23:00:00.0000000","timeZone":"UTC"},
        "reminderDateTime":{"dateTime":"2026-01-31T22:00:00.0000000","timeZone":"UTC"},
        "checklistItems":[{"displayName":"Wall","isChecked":true},{"displayName":"Door","isChecked":false}],
        "linkedResources":[{"displayName":"Mail","webUrl":"https://example.org/m"}]},
       {"id":"B","title":"Old","importance":"normal","status":"notStarted","@removed":{"reason":"deleted"}}]}]}
      """)
    #expect(file.program == "Microsoft To Do")
    #expect(
      file.items.map(printed) == [
        [
          "Paint", "due 2026-02-01", "in Home", "tags Blue", "priority high", "[x] Wall", "[ ] Door", "reminders 60",
          "done 2026-02-01T00:00:00Z", "created 2026-01-02T03:04:05Z",
          "text two\ncoats\n\nLink: Mail https://example.org/m",
        ]
      ])
    #expect(file.leftOut.map(\.what) == ["Old"])
  }

  @Test func `an attachment whose bytes are in the file comes over`() {
    let file = tasks(
      #"{"id":"A","title":"A","importance":"normal","status":"notStarted","attachments":[{"name":"a.txt","contentBytes":"aGVsbG8="},{"name":"b.txt"}]}"#
    )
    #expect(file.items.first?.files == [.init(name: "a.txt", bytes: Array("hello".utf8))])
    #expect(file.items.first?.description == "Attachment: b.txt")
    #expect(file.leftOut.map(\.what) == ["A"])
  }

  @Test(
    arguments: [
      (#""type":"daily","interval":2"#, "FREQ=DAILY;INTERVAL=2"),
      (
        #""type":"weekly","interval":2,"daysOfWeek":["monday","friday"],"firstDayOfWeek":"sunday""#,
        "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;WKST=SU"
      ),
      (#""type":"absoluteMonthly","interval":1,"dayOfMonth":7,"index":"first""#, "FREQ=MONTHLY;BYMONTHDAY=7"),
      (#""type":"relativeMonthly","interval":1,"daysOfWeek":["tuesday"],"index":"last""#, "FREQ=MONTHLY;BYDAY=-1TU"),
      (#""type":"absoluteYearly","interval":1,"dayOfMonth":3,"month":5"#, "FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=3"),
      (
        #""type":"relativeYearly","interval":1,"daysOfWeek":["sunday"],"index":"second","month":5"#,
        "FREQ=YEARLY;BYMONTH=5;BYDAY=2SU"
      ),
    ])
  func `patterns`(pattern: String, rule: String) {
    let file = tasks(
      #"{"id":"A","title":"A","importance":"normal","status":"notStarted","recurrence":{"pattern":{"# + pattern
        + #"},"range":{"type":"noEnd","startDate":"2026-02-01","endDate":"0001-01-01","recurrenceTimeZone":"UTC"}}}"#)
    #expect(file.items.first?.repeats == rule)
    #expect(file.items.first?.dueDate == "2026-02-01")
  }

  @Test func `the zone of a rule tells the day`() {
    let file = tasks(
      #"{"id":"A","title":"A","importance":"normal","status":"notStarted","#
        + #""dueDateTime":{"dateTime":"2026-02-01T11:00:00.0000000","timeZone":"UTC"},"#
        + #""recurrence":{"pattern":{"type":"daily","interval":1},"range":{"type":"numbered","numberOfOccurrences":3,"#
        + #""startDate":"2026-02-02","recurrenceTimeZone":"New Zealand Standard Time"}}}"#)
    #expect(printed(file.items.first) == ["A", "due 2026-02-02", "repeats FREQ=DAILY;COUNT=3"])
  }

  @Test func `the table of an exporter: rows of lists, tasks and steps`() {
    let file = moved(
      """
      Type,ID,Title,Status,Note,Due Date
      list,L1,Groceries,,,
      task,T1,Milk,notStarted,"two
      bottles",2026-12-01 23:00:00 +0000 UTC
      step,S1,Buy,false,,
      step,S2,Pay,true,,
      task,T2,Bread,completed,,2026-12-02 00:00:00 +0100 CET
      list,L2,Work,,,
      task,T3,Report,inProgress,,
      """)
    #expect(file.program == "Microsoft To Do")
    #expect(
      file.items.map(printed) == [
        ["Milk", "due 2026-12-02", "in Groceries", "[ ] Buy", "[x] Pay", "text two\nbottles"],
        ["Bread", "due 2026-12-02", "in Groceries", "done"], ["Report", "in Work", "text Status: in progress"],
      ])
    #expect(file.leftOut.isEmpty)
  }

  @Test func `lists by their names, and a reminder that is turned off`() {
    let file = moved(
      """
      {"Shop":[{"id":"a","title":"Milk","importance":"normal","status":"notStarted","isReminderOn":false,
        "reminderDateTime":{"dateTime":"2026-12-01T08:00:00.0000000","timeZone":"UTC"}}],"Empty":[]}
      """)
    #expect(
      file.items.map(printed) == [
        ["Milk", "in Shop", "text Reminder: 2026-12-01T08:00:00.0000000, turned off"]
      ])
  }

  @Test func `a reminder on the day of the deadline`() {
    let file = moved(
      """
      [{"id":"a","title":"Call","importance":"normal","status":"notStarted","isReminderOn":true,
        "dueDateTime":{"dateTime":"2026-11-30T23:00:00.0000000","timeZone":"UTC"},
        "reminderDateTime":{"dateTime":"2026-12-01T08:00:00.0000000","timeZone":"UTC"}}]
      """)
    #expect(file.items.map(printed) == [["Call", "due 2026-12-01", "text Reminder: 2026-12-01T08:00:00Z"]])
    #expect(file.items.map(\.reminderCodes) == [["09:00"]])
  }
}
