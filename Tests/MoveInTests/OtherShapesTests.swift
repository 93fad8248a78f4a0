import RecipeImport
import Testing

@testable import MoveIn

/// Files of the same programs in other versions, languages and options.
@Suite struct `Files in other shapes` {
  private func items(_ file: MovedFile) -> [[String]] { file.items.map(printed) }

  // MARK: To-dos

  @Test func `a to-do without a calendar around it`() {
    let file = moved("BEGIN:VTODO\r\nUID:a\r\nSUMMARY:Taxes\r\nDUE;VALUE=DATE:20260501\r\nEND:VTODO\r\n")
    #expect(file.program == "iCalendar")
    #expect(items(file) == [["Taxes", "due 2026-05-01"]])
  }

  @Test func `a start that does not exist is named once, an alarm from it as well`() {
    let file = moved(
      """
      BEGIN:VCALENDAR
      BEGIN:VTODO
      SUMMARY:Gift
      DTSTART:-0011130T100000
      BEGIN:VALARM
      TRIGGER;VALUE=DURATION:-P2D
      END:VALARM
      END:VTODO
      END:VCALENDAR
      """)
    #expect(file.leftOut.map(\.what) == ["Gift"])
  }

  @Test func `KOrganizer: the next date of a series, whose start stays`() {
    let file = moved(
      """
      BEGIN:VCALENDAR
      PRODID:-//K Desktop Environment//NONSGML KOrganizer 5.24//EN
      BEGIN:VTODO
      SUMMARY:Bins
      DTSTART;TZID=Europe/Berlin:20260105T090000
      DUE;TZID=Europe/Berlin:20260105T100000
      RRULE:FREQ=WEEKLY;COUNT=5;BYDAY=MO
      X-KDE-LIBKCAL-DTRECURRENCE:20260119T080000Z
      END:VTODO
      END:VCALENDAR
      """)
    #expect(
      items(file) == [
        [
          "Bins", "due 2026-01-19 10:00 Europe/Berlin", "repeats FREQ=WEEKLY;COUNT=3;BYDAY=MO",
          "text Start: 2026-01-05 09:00",
        ]
      ])
  }

  @Test func `a reminder on leaving a place`() {
    let file = moved(
      """
      BEGIN:VCALENDAR
      BEGIN:VTODO
      SUMMARY:Keys
      BEGIN:VALARM
      TRIGGER;VALUE=DATE-TIME:19760401T005545Z
      X-APPLE-PROXIMITY:DEPART
      X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE=Home:geo:1,2
      END:VALARM
      END:VTODO
      END:VCALENDAR
      """)
    #expect(items(file) == [["Keys", "text Reminder on leaving: Home"]])
    let backup = moved(
      """
      {"version":140000,"data":{"caldavCalendars":[],"places":[{"uid":"p","name":"Home"}],"tasks":[
       {"task":{"title":"Keys","remoteId":"1"},"geofences":[{"place":"p","isDeparture":true}]},
       {"task":{"title":"Shoes","remoteId":"2"},"geofences":[{"place":"p","isArrival":true}]}]}}
      """)
    #expect(
      items(backup) == [["Keys", "text Reminder on leaving: Home"], ["Shoes", "text Reminder at: Home"]])
  }

  @Test(arguments: [(1_769_943_600_000, "2026-02-01"), (1_769_900_400_000, "2026-02-01")])
  func `Tasks.org: noon of Berlin and of Auckland`(noon: Int, day: String) {
    let file = moved(
      "{\"data\":{\"caldavCalendars\":[],\"tasks\":[{\"task\":{\"title\":\"Day\",\"dueDate\":\(noon)}}]}}")
    #expect(items(file) == [["Day", "due \(day)"]])
  }

  @Test func `Microsoft To Do: a zone beside a time that ends in Z`() {
    let file = moved(
      """
      [{"displayName":"Home","wellKnownListName":"none","tasks":[{"title":"Call","importance":"normal","status":"notStarted",
        "dueDateTime":{"dateTime":"2026-01-12T00:00:00Z","timeZone":"America/Los_Angeles"}}]}]
      """)
    #expect(items(file) == [["Call", "due 2026-01-12", "in Home"]])
  }

  @Test func `Todoist: the columns of templates, and of other programs`() {
    #expect(
      items(
        moved(
          """
          TYPE,CONTENT,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DUE_DATE,DUE_DATE_LANG
          task,Review,1,1,,,every friday,en
          """, name: "Week.csv")) == [
          ["Review", "due 2026-11-27", "repeats FREQ=WEEKLY;BYDAY=FR", "in Week", "priority high"]
        ])
    #expect(
      items(
        moved(
          """
          TYPE,CONTENT,NOTE,PROJECT,LABELS,PRIORITY,INDENT,DATE,ATTACHMENTS
          task,Launch,soon,Home,"a;@b",4,1,2026-12-25,
          note,Discuss,,,,,,,https://example.org/brief.pdf
          """, name: "x.csv")) == [
          [
            "Launch", "due 2026-12-25", "in Home", "tags a,b",
            "text soon\n\nDiscuss\n\nATTACHMENTS: https://example.org/brief.pdf",
          ]
        ])
  }

  @Test func `TickTick and Toodledo: tags with their sign, columns of later versions`() {
    #expect(
      items(
        moved(
          """
          "List Name","Title","Tags","Is Check list","Priority","Status","taskId","Mood"
          "Work","Call","#errand, home","N","0","0","a","good"
          """)) == [["Call", "in Work", "tags errand,home", "text Mood: good"]])
    #expect(
      items(moved("TASK,FOLDER,CONTEXT,GOAL,ASSIGNEE\nCall,Work,,,Ann")) == [
        ["Call", "in Work", "text ASSIGNEE: Ann"]
      ])
  }

  @Test(arguments: [
    "Title,Description,List,Swimlane,Owner,Requested By,Assigned By,Members,Assignee,Labels,Start,Due,End,Overtime (hours),Spent time (hours),Created at,Last modified at,Last activity,Voting,Archived,CustomField-Size-dropdown-S/M",
    "제목,설명,목록,스윔레인,소유자,요청한 사람,배정한 사람,멤버,담당자,라벨,시작일,마감기한,종료일,초과 시간(시간),소요 시간(시간),생성일,마지막 수정,마지막 활동,투표,보관된,CustomField-Size-dropdown-S/M",
  ]) func `WeKan: the table of a board in the person's language`(header: String) {
    let file = moved(
      """
      \(header)
      Paint,'- white,To Do,Default,ann, , ,ann ben,ben,Work at home-blue -green,2026-03-01T00:00:00.000Z,2026-03-05T17:00:00.000Z, ,false,,2026-02-01T10:00:00.000Z,2026-02-02T10:00:00.000Z,2026-02-02T10:00:00.000Z, ,false,M
      Old,,Done,Yard,ann, , ,,,, , ,2026-03-05T17:00:00.000Z,true,2,2026-02-01T10:00:00.000Z,2026-02-02T10:00:00.000Z,2026-02-02T10:00:00.000Z, ,true,
      """)
    #expect(file.program == "WeKan")
    #expect(
      items(file) == [
        [
          "Paint", "due 2026-03-05 17:00 UTC", "in To Do", "tags Work at home,green", "for ann,ben",
          "not before 2026-03-01", "created 2026-02-01T10:00:00Z", "text - white\n\nOwner: ann\nSize: M",
        ],
        [
          "Old", "in Done", "done 2026-03-05T17:00:00Z", "created 2026-02-01T10:00:00Z",
          "text Swimlane: Yard\nOwner: ann\nWeKan: archived\nHours spent: 2",
        ],
      ])
  }

  @Test func `a table of Outlook, in German, with the reminders that are on`() {
    let file = moved(
      """
      "Betreff";"Beginnt am";"Fällig am";"Erinnerung Ein/Aus";"Erinnerung am";"Erinnerung um";"Erledigt am";"Kategorien";"Notizen";"Priorität";"Status"
      "Steuer";"1.3.2026";"20.3.2026";"Ein";"19.3.2026";"18:00:00";"";"Haus;Geld";"Papiere";"Hoch";"Nicht begonnen"
      "Fertig";"";"";"Aus";"1.1.2026";"08:00:00";"25.2.2026";"";"";"";"Erledigt"
      """)
    #expect(
      items(file) == [
        [
          "Steuer", "due 2026-03-20", "tags Haus,Geld", "priority high", "reminders 360", "not before 2026-03-01",
          "text Papiere",
        ],
        ["Fertig", "done 2026-02-25T00:00:00Z"],
      ])
  }

  @Test func `tables of Outlook in French and Russian`() {
    #expect(
      items(
        moved(
          """
          Objet,Date de début,Échéance,Rappel actif/inactif,Date du rappel,Heure du rappel,Date d'achèvement,Catégories,Notes,Priorité,Statut
          Impôts,1/3/2026,20/3/2026,Vrai,19/3/2026,18:00:00,,Maison,papiers,Haute,Non commencé
          """)) == [
          [
            "Impôts", "due 2026-03-20", "tags Maison", "priority high", "reminders 360", "not before 2026-03-01",
            "text papiers",
          ]
        ])
    #expect(
      items(
        moved(
          """
          Тема;Дата начала;Срок;Дата завершения;Категории;Заметки;Важность;Состояние
          Налоги;01.03.2026;20.03.2026;25.03.2026;Дом;бумаги;Высокая;Завершено
          """)) == [
          [
            "Налоги", "due 2026-03-20", "tags Дом", "priority high", "not before 2026-03-01",
            "done 2026-03-25T00:00:00Z", "text бумаги",
          ]
        ])
  }

  @Test func `a table with a status beside "Completed", two dates in a cell, lists in brackets, an archive`() {
    let file = moved(
      """
      Task Name,Status,Completed,Due,Tags,Parent ID,Archived
      Trip,Not started,,"October 5, 2026 → October 7, 2026","[car,home]",null,false
      Wash,complete,2026-03-05,,[],null,false
      Dry,in progress,true,,,,true
      """)
    #expect(
      items(file) == [
        ["Trip", "due 2026-10-07", "tags car,home", "not before 2026-10-05"],
        ["Wash", "done 2026-03-05T00:00:00Z"],
        ["Dry", "done", "text Status: in progress\nArchived: yes"],
      ])
    #expect(file.leftOut.isEmpty)
  }

  @Test func `many to-dos of a calendar, and the same with one that is a part`() {
    func calendar(_ count: Int, _ more: String) -> String {
      let rows = (1...count).map {
        "BEGIN:VTODO\r\nUID:\($0)\r\nSUMMARY:No. \($0)\r\nDUE:20260301T1\($0 % 10)0000Z\r\nEND:VTODO\r\n"
      }
      return "BEGIN:VCALENDAR\r\n" + rows.joined() + more + "END:VCALENDAR\r\n"
    }
    let alone = moved(calendar(Draft.many + 2_500, "BEGIN:VEVENT\r\nSUMMARY:Fair\r\nEND:VEVENT\r\n"))
    #expect(alone.items.count == Draft.many + 2_500)
    #expect(alone.items.last?.sourceID == "\(Draft.many + 2_500)")
    #expect(alone.leftOut.map(\.what) == ["Fair"])
    let part = "BEGIN:VTODO\r\nUID:x\r\nRELATED-TO:1\r\nSUMMARY:Part\r\nEND:VTODO\r\n"
    let related = moved(calendar(Draft.many + 2_500, part))
    #expect(related.items.count == Draft.many + 2_500)
    #expect(related.items.first?.checklist.map(\.text) == ["Part"])
  }

  @Test func `Google Tasks: the time of a task that is scheduled, besides its day`() {
    let file = moved(
      """
      {"kind":"tasks#taskLists","items":[{"title":"Home","items":[{"id":"a","title":"Call","due":"2026-12-06T00:00:00Z",
       "scheduled_time":[{"current":true,"start":"2026-12-06T08:00:00Z"}]}]}]}
      """)
    #expect(items(file) == [["Call", "due 2026-12-06 08:00 UTC", "in Home"]])
  }

  @Test func `Todoist: tasks that are done, with their projects by ids`() {
    let file = moved(
      """
      {"items":[{"id":"1","task_id":"2","project_id":"P","section_id":null,"content":"Paint","completed_at":"2026-01-02T10:00:00Z"}],
       "projects":{"P":{"id":"P","name":"Home"}},"sections":{}}
      """)
    #expect(items(file) == [["Paint", "in Home", "done 2026-01-02T10:00:00Z"]])
  }

  // MARK: Recipes

  @Test func `CopyMeThat: a subheading with the class of its lines stands once`() {
    let recipe = moved(
      """
      <html><head><meta name="copymethat_class_id_version" content="2"></head><body><div class="recipe"><div id="name">Rice</div>
      <ul><li class="recipeIngredient">2 cups rice</li><div class="recipeIngredient recipeIngredient_subheader">roll:</div></ul>
      <ol><div class="instruction instruction_subheader">Sear:</div><li class="instruction">Bake.</li></ol>
      <ul><li class="recipeNote recipeNote_subheader">Times</li><li class="recipeNote">long</li></ul></div></body></html>
      """
    ).recipes.first
    #expect(recipe?.ingredients == ["2 cups rice", "roll:"])
    #expect(recipe?.steps == ["Sear:", "Bake."])
    #expect(recipe?.notes == "Times\nlong")
  }

  @Test func `nutrition has its own place`() {
    let keeper = moved(
      """
      <div class="recipe-details"><h2 itemprop="name">Cake</h2><div itemprop="recipeDirections"><p>Bake.</p></div>
      <meta content="1 slice" itemprop="recipeNutServingSize"><meta content="20.9" itemprop="recipeNutTotalFat">
      <meta content="0" itemprop="recipeNutSodium"></div>
      """)
    #expect(keeper.recipes.first?.nutrition == "serving size 1 slice, total fat 20.9")
    #expect(keeper.recipes.first?.notes == nil)
    let plan = moved("Title,Ingredients,Calories,Saturated Fat,Main Ingredient\nSoup,1 leek,13,17,Beans")
    #expect(plan.recipes.first?.nutrition == "calories 13, saturated fat 17")
    #expect(plan.recipes.first?.notes == "Main Ingredient: Beans")
    let box = moved("title,ingredients,nutrition,originalPicture\nSoup,1 leek,\"calories : 150 kcal\nfat : 5 g\",")
    #expect(box.recipes.first?.nutrition == "calories : 150 kcal\nfat : 5 g")
    let cook = moved(
      """
                           *  Exported from  MasterCook  *

                                      Soup

        Amount  Measure       Ingredient -- Preparation Method
      --------  ------------  --------------------------------
         1                    leek

      Boil.

                         - - - - - - - - - - - - - - - - - -

      Per Serving (excluding unknown items): 54 Calories; 1g Fat.
      """)
    #expect(cook.recipes.first?.nutrition == "Per Serving (excluding unknown items): 54 Calories; 1g Fat.")
    let marks = moved("---\nyield: 6%balls\nnutrition:\n  calories: 200\n---\nKnead @flour{1%kg}.", name: "Dough.cook")
    #expect(marks.recipes.first?.nutrition == "calories 200")
    #expect(marks.recipes.first?.makes.text == "6 balls")
  }

  @Test(arguments: [
    "MMMMM----- Now You're Cooking! v5.0", ":MMMMM----- Recipe via Meal-Master (tm) v8.05",
    "- ----- Recipe via Meal-Master (tm) v8.05", "MMMM----- Recipe via Meal-Master (tm) v8.05",
  ]) func `MealMaster: its other first lines`(line: String) {
    let file = moved(
      """
      \(line)

           Title: Dip
      Categories: Dips
        Servings: 6

            1 c  Sour cream

        * or kefir
        ~------------------------------------------------------------------------
        Mix.

      \(line.hasPrefix(":") ? ":MMMMM" : line.hasPrefix("M") ? "MMMMM" : "-----")
      """)
    #expect(file.program == "MealMaster")
    #expect(file.recipes.map(\.title) == ["Dip"])
    #expect(file.recipes.first?.ingredients == ["1 cup Sour cream"])
    #expect(file.recipes.first?.steps == ["or kefir", "Mix."])
    #expect(file.leftOut.isEmpty)
  }

  @Test func `a picture is no recipe, however its bytes read`() {
    let bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF @ox{2%g} ~{3%min}\n".utf8) + [1, 2, 3]
    #expect(MoveIn.read(bytes, name: "cake.jpg", now: today).error == MoveIn.unknownFile)
  }
}
