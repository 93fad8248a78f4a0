/* Loaded into a process under callgrind (instructions.py): at SIGRTMIN + 7 it writes its counters and sets them to nought. */
#define _GNU_SOURCE
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <valgrind/callgrind.h>

static void write_counters(int number) {
  (void)number;
  CALLGRIND_DUMP_STATS;
}

__attribute__((constructor)) static void begin(void) {
  struct sigaction action = {.sa_handler = write_counters, .sa_flags = SA_RESTART};
  sigaction(SIGRTMIN + 7, &action, NULL);
}

/* Valgrind 3.19 changes the mask of this call where it stands. libdispatch, in which the main thread of the program waits, has it
   in memory that cannot be written. */
int sigsuspend(const sigset_t *mask) {
  sigset_t copy = *mask;
  return (int)syscall(SYS_rt_sigsuspend, &copy, _NSIG / 8);
}
