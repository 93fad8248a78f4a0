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

// What starts a process (posix_spawn(3)) and the pipe to it, declared only under _GNU_SOURCE.
#include <spawn.h>
int pipe2(int ends[2], int flags);
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
