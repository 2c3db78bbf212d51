/* The calendar's clock three years on, for a program that is begun with this in LD_PRELOAD, and the
 * times of files with it: what was written just now was written just now. Clocks that only measure
 * how long something takes go as ever. libfaketime can't stand in for this: its waits on
 * conditions fail after a fork, which ends Python, and it opens files in the place of closed streams.
 *
 * Called by script/try-surroundings. x86-64 and arm64, glibc 2.33 or newer. */

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define AHEAD (3L * 365 * 24 * 3600)
/* A point in time so late is one of the calendar's: the clocks that measure begin with the machine. */
#define OF_THE_CALENDAR (30L * 365 * 24 * 3600)

extern void *dlsym(void *library, const char *name);
#define REAL(name) ((__typeof__(&name))dlsym((void *)-1L, #name)) /* -1: RTLD_NEXT */

static int is_calendar(clockid_t clock) {
    return clock == CLOCK_REALTIME || clock == 5; /* CLOCK_REALTIME_COARSE */
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    int failed = syscall(SYS_clock_gettime, clock, now);
    if (!failed && is_calendar(clock)) now->tv_sec += AHEAD;
    return failed;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    struct timespec precise;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &precise);
    now->tv_sec = precise.tv_sec;
    now->tv_usec = precise.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *into) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (into) *into = now.tv_sec;
    return now.tv_sec;
}

int timespec_get(struct timespec *now, int base) {
    return clock_gettime(CLOCK_REALTIME, now) ? 0 : base;
}

/* Waiting until a point in time. */

static struct timespec kernels(const struct timespec *until) {
    struct timespec real = *until;
    if (real.tv_sec > OF_THE_CALENDAR) real.tv_sec -= AHEAD;
    return real;
}

int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict until) {
    struct timespec real = kernels(until);
    return REAL(sem_timedwait)(semaphore, &real);
}

int pthread_cond_timedwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex,
                           const struct timespec *restrict until) {
    struct timespec real = kernels(until);
    return REAL(pthread_cond_timedwait)(condition, mutex, &real);
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *until, struct timespec *left) {
    struct timespec real = flags && is_calendar(clock) ? kernels(until) : *until;
    return syscall(SYS_clock_nanosleep, clock, flags, &real, left) ? errno : 0;
}

/* The times of files. */

static int on(int failed, struct stat *about) {
    if (!failed) {
        about->st_atim.tv_sec += AHEAD;
        about->st_mtim.tv_sec += AHEAD;
        about->st_ctim.tv_sec += AHEAD;
    }
    return failed;
}

int fstatat(int folder, const char *restrict path, struct stat *restrict about, int flags) {
    return on(REAL(fstatat)(folder, path, about, flags), about);
}

int stat(const char *restrict path, struct stat *restrict about) {
    return fstatat(AT_FDCWD, path, about, 0);
}

int lstat(const char *restrict path, struct stat *restrict about) {
    return fstatat(AT_FDCWD, path, about, AT_SYMLINK_NOFOLLOW);
}

int fstat(int file, struct stat *about) {
    return on(REAL(fstat)(file, about), about);
}

/* On 64 bits the same by other names. */
int fstatat64(int, const char *, struct stat *, int) __attribute__((alias("fstatat")));
int stat64(const char *, struct stat *) __attribute__((alias("stat")));
int lstat64(const char *, struct stat *) __attribute__((alias("lstat")));
int fstat64(int, struct stat *) __attribute__((alias("fstat")));

static const struct timespec *back(const struct timespec given[2], struct timespec real[2]) {
    if (!given) return 0;
    for (int which = 0; which < 2; which++) {
        real[which] = given[which];
        if (given[which].tv_nsec != UTIME_NOW && given[which].tv_nsec != UTIME_OMIT)
            real[which].tv_sec -= AHEAD;
    }
    return real;
}

int utimensat(int folder, const char *path, const struct timespec given[2], int flags) {
    struct timespec real[2];
    return syscall(SYS_utimensat, folder, path, back(given, real), flags);
}

int futimens(int file, const struct timespec given[2]) {
    struct timespec real[2];
    return syscall(SYS_utimensat, file, 0, back(given, real), 0);
}
