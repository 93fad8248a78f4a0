#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// What keeps a child from the rest of the machine, besides its limits.
enum {
  // No privileges by set-user-ID programs, and only the system calls of a program that computes (seccomp(2)).
  CHILD_SYSTEM_CALLS = 1,
  // Only the files that are named (landlock(7)).
  CHILD_LANDLOCK = 2,
  // Only the files that are named, and no network (namespaces(7)).
  CHILD_NAMESPACES = 4,
};

// How a child process begins.
struct child {
  const char *program;
  // Both end with NULL.
  char *const *arguments;
  char *const *environment;
  const char *folder;
  // Descriptors that become the standard streams.
  int input, output, errors;
  // Bytes of address space and seconds of processor time; 0 is no limit.
  uint64_t memory, processorTime;
  // CHILD_…, or 0.
  int confinement;
  // Files and folders that may be read and executed when files are confined; ends with NULL. A missing one is left out.
  const char *const *readable;
};

// Starts a child in a process group of its own; the environment, descriptors and signals of this process stay here.
// Returns its process id, and in `descriptor` one that is readable when it has ended (pidfd_open(2)); or -1, and errno.
pid_t child_start(const struct child *child, int *descriptor);

// A descriptor of a new file in memory (memfd_create(2)), or -1, and errno.
int child_file(void);

// Makes a pipe that is closed on exec (pipe2(2)); 0, or -1 and errno.
int child_pipe(int ends[2]);
