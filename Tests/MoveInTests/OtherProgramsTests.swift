import Testing

@testable import MoveIn

@Suite struct `Files of other programs` {
  private func items(_ file: MovedFile) -> [[String]] { file.items.map(printed) }

  @Test func `Google Tasks: days, lines in the order of positions, deleted rows`() {
    let file = moved(
      """
      {"kind":"tasks#taskLists","items":[{"kind":"tasks#taskList","id":"l","title":"Home","items":[
       {"id":"c","title":"Second","parent":"a","status":"needsAction","position":"0002"},
       {"id":"a","title":"Passport","notes":"photo","due":"2026-12-01T00:00:00.000Z","status":"needsAction","position":"0000",
        "links":[{"description":"Mail","link":"https://example.org"}],"assignment":"x"},
       {"id":"b","title":"First","parent":"a","status":"completed","position":"0001"},
       {"id":"d","title":"Gone","deleted":true},{"id":"e","title":""},
       {"id":"f","title":"Ticked","status":"completed","completed":"2026-11-19T08:30:00.000Z","hidden":true,"position":"0003"}]}]}
      """)
    #expect(file.program == "Google Tasks")
    #expect(
      items(file) == [
        [
          "Passport", "due 2026-12-01", "in Home", "[x] First", "[ ] Second",
          "text photo\n\nLink: Mail https://example.org\nassignment: x",
        ], ["Ticked", "in Home", "done 2026-11-19T08:30:00Z"],
      ])
    #expect(Set(file.leftOut.map(\.what)) == ["Gone", "e"])
  }

  @Test func `Google Tasks: the present one of the times that a task was scheduled for`() {
    let file = moved(
      """
      {"kind":"tasks#taskLists","items":[{"title":"Home","items":[
       {"id":"a","title":"Day","scheduled_time":[{"current":true,"start":"2026-12-01T00:00:00Z"}]},
       {"id":"b","title":"Time","scheduled_time":[{"start":"2026-11-01T09:00:00Z"},{"current":true,"start":"2026-12-05T17:30:00Z"}]}]}]}
      """)
    #expect(
      items(file) == [["Day", "due 2026-12-01", "in Home"], ["Time", "due 2026-12-05 17:30 UTC", "in Home"]])
  }

  @Test func `Google Keep: a note, a list, what was thrown away`() {
    #expect(
      items(
        moved(
          #"""
          {"color":"RED","isTrashed":false,"isPinned":true,"isArchived":false,"title":"Party","listContent":[{"text":"Cake","isChecked":true},
           {"text":"Tea","isChecked":false}],"labels":[{"name":"fun"}],"attachments":[{"filePath":"a.jpeg","mimetype":"image/jpeg"}],
           "annotations":[{"title":"Shop","url":"https://example.org"}],"createdTimestampUsec":1711987133949000}
          """#, name: "Takeout/Notizen/Party.json")) == [
          [
            "Party", "tags fun", "[x] Cake", "[ ] Tea", "created 2024-04-01T15:58:53Z",
            "text Attachment: a.jpeg\nLink: Shop https://example.org\nGoogle Keep: pinned\nColor: red",
          ]
        ])
    #expect(
      items(moved(#"{"isTrashed":false,"textContent":"first\nsecond","title":""}"#)) == [["first", "text second"]])
    #expect(moved(#"{"isTrashed":true,"textContent":"old","title":""}"#).leftOut.map(\.what) == ["old"])
  }

  @Test func `Tasks.org: lists, days and times, rules, alarms`() {
    let file = moved(
      """
      {"version":1,"data":{"tasks":[
       {"task":{"title":"Water","priority":0,"creationDate":1789032600000,"dueDate":1789560001000,"notes":"all","remoteId":"1",
        "recurrence":"RRULE:FREQ=DAILY;INTERVAL=3","repeatFrom":1},"alarms":[{"type":2,"time":-3600000}],"tags":[{"name":"green"}],
        "comments":[{"message":"hi"}],"caldavTasks":[{"calendar":"L","remoteId":"u1"}]},
       {"task":{"title":"Can","remoteId":"2"},"caldavTasks":[{"calendar":"L","remoteId":"u2","remoteParent":"u1"}]},
       {"task":{"title":"Day","dueDate":1789560000000,"completionDate":1789556400000,"remoteId":"3"}},
       {"task":{"title":"Gone","deletionDate":1789376400000}}],
       "caldavCalendars":[{"uuid":"L","name":"Home"}]}}
      """)
    #expect(
      items(file) == [
        [
          "Water", "due 2026-09-16 12:00 UTC", "repeats FREQ=DAILY;INTERVAL=3 from done", "in Home", "tags green",
          "priority high",
          "[ ] Can", "reminders 60", "created 2026-09-10T09:30:00Z", "text all\n\nComment: hi",
        ], ["Day", "due 2026-09-16", "done 2026-09-16T11:00:00Z"],
      ])
    #expect(file.leftOut.map(\.what) == ["Gone"])
  }

  @Test func `Tasks.org: moved tasks, objects of the server, places, attachments, flags of old versions`() {
    let file = moved(
      #"""
      {"version":120300,"data":{"tasks":[
       {"task":{"title":"Roof","dueDate":1789560001000,"hideUntil":1789516800000,"remoteId":"1","reminderFlags":2},
        "alarms":[{"time":-900000,"type":1},{"time":86400000,"type":2,"repeat":6,"interval":3600000}],
        "geofences":[{"place":"p","isArrival":true}],"attachments":[{"attachmentUid":"f"}],
        "caldavTasks":[{"calendar":"L","remoteId":"u1"},{"calendar":"M","remoteId":"u0","deleted":1789032600000}],
        "vtodo":"BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:u1\r\nSUMMARY:Roof\r\nDUE;TZID=Europe/Berlin:20260916T140000\r\nEND:VTODO\r\nEND:VCALENDAR"},
       {"task":{"title":"Tiles","remoteId":"2"},"caldavTasks":[{"calendar":"L","remoteId":"u2","remoteParent":"u1"}],
        "vtodo":"BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:u2\r\nSUMMARY:Tiles\r\nRELATED-TO:u1\r\nEND:VTODO\r\nEND:VCALENDAR"},
       {"task":{"title":"Shop","remoteId":"3"},"google":[{"listId":"G","remoteId":"g1"}],
        "locations":[{"name":"Baker","address":"Street 1","latitude":1.5,"longitude":2.5}]},
       {"task":{"title":"Bread","remoteId":"4"},"google":[{"listId":"G","remoteId":"g2","remoteParent":"g1"}]}],
       "places":[{"uid":"p","name":"Home"}],"taskAttachments":[{"remoteId":"f","name":"a.jpg","uri":"file:///a"}],
       "googleTaskLists":[{"remoteId":"G","title":"Town"}],"caldavCalendars":[{"uuid":"L","name":"House"},{"uuid":"M","name":"Old"}]}}
      """#)
    #expect(
      items(file) == [
        [
          "Roof", "due 2026-09-16 14:00 Europe/Berlin", "in House", "[ ] Tiles", "reminders 735,0",
          "not before 2026-09-16",
          "text Reminder: 1440 minutes after the deadline\nReminder: 6 times more, every 60 minutes\nAttachment: a.jpg\n"
            + "Reminder at: Home",
        ], ["Shop", "in Town", "[ ] Bread", "text Reminder at: Baker, Street 1"],
      ])
  }

  @Test func `Vikunja: projects, and namespaces of lists`() {
    let task = """
      {"id":1,"title":"Roof","description":"<p>two <b>words</b></p>","done":false,"done_at":"0001-01-01T00:00:00Z",
       "due_date":"2026-05-01T10:00:00Z","repeat_after":604800,"repeat_mode":2,"priority":4,"labels":[{"title":"home"},{"title":"home"}],
       "assignees":[{"username":"ben"}],"reminders":[{"reminder":"2026-05-01T09:00:00Z","relative_period":0}],
       "related_tasks":{"subtask":[{"id":2}]},"comments":[{"comment":"<p>soon</p>","author":{"username":"ann"}}],
       "attachments":[{"file":{"name":"a.jpg"}}],"created":"2026-01-01T00:00:00Z"},
       {"id":2,"title":"Tiles","done":true},{"id":3,"title":"Odd","repeat_after":3600,"due_date":"99999-05-01T10:00:00Z"}
      """
    let expected = [
      [
        "Roof", "due 2026-05-01 10:00 UTC", "repeats FREQ=WEEKLY from done", "in House", "tags home", "for ben",
        "priority high",
        "[x] Tiles", "reminders 60", "created 2026-01-01T00:00:00Z",
        "text two words\n\nPriority: urgent\nComment of ann: soon\nAttachment: a.jpg",
      ], ["Odd", "in House", "text Due: 99999-05-01T10:00:00Z\nRepeat: every 3600 seconds"],
    ]
    let now = moved(
      "[{\"id\":1,\"title\":\"House\",\"identifier\":\"\",\"is_archived\":false,\"tasks\":[\(task)],\"child_projects\":null}]"
    )
    #expect(now.program == "Vikunja")
    #expect(items(now) == expected)
    #expect(now.leftOut.map(\.what) == ["Odd", "Odd"])
    let before = moved(
      "[{\"id\":1,\"title\":\"Ours\",\"is_archived\":false,\"lists\":[{\"title\":\"House\",\"is_archived\":false,\"tasks\":[\(task)]}]}]"
    )
    #expect(
      items(before).map { $0.filter { !$0.hasPrefix("text ") } }
        == expected.map { $0.filter { !$0.hasPrefix("text ") } })
    #expect(before.items.allSatisfy { $0.description?.contains("Parent project: Ours") == true })
  }

  @Test func `Vikunja: projects in projects, buckets of views, colours, saved filters`() {
    let file = moved(
      """
      [{"id":1,"title":"House","is_archived":false,"parent_project_id":0,"tasks":null},
       {"id":2,"title":"Roof","is_archived":false,"parent_project_id":1,"buckets":[{"id":5,"title":"To-Do"},{"id":6,"title":"Doing"}],
        "task_buckets":[{"task_id":1,"bucket_id":6,"project_view_id":9}],"tasks":[{"id":1,"title":"Tiles","hex_color":"e8e8e8","bucket_id":0}]}]
      """)
    #expect(items(file) == [["Tiles", "in Roof", "text Color: #e8e8e8\nParent project: House\nBucket: Doing"]])
    let filters = moved(#"[{"id":1,"title":"Soon","filters":{"filter":"done = false"},"owner":null}]"#)
    #expect(filters.program == "Vikunja")
    #expect(filters.leftOut.map { "\($0.what): \($0.why)" } == ["Soon: a saved search"])
  }

  @Test func `Super Productivity: open and archived tasks, and rules of their own`() {
    let file = moved(
      """
      {"data":{"task":{"ids":["a","b"],"entities":{
        "a":{"id":"a","title":"Report","projectId":"P","tagIds":["T","TODAY"],"notes":"n","dueDay":"2026-05-01","timeSpent":3600000,
         "repeatCfgId":"r","created":1789032600000},
        "b":{"id":"b","title":"Draft","parentId":"a","isDone":true}}},
       "project":{"ids":["P"],"entities":{"P":{"title":"Work"}}},"tag":{"ids":["T"],"entities":{"T":{"title":"deep"}}},
       "taskRepeatCfg":{"ids":["r","s"],"entities":{
        "r":{"title":"Report","repeatCycle":"WEEKLY","repeatEvery":1,"friday":true,"monday":false},
        "s":{"title":"Sweep","repeatCycle":"MONTHLY","repeatEvery":2,"startDate":"2026-06-01","startTime":"10:00","remindAt":"m10",
         "repeatFromCompletionDate":true}}},
       "archiveYoung":{"task":{"ids":["c"],"entities":{"c":{"title":"Old","isDone":true,"doneOn":1789556400000}}}},"globalConfig":{}}}
      """)
    #expect(file.program == "Super Productivity")
    #expect(
      items(file) == [
        [
          "Report", "due 2026-05-01", "repeats FREQ=WEEKLY;BYDAY=FR", "in Work", "tags deep", "[x] Draft",
          "created 2026-09-10T09:30:00Z", "text n\n\nTime spent: 60 min",
        ], ["Old", "done 2026-09-16T11:00:00Z"],
        ["Sweep", "due 2026-06-01 10:00", "repeats FREQ=MONTHLY;INTERVAL=2 from done", "reminders 10"],
      ])
  }

  @Test func `Super Productivity: rules by weekday, last day and text, priorities, reminders, sections, plans`() {
    let file = moved(
      """
      {"data":{"task":{"ids":["a","b","c"],"entities":{
        "a":{"id":"a","title":"Rent","dueWithTime":1789560000000,"remindAt":1789556400000,"repeatCfgId":"r","priority":3,"subTaskIds":[]},
        "b":{"id":"b","title":"Tax","deadlineDay":"2026-12-31","dueDay":"2026-12-01","deadlineRemindAt":1789556400000,"priority":"low"},
        "c":{"id":"c","title":"Issue","repeatCfgId":"m","subTaskIds":[]}}},
       "section":{"ids":["s"],"entities":{"s":{"title":"Soon","contextType":"PROJECT","taskIds":["b"]}}},
       "planner":{"days":{"2026-12-03":["c"]}},
       "taskRepeatCfg":{"ids":["r","m","w","x","e"],"entities":{
        "r":{"repeatCycle":"MONTHLY","repeatEvery":1,"monthlyLastDay":true,"startDate":"2026-01-31"},
        "m":{"repeatCycle":"MONTHLY","repeatEvery":1,"startDate":"2026-01-30"},
        "w":{"title":"Club","repeatCycle":"MONTHLY","repeatEvery":1,"monthlyWeekOfMonth":1,"monthlyWeekday":4,"startDate":"2026-01-01",
         "lastTaskCreationDay":"2026-11-05"},
        "x":{"title":"Run","repeatCycle":"WEEKLY","repeatEvery":2,"saturday":true,"startDate":"2026-12-05",
         "rrule":"FREQ=WEEKLY;INTERVAL=2;BYDAY=SA;COUNT=10"},
        "e":{"title":"Pills","repeatCycle":"DAILY","repeatEvery":3,"startDate":"2026-11-01","endDate":"2027-01-31",
         "lastTaskCreationDay":"2026-11-25","deletedInstanceDates":["2026-11-28","2026-12-31"],
         "subTaskTemplates":[{"title":"White"},{"title":"Blue","notes":"half"}]}}},"globalConfig":{}}}
      """)
    #expect(
      items(file) == [
        [
          "Rent", "due 2026-09-16 12:00 UTC", "repeats FREQ=MONTHLY;BYMONTHDAY=-1", "priority high", "reminders 60",
        ],
        [
          "Tax", "due 2026-12-01", "tags Soon", "priority low",
          "text Deadline: 2026-12-31\nReminder of the deadline: 2026-09-16T11:00:00Z",
        ],
        ["Issue", "due 2026-12-03", "repeats FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1"],
        ["Club", "due 2026-12-03", "repeats FREQ=MONTHLY;BYDAY=1TH"],
        ["Run", "due 2026-12-05", "repeats FREQ=WEEKLY;INTERVAL=2;COUNT=10;BYDAY=SA"],
        [
          "Pills", "due 2026-12-01", "repeats FREQ=DAILY;INTERVAL=3;UNTIL=20270131", "[ ] White", "[ ] Blue",
          "text Blue: half\n\nNot on: 2026-11-28\nNot on: 2026-12-31",
        ],
      ])
    #expect(file.items.first { $0.title == "Pills" }?.skipped == ["2026-12-31"])
    #expect(file.leftOut.isEmpty)
  }

  @Test func `Super Productivity: the one archive of old versions`() {
    let file = moved(
      """
      {"task":{"ids":[],"entities":{}},"globalConfig":{},
       "taskArchive":{"ids":["c"],"entities":{"c":{"title":"Old","isDone":true,"doneOn":1789556400000}}}}
      """)
    #expect(items(file) == [["Old", "done 2026-09-16T11:00:00Z"]])
    let rule = moved(
      """
      {"task":{"ids":[],"entities":{}},"taskRepeatCfg":{"ids":["r"],"entities":{"r":{"title":"Standup","lastTaskCreation":1705312800000,
        "monday":true,"tuesday":true,"wednesday":true,"thursday":true,"friday":true,"saturday":false,"sunday":false}}}}
      """)
    #expect(items(rule) == [["Standup", "due 2024-01-16", "repeats FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"]])
  }

  @Test func `Donetick: rules, turns, lines, reminders`() {
    let file = moved(
      """
      [{"id":1,"name":"Bins","frequencyType":"days_of_the_week","frequency":1,"frequencyMetadata":{"days":["monday"],
        "timezone":"Europe/Berlin","weekPattern":"every_week"},"nextDueDate":"2026-11-26T17:00:00Z","assignees":[{"userId":1},{"userId":2}],
        "assignedTo":2,"assignStrategy":"round_robin","isActive":true,"notification":true,
        "notificationMetadata":{"dueDate":true,"templates":[{"value":-1,"unit":"h"}]},"labelsV2":[{"name":"Out"}],"priority":1,
        "description":"<p>both</p>","subTasks":[{"name":"Paper","completedAt":null}],"points":5},
       {"id":2,"name":"Kettle","frequencyType":"interval","frequency":3,"frequencyMetadata":{"unit":"months"},"isRolling":true},
       {"id":3,"name":"Deep","frequencyType":"adaptive"}]
      """)
    #expect(
      items(file) == [
        [
          "Bins", "due 2026-11-26 18:00 Europe/Berlin", "repeats FREQ=WEEKLY;BYDAY=MO", "tags Out", "for 1,2",
          "priority high",
          "[ ] Paper", "reminders 0,60", "text both\n\nTurns: round robin, now 2\nPoints: 5",
        ], ["Kettle", "repeats FREQ=MONTHLY;INTERVAL=3 from done"], ["Deep", "text Repeat: adaptive"],
      ])
    #expect(file.leftOut.map(\.what) == ["Deep"])
  }

  @Test func `Donetick: projects, lines of lines, numbers of weeks, short months, no date`() {
    let file = moved(
      """
      {"res":[{"id":1,"name":"Rent","frequencyType":"day_of_the_month","frequency":31,"frequencyMetadata":{"months":["january","june"]},
        "nextDueDate":"0001-01-01T00:00:00Z","project":{"id":4,"name":"Flat"},"status":1,"deadlineOffset":86400,"notification":true,
        "notificationMetadata":{"nagging":true},"thingChore":{"thingId":3,"condition":"gte"},"subTasks":[
        {"id":2,"orderId":1,"name":"Second"},{"id":1,"orderId":0,"name":"First"},{"id":3,"orderId":0,"name":"Inner","parentId":1}]},
       {"id":2,"name":"Club","frequencyType":"days_of_the_week","frequencyMetadata":{"days":["saturday"],"weekPattern":"week_of_month",
        "weekNumbers":[2]}},
       {"id":3,"name":"Water","frequencyType":"interval","frequency":12,"frequencyMetadata":{"unit":"hours"}}]}
      """)
    #expect(
      items(file) == [
        [
          "Rent", "repeats FREQ=MONTHLY;BYMONTH=1,6;BYMONTHDAY=-1", "in Flat", "[ ] First", "[ ] Inner", "[ ] Second",
          "text Reminder: again and again\nStatus: in progress\nDeadline: 1440 minutes after it is due\n"
            + "Thing: thingId 3, condition gte",
        ], ["Club", "repeats FREQ=MONTHLY;BYDAY=2SA"], ["Water", "text Repeat: interval 12 unit hours"],
      ])
    #expect(file.leftOut.map(\.what) == ["Water"])
  }

  @Test func `Trello: cards with lists, people, checklists, comments`() {
    let file = moved(
      """
      {"id":"b","name":"House","idOrganization":null,"lists":[{"id":"l","name":"To do","pos":1}],"labels":[],
       "members":[{"id":"m","fullName":"Ben"}],"checklists":[{"id":"k","idCard":"c","name":"Steps","checkItems":[
        {"name":"Two","state":"incomplete","pos":2},{"name":"One","state":"complete","pos":1}]}],
       "actions":[{"type":"commentCard","data":{"text":"yes","card":{"id":"c"}},"memberCreator":{"fullName":"Ann"}}],
       "cards":[{"id":"c","name":"Fence","desc":"wood","idList":"l","due":"2026-05-01T10:00:00.000Z","dueComplete":false,"dueReminder":1440,
        "labels":[{"name":"","color":"yellow"}],"idMembers":["m"],"attachments":[{"name":"a.png","url":"https://example.org/a"}]},
        {"id":"d","name":"Gate","idList":"l","closed":true}]}
      """)
    #expect(
      items(file) == [
        [
          "Fence", "due 2026-05-01 10:00 UTC", "in To do", "tags yellow", "for Ben", "priority", "[x] One", "[ ] Two",
          "reminders 1440",
          "text wood\n\nBoard: House\nChecklist's name: Steps\nAttachment: a.png https://example.org/a\nComment: Ann: yes",
        ].filter { $0 != "priority" }, ["Gate", "in To do", "done", "text Board: House\nTrello: archived"],
      ])
  }

  @Test func `Trello: order of checklists, fields by their kinds, a card without a name`() {
    let file = moved(
      """
      {"id":"b","name":"House","idOrganization":null,"lists":[{"id":"l","name":"To do"}],"members":[{"id":"m","fullName":"Ben"}],
       "customFields":[{"id":"f","name":"Cost"},{"id":"g","name":"Step","options":[{"id":"o","value":{"text":"High"}}]}],
       "checklists":[{"id":"k","idCard":"c","name":"Late","pos":2,"checkItems":[{"name":"Two","state":"incomplete","idMember":"m"}]},
        {"id":"j","idCard":"c","name":"Early","pos":1,"checkItems":[{"name":"One","state":"complete"}]}],
       "cards":[{"id":"c","name":"Fence","idList":"l","idMembersVoted":["m"],"coordinates":{"latitude":1.5,"longitude":2.5},
         "customFieldItems":[{"idCustomField":"f","value":{"number":"12.5"}},{"idCustomField":"g","idValue":"o","value":null}]},
        {"id":"d","name":"","idList":"l"}]}
      """)
    #expect(
      items(file) == [
        [
          "Fence", "in To do", "[x] Early: One", "[ ] Late: Two",
          "text Board: House\nMember of Two: Ben\nCost: 12.5\nStep: High\nVotes of: Ben\nGeo: latitude 1.5, longitude 2.5",
        ]
      ])
    #expect(file.leftOut.map { "\($0.what): \($0.why)" } == ["d: it has no title"])
  }

  @Test func `WeKan: fields by their names, several checklists, archived lists, templates`() {
    let file = moved(
      """
      {"title":"House","lists":[{"_id":"l","title":"Doing"},{"_id":"m","title":"Old","archived":true}],"swimlanes":[],
       "customFields":[{"_id":"f","name":"Cost"},{"_id":"g","name":"Step","settings":{"dropdownItems":[{"_id":"o","name":"High"}]}}],
       "checklists":[{"_id":"k","title":"Late","sort":1},{"_id":"j","title":"Early","sort":0}],
       "checklistItems":[{"cardId":"c","checklistId":"k","title":"Two"},{"cardId":"c","checklistId":"j","title":"One","isFinished":true}],
       "cards":[{"_id":"c","title":"Pond","listId":"l","requestedBy":"Ann","color":"red","vote":{"question":"Deep?"},
         "customFields":[{"_id":"f","value":12},{"_id":"g","value":"o"}]},
        {"_id":"d","title":"Gone","listId":"m"}],"subtaskItems":[{"_id":"d"},{"_id":"s","title":"Fish","parentId":"c"},{"_id":"e","title":"Form","listId":"l","type":"template-card"}]}
      """)
    #expect(
      items(file) == [
        [
          "Pond", "in Doing", "[x] Early: One", "[ ] Late: Two", "[ ] Fish",
          "text Board: House\nRequested by: Ann\nColor: red\nVote: Deep?\nCost: 12\nStep: High",
        ], ["Gone", "in Old", "done", "text Board: House\nWeKan: archived"],
        ["Form", "in Doing", "text Board: House\nWeKan: template"],
      ])
  }

  @Test func `WeKan: cards with lists and lines`() {
    let file = moved(
      """
      {"title":"House","lists":[{"_id":"l","title":"Doing"}],"swimlanes":[{"_id":"s","title":"Garden"}],
       "users":[{"_id":"u","username":"ben"}],"labels":[{"_id":"x","name":"","color":"green"}],
       "checklistItems":[{"cardId":"c","title":"Dig","isFinished":true,"sort":0}],"comments":[{"cardId":"c","text":"deep","userId":"u"}],
       "cards":[{"_id":"c","title":"Pond","description":"big","listId":"l","swimlaneId":"s","labelIds":["x"],"members":["u"],
        "dueAt":"2026-05-01T10:00:00.000Z","createdAt":"2026-01-01T00:00:00.000Z"}]}
      """)
    #expect(
      items(file) == [
        [
          "Pond", "due 2026-05-01 10:00 UTC", "in Doing", "tags green", "for ben", "[x] Dig",
          "created 2026-01-01T00:00:00Z",
          "text big\n\nBoard: House\nSwimlane: Garden\nComment: ben: deep",
        ]
      ])
  }

  @Test func `Toodledo: folders, contexts, times`() {
    let file = moved(
      """
      "TASK","FOLDER","CONTEXT","GOAL","LOCATION","STARTDATE","STARTTIME","DUEDATE","DUETIME","REPEAT","LENGTH","TIMER","PRIORITY","TAG","STATUS","STAR","NOTE"
      "Bill","Money","home","Order","desk","2026-04-20",,"2026-04-27","8:00 pm","Every 2 weeks",,,"2","a, b","Next Action","Yes","pay"
      """)
    #expect(
      items(file) == [
        [
          "Bill", "due 2026-04-27 20:00", "repeats FREQ=WEEKLY;INTERVAL=2", "in Money", "tags home,a,b",
          "priority high",
          "not before 2026-04-20", "text pay\n\nGoal: Order\nLocation: desk\nStatus: Next Action\nStar: yes",
        ]
      ])
  }

  @Test(
    arguments: [
      ("The last Friday of each month", "FREQ=MONTHLY;BYDAY=-1FR"), ("Semiannually", "FREQ=MONTHLY;INTERVAL=6"),
      ("Bimonthly", "FREQ=MONTHLY;INTERVAL=2"),
    ]) func `Toodledo's repeats, and days that are none`(text: String, rule: String)
  {
    let file = moved(
      """
      TASK,FOLDER,CONTEXT,GOAL,STARTDATE,DUEDATE,REPEAT,COMPLETED
      Bill,,,,0000-00-00,0000-00-00,\(text),0000-00-00
      """)
    #expect(items(file) == [["Bill", "repeats \(rule)"]])
    #expect(file.leftOut.isEmpty)
  }

  @Test func `todo.txt: the rules of the format`() {
    let file = moved(
      """
      (A) 2026-01-02 Call Mom +Family @phone due:2026-02-03 t:2026-02-01 rec:+1w
      x 2026-03-02 2026-03-01 Review http://example.org/a pri:B
      xylophone lesson 2+2 (B)
      X 2012-01-01 not done
      """)
    #expect(
      items(file) == [
        [
          "Call Mom", "due 2026-02-03", "repeats FREQ=WEEKLY", "in Family", "tags phone", "priority high",
          "not before 2026-02-01",
          "created 2026-01-02T00:00:00Z",
        ],
        [
          "Review http://example.org/a", "priority medium", "done 2026-03-02T00:00:00Z", "created 2026-03-01T00:00:00Z",
        ],
        ["xylophone lesson 2+2 (B)"], ["X 2012-01-01 not done"],
      ])
  }

  @Test func `todo.txt: plain lines of a file that has the format's name`() {
    #expect(items(moved("Milk +Shop\nBread\n", name: "sync/todo.txt")) == [["Milk", "in Shop"], ["Bread"]])
    #expect(moved("Milk +Shop\nBread\n", name: "notes.txt").items.isEmpty)
  }

  @Test func `todo.txt: times, and dates that do not exist`() {
    let file = moved("due:2026-12-01T09:30 Call\ndue:2026-02-30 Odd\n(A) Last\n")
    #expect(
      items(file) == [["Call", "due 2026-12-01 09:30"], ["Odd", "text Due: 2026-02-30"], ["Last", "priority high"]])
    #expect(file.leftOut.map(\.what) == ["Odd"])
  }

  @Test func `any table with English names`() {
    let file = moved(
      """
      Task Name;Notes;List;Labels;Due Date;Priority;Status;Assigned To;Estimate;ID;Parent
      Paint;"two
      coats";House;a, b;27/11/2026;High;open;Ben;2 h;1;
      Wall;;House;;;;done;;;2;1
      Fence;;House;;03/04/2026 5pm;3;blocked;;;3;
      """)
    #expect(file.program == "CSV")
    #expect(
      items(file) == [
        [
          "Paint", "due 2026-11-27", "in House", "tags a,b", "for Ben", "priority high", "[x] Wall",
          "text two\ncoats\n\nEstimate: 2 h",
        ],
        ["Fence", "due 2026-04-03 17:00", "in House", "text Priority: 3\nStatus: blocked"],
      ])
    let open = moved("Title,Due\nA,03/04/2026\nB,2026-04-05\n")
    #expect(items(open) == [["A", "text Due: 03/04/2026"], ["B", "due 2026-04-05"]])
    #expect(open.leftOut.map(\.what) == ["A"])
  }

  @Test func `tables of Trello and Asana, and with names in other languages`() {
    #expect(
      items(
        moved(
          """
          Card Name,Card ID,Card Description,Labels,Members,Due Date,List Name,Board Name,Due Complete
          Fence,1,wood,"red, blue",Ben,2026-12-01T10:00:00.000Z,To do,House,true
          """)) == [
          [
            "Fence", "due 2026-12-01 10:00 UTC", "in To do", "tags red,blue", "for Ben", "done",
            "text wood\n\nBoard Name: House",
          ]
        ])
    #expect(
      items(
        moved(
          """
          Task ID,Name,Assignee,Due Date,Tags,Notes,Projects,Parent task
          1200,Main,Ben,2026-03-01,"a,b",hello,House,
          1201,Sub,,,,,,Main
          """)) == [["Main", "due 2026-03-01", "in House", "tags a,b", "for Ben", "[ ] Sub", "text hello"]])
    #expect(
      items(moved("Aufgabe;Fällig am;Priorität;Erledigt\nMüll;1.12.2026;hoch;nein\nBrot;;;ja\n")) == [
        ["Müll", "due 2026-12-01", "priority high"], ["Brot", "done"],
      ])
    #expect(items(moved("제목,마감일,상태\n우유,2026-12-01,완료\n")) == [["우유", "due 2026-12-01", "done"]])
    #expect(items(moved("Task Name,Due Date\nCall,1796140800000\n")) == [["Call", "due 2026-12-01 16:00 UTC"]])
    #expect(moved("Titel;Zutaten;Beschreibung\nBrot;Mehl;gut\n").items.isEmpty)
  }

  @Test(
    arguments: [
      "", "   ", "Milk\nBread\n", "{", "[]", "{\"a\":1}", "<html></html>", "BEGIN:VCALENDAR", "PK\u{3}\u{4}rubbish",
      "\u{1F}rubbish",
    ]) func `what is no program's file is said`(text: String)
  {
    let file = moved(text)
    #expect(file.items.isEmpty && file.recipes.isEmpty)
    #expect(file.error != nil)
  }

  @Test func `a file that ends early gives what it has, and says so`() {
    let file = moved(#"{"kind":"tasks#taskLists","items":[{"title":"L","items":[{"id":"a","title":"A"},{"id":"b","ti"#)
    #expect(file.items.map(\.title) == ["A"])
    #expect(file.leftOut.contains { $0.what == "the end of the file" })
  }
}
