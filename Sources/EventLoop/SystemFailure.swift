import Glibc

/// Ends the program because the system refuses what it cannot do without, such as a file or a thread: status 1, and a sentence
/// on standard error. A precondition would end it by a signal, and in a release build without a word.
func giveUp(_ call: StaticString, _ error: Int32) -> Never {
  let text = "Foyer cannot go on: \(call) failed: \(String(cString: strerror(error))).\n"
  text.withCString { _ = write(STDERR_FILENO, $0, strlen($0)) }
  exit(1)
}
