import CivilTime
import QuickAdd
import Recurrence

/// The line that adds an item; the first two bytes choose the language and the reader's clock. Nothing may trap, and
/// what is understood fits the form's fields.
#if FUZZER
  @_cdecl("LLVMFuzzerTestOneInput")
#endif
public func fuzzQuickAdd(_ data: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  guard count > 1 else { return 0 }
  let text = String(decoding: UnsafeBufferPointer(start: data + 2, count: count - 2), as: UTF8.self)
  let language = QuickAdd.Language.allCases[Int(data[0]) % QuickAdd.Language.allCases.count]
  let now = CivilTime(seconds: 1_700_000_000 + Int(data[1]) * 7_919_000)
  let line = QuickAdd(text, language: language, now: now)
  precondition(text.isEmpty || !line.title.isEmpty)
  precondition(Set(line.tags).count == line.tags.count)
  if let time = line.time { precondition((0..<24).contains(time.hour) && (0..<60).contains(time.minute)) }
  if let date = line.date {
    precondition((1...9999).contains(date.year) && line.dueDate.utf8.count == 10)
    precondition(CivilTime(seconds: date.seconds) == date)
  }
  for rule in [line.repeats, RecurrenceRule(text)].compactMap({ $0 }) {
    precondition(RecurrenceRule(rule.text) == rule)
  }
  return 0
}
