/* Makes the n-th call that changes something below a folder fail, and those after it, or ends the
   process there by SIGKILL. Loaded by LD_PRELOAD; built and set by workshop/benchmarks/failing_calls.py. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

enum { OPEN = 1, CREATE = 2, WRITE = 4, SYNC = 8, RENAME = 16, UNLINK = 32, TRUNCATE = 64, MKDIR = 128, CHMOD = 256 };

static char below[4096], report_path[4096];
static size_t length;
static long first, times, made;
static int error;
static unsigned kinds;

/* From now on: the `at`-th call of these kinds and `many` - 1 after it (all, where that is -1) fail
   with `with`; 0 for `with` is SIGKILL. No folder: nothing fails. */
void failing_calls(const char *folder, long at, int with, long many, unsigned which) {
    length = 0;
    if (folder == NULL || strlen(folder) >= sizeof below) return;
    strcpy(below, folder);
    first = at, error = with, times = many, kinds = which, made = 0;
    length = strlen(below);
}

/* How many of them there were. */
long failing_calls_made(void) { return __atomic_load_n(&made, __ATOMIC_SEQ_CST); }

static __attribute__((constructor)) void begin(void) {
    const char *folder = getenv("FAILING_BELOW"), *report = getenv("FAILING_REPORT");
    if (report != NULL && strlen(report) < sizeof report_path) strcpy(report_path, report);
    if (folder != NULL)
        failing_calls(folder, atol(getenv("FAILING_AT")), atoi(getenv("FAILING_ERROR")),
                      atol(getenv("FAILING_TIMES")), (unsigned)atol(getenv("FAILING_KINDS")));
}

static void report_call(const char *call, const char *path) {
    char line[4400];
    int size = snprintf(line, sizeof line, "%s %s\n", call, path);
    int file = (int)syscall(SYS_openat, AT_FDCWD, report_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (file < 0) return;
    if (syscall(SYS_write, file, line, (size_t)size) < 0) { /* there is nowhere to report it */ }
    syscall(SYS_close, file);
}

static int fails_at(const char *call, const char *path) {
    if (strncmp(path, below, length) != 0 || (path[length] != '/' && path[length] != 0)) return 0;
    long number = __atomic_add_fetch(&made, 1, __ATOMIC_SEQ_CST);
    if (number < first || (times >= 0 && number >= first + times)) return 0;
    if (report_path[0] && number == first) report_call(call, path);
    if (error == 0) kill(getpid(), SIGKILL);
    errno = error;
    return 1;
}

static int wanted(unsigned kind) { return length != 0 && (kinds & kind) != 0; }

static int of_number(int number, char *path, size_t size) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", number);
    long got = syscall(SYS_readlinkat, AT_FDCWD, link, path, size - 1);
    path[got < 0 ? 0 : got] = 0;
    return got > 0;
}

static int file_fails(unsigned kind, const char *call, int number) {
    char path[4096];
    return wanted(kind) && of_number(number, path, sizeof path) && fails_at(call, path);
}

static int path_fails(unsigned kind, const char *call, int folder, const char *name) {
    char path[8400] = "";
    if (!wanted(kind) || name == NULL) return 0;
    if (name[0] != '/') {
        if (folder == AT_FDCWD ? getcwd(path, 4096) == NULL : !of_number(folder, path, 4096)) return 0;
        strcat(path, "/");
    }
    strncat(path, name, 4096);
    return fails_at(call, path);
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static unsigned opening(int flags) {
    if (flags & (O_CREAT | O_TRUNC)) return OPEN | CREATE;
    return (flags & O_ACCMODE) == O_RDONLY ? OPEN : OPEN | CREATE;
}

#define OPENS(name, ...)                                                                       \
    mode_t mode = 0;                                                                           \
    if (flags & (O_CREAT | O_TMPFILE)) {                                                       \
        va_list more;                                                                          \
        va_start(more, flags);                                                                 \
        mode = va_arg(more, mode_t);                                                           \
        va_end(more);                                                                          \
    }                                                                                          \
    if (path_fails(opening(flags), #name, folder, path)) return -1;                            \
    return NEXT(name)(__VA_ARGS__, mode)

int open(const char *path, int flags, ...) { int folder = AT_FDCWD; OPENS(open, path, flags); }
int open64(const char *path, int flags, ...) { int folder = AT_FDCWD; OPENS(open64, path, flags); }
int openat(int folder, const char *path, int flags, ...) { OPENS(openat, folder, path, flags); }
int openat64(int folder, const char *path, int flags, ...) { OPENS(openat64, folder, path, flags); }

#define OF_FILE(kind, type, name, parameters, ...)                                             \
    type name parameters {                                                                     \
        if (file_fails(kind, #name, file)) return -1;                                          \
        return NEXT(name)(__VA_ARGS__);                                                        \
    }

OF_FILE(WRITE, ssize_t, write, (int file, const void *data, size_t size), file, data, size)
OF_FILE(WRITE, ssize_t, pwrite, (int file, const void *data, size_t size, off_t at), file, data, size, at)
OF_FILE(WRITE, ssize_t, pwrite64, (int file, const void *data, size_t size, off64_t at), file, data, size, at)
OF_FILE(WRITE, ssize_t, writev, (int file, const struct iovec *parts, int count), file, parts, count)
OF_FILE(SYNC, int, fsync, (int file), file)
OF_FILE(SYNC, int, fdatasync, (int file), file)
OF_FILE(TRUNCATE, int, ftruncate, (int file, off_t size), file, size)
OF_FILE(TRUNCATE, int, ftruncate64, (int file, off64_t size), file, size)
OF_FILE(CHMOD, int, fchmod, (int file, mode_t mode), file, mode)

int posix_fallocate(int file, off_t at, off_t size) {
    if (file_fails(TRUNCATE, "posix_fallocate", file)) return errno;
    return NEXT(posix_fallocate)(file, at, size);
}

#define OF_PATH(kind, name, folder, path, parameters, ...)                                     \
    int name parameters {                                                                      \
        if (path_fails(kind, #name, folder, path)) return -1;                                  \
        return NEXT(name)(__VA_ARGS__);                                                        \
    }

OF_PATH(RENAME, rename, AT_FDCWD, to, (const char *from, const char *to), from, to)
OF_PATH(RENAME, renameat, there, to, (int here, const char *from, int there, const char *to), here, from, there, to)
OF_PATH(RENAME, link, AT_FDCWD, to, (const char *from, const char *to), from, to)
OF_PATH(RENAME, symlink, AT_FDCWD, to, (const char *from, const char *to), from, to)
OF_PATH(UNLINK, unlink, AT_FDCWD, path, (const char *path), path)
OF_PATH(UNLINK, unlinkat, folder, path, (int folder, const char *path, int flags), folder, path, flags)
OF_PATH(UNLINK, rmdir, AT_FDCWD, path, (const char *path), path)
OF_PATH(MKDIR, mkdir, AT_FDCWD, path, (const char *path, mode_t mode), path, mode)
OF_PATH(MKDIR, mkdirat, folder, path, (int folder, const char *path, mode_t mode), folder, path, mode)
OF_PATH(TRUNCATE, truncate, AT_FDCWD, path, (const char *path, off_t size), path, size)
OF_PATH(CHMOD, chmod, AT_FDCWD, path, (const char *path, mode_t mode), path, mode)
