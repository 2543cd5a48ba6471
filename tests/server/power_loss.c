/* Preloaded into a server, keeps of every file in POWER_FOLDER what a power cut would leave if the disk kept nothing but
 * what was synced: whenever a file is synced, it is copied as it is then to POWER_KEPT. That a file was removed counts at
 * once: SQLite syncs the folder then. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;

static void keep(int descriptor) {
    const char *folder = getenv("POWER_FOLDER"), *kept = getenv("POWER_KEPT");
    char link[64], path[PATH_MAX], target[2 * PATH_MAX], partial[2 * PATH_MAX + 16], buffer[1 << 16];
    struct stat found;
    if (!folder || !kept || fstat(descriptor, &found) || !S_ISREG(found.st_mode)) return;
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return;
    path[length] = 0;
    if (strncmp(path, folder, strlen(folder)) || path[strlen(folder)] != '/') return;
    snprintf(target, sizeof target, "%s/%s", kept, strrchr(path, '/') + 1);
    snprintf(partial, sizeof partial, "%s.partial", target);
    FILE *copy = fopen(partial, "wb");
    off_t offset = 0;
    ssize_t count;
    while ((count = pread(descriptor, buffer, sizeof buffer, offset)) > 0) {
        if (fwrite(buffer, 1, count, copy) != (size_t)count) abort();
        offset += count;
    }
    if (fclose(copy) || rename(partial, target)) abort();
}

int fsync(int descriptor) {
    int (*real)(int) = dlsym(RTLD_NEXT, "fsync");
    pthread_mutex_lock(&one_at_a_time);
    int result = real(descriptor);
    if (!result) keep(descriptor);
    pthread_mutex_unlock(&one_at_a_time);
    return result;
}

int fdatasync(int descriptor) {
    int (*real)(int) = dlsym(RTLD_NEXT, "fdatasync");
    pthread_mutex_lock(&one_at_a_time);
    int result = real(descriptor);
    if (!result) keep(descriptor);
    pthread_mutex_unlock(&one_at_a_time);
    return result;
}

int unlink(const char *path) {
    int (*real)(const char *) = dlsym(RTLD_NEXT, "unlink");
    const char *folder = getenv("POWER_FOLDER"), *kept = getenv("POWER_KEPT");
    char target[2 * PATH_MAX];
    int result = real(path);
    if (!result && folder && kept && !strncmp(path, folder, strlen(folder))) {
        snprintf(target, sizeof target, "%s/%s", kept, strrchr(path, '/') + 1);
        real(target);
    }
    return result;
}
