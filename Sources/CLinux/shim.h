#pragma once
#include <malloc.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/uio.h>

// Declared by <sys/socket.h> only under _GNU_SOURCE (accept4(2)).
int accept4(int descriptor, struct sockaddr *address, socklen_t *length, int flags);
// Declared by <string.h> only under _GNU_SOURCE (memmem(3)).
#include <stddef.h>
void *memmem(const void *haystack, size_t haystackLength, const void *needle, size_t needleLength);

// ThreadSanitizer's annotations (sanitizer/tsan_interface.h); null in a program that is built without it.
__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);
static inline void annotate_acquire(const void *address) { if (__tsan_acquire) __tsan_acquire((void *)address); }
static inline void annotate_release(const void *address) { if (__tsan_release) __tsan_release((void *)address); }
// Bytes written to a socket that its peer has not acknowledged (tcp(7), SIOCOUTQ); ioctl(2) takes its arguments as printf does.
#include <linux/sockios.h>
#include <sys/ioctl.h>
static inline int socket_unacknowledged(int descriptor) {
  int count = 0;
  return ioctl(descriptor, SIOCOUTQ, &count) == 0 ? count : 0;
}
