import CCurl

/// A transfer of libcurl. An option that libcurl refuses fails it: a limit or a guard is never off in silence.
struct Easy: ~Copyable {
  let handle: UnsafeMutableRawPointer
  private var refusal = CURLE_OK

  /// Nil without memory.
  init?() {
    guard let handle = curl_easy_init() else { return nil }
    self.handle = handle
  }

  deinit { curl_easy_cleanup(handle) }

  mutating func set(_ option: CURLoption, _ value: Int) { note(curl_set_long(handle, option, value)) }
  /// libcurl copies the text.
  mutating func set(_ option: CURLoption, _ value: String) { note(curl_set_string(handle, option, value)) }
  mutating func set(_ option: CURLoption, _ value: UnsafeMutableRawPointer?) {
    note(curl_set_pointer(handle, option, value))
  }

  /// Notes what setting an option has returned.
  mutating func note(_ result: CURLcode) {
    if refusal == CURLE_OK { refusal = result }
  }

  borrowing func perform() -> CURLcode { refusal == CURLE_OK ? curl_easy_perform(handle) : refusal }
}
