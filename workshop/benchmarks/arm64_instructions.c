/* Counts the instructions that an emulated program executes, into the first eight bytes of a file
   that it can read while it runs: a plugin of QEMU's user emulation, whose API of version 1 (QEMU 4.2
   to 8.2) is declared as far as it is used. Built and loaded by workshop/benchmarks/arm64_instructions.py. */

#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef uint64_t qemu_plugin_id_t;
struct qemu_plugin_tb;
enum qemu_plugin_op { QEMU_PLUGIN_INLINE_ADD_U64 };

void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t, void (*)(qemu_plugin_id_t, struct qemu_plugin_tb *));
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);
void qemu_plugin_register_vcpu_tb_exec_inline(struct qemu_plugin_tb *, enum qemu_plugin_op, void *, uint64_t);

int qemu_plugin_version = 1;

static uint64_t *executed;

/* A block is left only at its end, so all of it counts as soon as it is entered. */
static void count_block(qemu_plugin_id_t id, struct qemu_plugin_tb *block) {
    (void)id;
    uint64_t instructions = qemu_plugin_tb_n_insns(block);
    qemu_plugin_register_vcpu_tb_exec_inline(block, QEMU_PLUGIN_INLINE_ADD_U64, executed, instructions);
}

/* Its one argument is counter=FILE. */
int qemu_plugin_install(qemu_plugin_id_t id, const void *about, int count, char **arguments) {
    static const char counter[] = "counter=";
    (void)about;
    if (count != 1 || strncmp(arguments[0], counter, sizeof counter - 1) != 0) return -1;
    int file = open(arguments[0] + sizeof counter - 1, O_RDWR | O_CLOEXEC);
    if (file < 0) return -1;
    executed = mmap(NULL, sizeof *executed, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (executed == MAP_FAILED) return -1;
    qemu_plugin_register_vcpu_tb_trans_cb(id, count_block);
    return 0;
}
