#pragma once
#include <fcntl.h>
#include <libpq-fe.h>
#include <spawn.h>
#include <unistd.h>

// Declared by glibc only under _GNU_SOURCE (pipe(2), posix_spawn_file_actions_addclosefrom_np(3), rename(2)).
int pipe2(int ends[2], int flags);
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
int renameat2(int oldFolder, const char *old, int newFolder, const char *path, unsigned int flags);
