#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// How a child is confined, besides its limits.
enum {
  // No privileges by set-user-ID programs, and only the system calls of a computation (seccomp(2)).
  CHILD_SYSTEM_CALLS = 1,
  // Only the named files (landlock(7)).
  CHILD_LANDLOCK = 2,
  // Only the named files, and no network (namespaces(7)).
  CHILD_NAMESPACES = 4,
};

// The program, limits and confinement of a child process.
struct child {
  const char *program;
  // Both end with NULL.
  char *const *arguments;
  char *const *environment;
  const char *folder;
  // Descriptors that become the standard streams.
  int input, output, errors;
  // A regular file that becomes descriptor 3, or -1; and the bytes that it may have, where the child is confined.
  int scratch;
  uint64_t scratchSize;
  // Limits on address space (bytes) and processor time (seconds); 0 is no limit.
  uint64_t memory, processorTime;
  // CHILD_…, or 0.
  int confinement;
  // Whether it is killed when the thread that starts it ends, which a kill of this program does (PR_SET_PDEATHSIG).
  int endsWithParent;
  // Files and folders that may be read and executed when files are confined; ends with NULL. Missing ones are ignored.
  const char *const *readable;
};

// Starts a child in a process group of its own; it inherits no environment, descriptors or signal settings.
// Returns its process id, and in `descriptor` one that is readable when it has ended (pidfd_open(2)); or -1, and errno.
pid_t child_start(const struct child *child, int *descriptor);

// Whether this program was built with the address or the thread sanitizer.
int child_is_sanitized(void);

// A descriptor of a new file in memory (memfd_create(2)), or -1, and errno.
int child_file(void);

// Makes a pipe that is closed on exec (pipe2(2)); 0, or -1 and errno.
int child_pipe(int ends[2]);
