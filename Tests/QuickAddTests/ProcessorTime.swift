import Glibc

/// The processor time that the calling thread spends in `work`, in nanoseconds; other threads do not count.
func processorTime(_ work: () -> Void) -> Int {
  func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
  let start = now()
  work()
  return now() - start
}
