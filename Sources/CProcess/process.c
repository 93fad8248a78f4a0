// In C, since between clone(2) and execve(2) only system calls may run: another thread may hold any lock, and Swift
// does not guarantee for any line that it allocates nothing.
#define _GNU_SOURCE
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { maximumPaths = 32, stackSize = 64 << 10 };

struct start {
  const struct child *child;
  // Opened before the child's own descriptors are set; -1 if there is none.
  int program, ruleset;
  char user[64], group[64];
  // The child's errno if it could not execute its program: in memory that both processes share.
  int *error;
};

// MARK: System calls

#define ALLOW(name) \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##name, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define REFUSE(name, error) \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##name, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (error))
// The lower half of an argument: these are all 32 bits wide in the kernel, or flags of the lower half.
#define ARGUMENT(index) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[index]))
#define IS(name, count) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##name, 0, count)
#define RETURN(value) BPF_STMT(BPF_RET | BPF_K, value)
#define ALLOW_IF_EQUAL(name, index, value) \
  IS(name, 4), ARGUMENT(index), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1), RETURN(SECCOMP_RET_ALLOW), \
      RETURN(SECCOMP_RET_ERRNO | EPERM)
#define ALLOW_IF_SET(name, index, bits) \
  IS(name, 4), ARGUMENT(index), BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1), RETURN(SECCOMP_RET_ALLOW), \
      RETURN(SECCOMP_RET_ERRNO | EPERM)
#define ALLOW_IF_CLEAR(name, index, bits) \
  IS(name, 4), ARGUMENT(index), BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 1, 0), RETURN(SECCOMP_RET_ALLOW), \
      RETURN(SECCOMP_RET_ERRNO | EACCES)

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "which architecture's system calls are these?"
#endif

// Files may be opened for reading only, in this architecture's numbers: O_TMPFILE and O_CREAT create one.
#define WRITING (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND | (O_TMPFILE & ~O_DIRECTORY))

// Memory, threads, time, and reading: what a decoder needs. No sockets, no new processes, no signals to others, no
// changes of files. Other calls fail instead of killing the process: libraries try newer calls first.
static const struct sock_filter computing[] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
    RETURN(SECCOMP_RET_KILL_PROCESS),
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
    ALLOW(read), ALLOW(write), ALLOW(readv), ALLOW(writev), ALLOW(pread64), ALLOW(lseek), ALLOW(close),
    ALLOW(mmap), ALLOW(munmap), ALLOW(mprotect), ALLOW(mremap), ALLOW(madvise), ALLOW(brk),
    ALLOW(futex), ALLOW(set_robust_list), ALLOW(set_tid_address), ALLOW(sched_yield), ALLOW(sched_getaffinity),
    ALLOW(rt_sigaction), ALLOW(rt_sigprocmask), ALLOW(rt_sigreturn), ALLOW(sigaltstack), ALLOW(restart_syscall),
    ALLOW(clock_gettime), ALLOW(clock_getres), ALLOW(clock_nanosleep), ALLOW(nanosleep), ALLOW(gettimeofday),
    ALLOW(getpid), ALLOW(gettid), ALLOW(getppid), ALLOW(getuid), ALLOW(geteuid), ALLOW(getgid), ALLOW(getegid),
    ALLOW(uname), ALLOW(sysinfo), ALLOW(getrusage), ALLOW(times), ALLOW(getrandom), ALLOW(membarrier), ALLOW(getcpu),
    ALLOW(fstat), ALLOW(newfstatat), ALLOW(statx), ALLOW(faccessat), ALLOW(readlinkat), ALLOW(getcwd),
    ALLOW(getdents64), ALLOW(fadvise64), ALLOW(dup), ALLOW(dup3), ALLOW(pipe2),
    ALLOW(ppoll), ALLOW(epoll_create1), ALLOW(epoll_ctl), ALLOW(epoll_pwait), ALLOW(eventfd2),
    ALLOW(timerfd_create), ALLOW(timerfd_settime),
    // The child's own program; its children inherit the confinement.
    ALLOW(execve), ALLOW(execveat), ALLOW(exit), ALLOW(exit_group),
#ifdef __NR_rseq
    ALLOW(rseq),
#endif
#ifdef __NR_faccessat2
    ALLOW(faccessat2),
#endif
#if defined(__x86_64__)
    ALLOW(arch_prctl), ALLOW(stat), ALLOW(lstat), ALLOW(access), ALLOW(readlink), ALLOW(dup2), ALLOW(poll),
    ALLOW(epoll_wait), ALLOW(time), ALLOW(getrlimit),
    ALLOW_IF_CLEAR(open, 1, WRITING),
#endif
    ALLOW_IF_CLEAR(openat, 2, WRITING),
    ALLOW_IF_SET(clone, 0, CLONE_THREAD),
    // Its flags are in memory, which a filter cannot see: the C library then uses clone.
    REFUSE(clone3, ENOSYS),
    // With another process's id these would change its limits.
    ALLOW_IF_EQUAL(prlimit64, 0, 0),
    ALLOW_IF_EQUAL(prctl, 0, PR_SET_NAME),
    // Not F_SETOWN and F_SETSIG, which make the kernel send signals to any process.
    IS(fcntl, 9), ARGUMENT(1),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, F_GETFD, 5, 0), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, F_SETFD, 4, 0),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, F_GETFL, 3, 0), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, F_DUPFD, 2, 0),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, F_DUPFD_CLOEXEC, 1, 0), RETURN(SECCOMP_RET_ERRNO | EPERM),
    RETURN(SECCOMP_RET_ALLOW), RETURN(SECCOMP_RET_ERRNO | EPERM),
    RETURN(SECCOMP_RET_ERRNO | EPERM),
};

static bool confineSystemCalls(void) {
  struct sock_fprog program = {sizeof computing / sizeof *computing, (struct sock_filter *)computing};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

// MARK: Landlock

// linux/landlock.h as of ABI 6; Debian 12's has less.
struct rules {
  uint64_t files, network, scopes;
};
struct __attribute__((packed)) rule {
  uint64_t access;
  int32_t descriptor;
};
enum { landlockVersion = 1, landlockBeneath = 1, landlockExecute = 1 << 0, landlockRead = 1 << 2, landlockList = 1 << 3 };

static bool mayRead(int ruleset, int descriptor) {
  struct stat status;
  if (fstat(descriptor, &status) != 0) return false;
  struct rule rule = {landlockExecute | landlockRead, descriptor};
  if (S_ISDIR(status.st_mode)) rule.access |= landlockList;
  return syscall(SYS_landlock_add_rule, ruleset, landlockBeneath, &rule, 0) == 0;
}

// A ruleset that denies all access to files, TCP and abstract sockets, except reading and executing the program and
// what is below `readable`; -1 if the kernel has no Landlock.
static int makeRuleset(int program, const char *const *readable) {
  long version = syscall(SYS_landlock_create_ruleset, NULL, 0, landlockVersion);
  if (version < 1) return -1;
  struct rules rules = {(1 << 13) - 1, 3, 3};
  if (version >= 2) rules.files |= 1 << 13;
  if (version >= 3) rules.files |= 1 << 14;
  if (version >= 5) rules.files |= 1 << 15;
  size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  int ruleset = (int)syscall(SYS_landlock_create_ruleset, &rules, size, 0);
  if (ruleset < 0) return -1;
  bool done = mayRead(ruleset, program);
  for (; done && *readable; readable++) {
    int descriptor = open(*readable, O_PATH | O_CLOEXEC);
    if (descriptor < 0) continue;
    done = mayRead(ruleset, descriptor);
    close(descriptor);
  }
  if (!done) {
    close(ruleset);
    return -1;
  }
  return ruleset;
}

// MARK: Namespaces

static bool writeText(const char *path, const char *text) {
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return false;
  bool done = write(file, text, strlen(text)) == (ssize_t)strlen(text);
  close(file);
  return done;
}

// Shows a file or folder at the same path below the new root.
static bool show(int descriptor, const char *path) {
  char source[32] = "/proc/self/fd/", target[4096] = "/tmp";
  struct stat status;
  size_t length = strlen(path);
  if (path[0] != '/' || length > sizeof target - 5 || fstat(descriptor, &status) != 0) return false;
  char digits[8];
  int count = 0;
  do digits[count++] = (char)('0' + descriptor % 10);
  while ((descriptor /= 10) > 0);
  size_t end = strlen(source);
  while (count > 0) source[end++] = digits[--count];
  memcpy(target + 4, path, length + 1);
  for (char *slash = strchr(target + 5, '/'); slash; slash = strchr(slash + 1, '/')) {
    *slash = 0;
    mkdir(target, 0755);
    *slash = '/';
  }
  if (S_ISDIR(status.st_mode)) {
    mkdir(target, 0755);
  } else {
    int file = open(target, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
    if (file >= 0) close(file);
  }
  return mount(source, target, NULL, MS_BIND | MS_REC, NULL) == 0;
}

// Makes a root that contains only what may be read. The child has entered its namespaces.
static bool enclose(const struct start *start) {
  if (!writeText("/proc/self/setgroups", "deny") || !writeText("/proc/self/uid_map", start->user) ||
      !writeText("/proc/self/gid_map", start->group))
    return false;
  // Opened first, since the new root may cover them.
  const char *const *readable = start->child->readable;
  int descriptors[maximumPaths], count = 0;
  for (; readable[count] && count < maximumPaths; count++) descriptors[count] = open(readable[count], O_PATH | O_CLOEXEC);
  if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
      mount("none", "/tmp", "tmpfs", MS_NOSUID | MS_NODEV, "size=64k,mode=755") != 0)
    return false;
  for (int index = 0; index < count; index++)
    if (descriptors[index] >= 0 && !show(descriptors[index], readable[index])) return false;
  return chdir("/tmp") == 0 && syscall(SYS_pivot_root, ".", ".") == 0 && umount2(".", MNT_DETACH) == 0 && chdir("/") == 0;
}

// MARK: Starting

static bool limit(int resource, uint64_t soft, uint64_t hard) {
  struct rlimit limit = {soft, hard};
  return setrlimit(resource, &limit) == 0;
}

static bool prepare(const struct start *start) {
  const struct child *child = start->child;
  // execve(2) resets handlers, but ignored signals would stay ignored.
  struct sigaction standard = {.sa_handler = SIG_DFL};
  for (int number = 1; number < NSIG; number++) sigaction(number, &standard, NULL);
  setpgid(0, 0);
  // Moved first, because one of them may be 0 to 3.
  int input = fcntl(child->input, F_DUPFD_CLOEXEC, 4), output = fcntl(child->output, F_DUPFD_CLOEXEC, 4);
  int errors = fcntl(child->errors, F_DUPFD_CLOEXEC, 4);
  int scratch = child->scratch < 0 ? -1 : fcntl(child->scratch, F_DUPFD_CLOEXEC, 4);
  if (dup2(input, 0) < 0 || dup2(output, 1) < 0 || dup2(errors, 2) < 0) return false;
  if (child->scratch >= 0 && dup2(scratch, 3) < 0) return false;
  // Linux before 5.11 cannot; all descriptors of this program are closed on exec anyway.
  syscall(SYS_close_range, child->scratch < 0 ? 3 : 4, ~0U, 1 << 2 /* CLOSE_RANGE_CLOEXEC */);
  if (child->endsWithParent && prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return false;
  if (chdir(child->folder) != 0) return false;
  if (child->memory > 0 && !limit(RLIMIT_AS, child->memory, child->memory)) return false;
  // SIGXCPU, and a second later SIGKILL.
  if (child->processorTime > 0 && !limit(RLIMIT_CPU, child->processorTime, child->processorTime + 1)) return false;
  if (child->confinement == 0) return true;
  uint64_t fileSize = child->scratch < 0 ? 0 : child->scratchSize;
  if (!limit(RLIMIT_CORE, 0, 0) || !limit(RLIMIT_FSIZE, fileSize, fileSize)) return false;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
  if (child->confinement & CHILD_NAMESPACES && !enclose(start)) return false;
  // After enclose() has opened what may be read: this program's own descriptors, perhaps more than 64, are still open
  // then.
  if (!limit(RLIMIT_NOFILE, 64, 64)) return false;
  if (child->confinement & CHILD_LANDLOCK && syscall(SYS_landlock_restrict_self, start->ruleset, 0) != 0) return false;
  return true;
}

static int begin(void *argument) {
  struct start *start = argument;
  const struct child *child = start->child;
  if (prepare(start)) {
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (!(child->confinement & CHILD_SYSTEM_CALLS) || confineSystemCalls()) {
      // By its descriptor, because its path may be hidden. Only a script would need the path, and no script is run.
      if (start->program >= 0) syscall(SYS_execveat, start->program, "", child->arguments, child->environment, AT_EMPTY_PATH);
      else execve(child->program, child->arguments, child->environment);
    }
  }
  *start->error = errno;
  _exit(127);
}

// The same file under another number than 3, which the child's scratch file gets.
static int above3(int descriptor) {
  if (descriptor != 3) return descriptor;
  int other = fcntl(descriptor, F_DUPFD_CLOEXEC, 4);
  close(descriptor);
  return other;
}

pid_t child_start(const struct child *child, int *descriptor) {
  struct start start = {.child = child, .program = -1, .ruleset = -1};
  pid_t process = -1;
  int error = 0;
  if (child->confinement & (CHILD_LANDLOCK | CHILD_NAMESPACES)) {
    start.program = above3(open(child->program, O_PATH | O_CLOEXEC));
    if (start.program < 0) return -1;
  }
  if (child->confinement & CHILD_LANDLOCK) {
    start.ruleset = above3(makeRuleset(start.program, child->readable));
    if (start.ruleset < 0) error = errno;
  }
  snprintf(start.user, sizeof start.user, "%d %d 1\n", (int)geteuid(), (int)geteuid());
  snprintf(start.group, sizeof start.group, "%d %d 1\n", (int)getegid(), (int)getegid());
  char *stack = error != 0 ? MAP_FAILED
                           : mmap(NULL, stackSize, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (stack != MAP_FAILED) {
    // The stack grows down from the other end.
    start.error = (int *)stack;
    int flags = CLONE_VFORK | CLONE_PIDFD | SIGCHLD;
#if !__has_feature(thread_sanitizer)
    // ThreadSanitizer takes every child of clone(2) for a copy of the process.
    flags |= CLONE_VM;
#endif
    if (child->confinement & CHILD_NAMESPACES) flags |= CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC;
    // No handler of this process may run in the child, which shares its memory.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    process = clone(begin, stack + stackSize, flags, &start, descriptor);
    error = process < 0 ? errno : *start.error;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    munmap(stack, stackSize);
  } else if (error == 0) {
    error = errno;
  }
  if (process > 0 && error != 0) {
    close(*descriptor);
    while (waitpid(process, NULL, 0) < 0 && errno == EINTR) continue;
    process = -1;
  }
  if (start.program >= 0) close(start.program);
  if (start.ruleset >= 0) close(start.ruleset);
  errno = error;
  return process;
}

int child_is_sanitized(void) {
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  return 1;
#else
  return 0;
#endif
}

int child_file(void) { return memfd_create("input", MFD_CLOEXEC); }

int child_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }
