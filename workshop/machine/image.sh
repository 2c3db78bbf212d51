# shellcheck shell=bash
# The machine that script/try-machine starts: its kernel's missing modules, its disk with the table
# installed by script/install-pi, and the board that stands in for a Pi's header. Made once and kept in
# $roots. Sourced by script/try-machine; needs script/installing/containers.sh.

release=trixie # of Debian, as the present Raspberry Pi OS
lgpio=0.2.2.0  # on PyPI as sources, but not built for Trixie's Python; in no archive of Debian's
disk_megabytes=4096

# What the kit is made of: Debian doesn't build gpio-sim, and its sources are in linux-source.
building=(ca-certificates gcc make swig python3-dev python3-pip python3-setuptools python3-wheel xz-utils kmod)
# What a system in a container hasn't, and one on a disk of its own has.
starting=(kmod initramfs-tools iproute2)

# make_kit ARCHITECTURE: $kit has gpio-sim.ko, irq_sim.ko and a wheel of lgpio.
make_kit() {
    kit=$roots/machine-kit-$1.made
    [ ! -e "$kit" ] || return 0
    say "Modules for its kernel, and lgpio, are built"
    pristine "machine-kit-$1" $release "$1" "${building[@]}" "linux-headers-$1" linux-source-6.12
    copy_root "try-machine-kit-$1"
    rm -rf "$kit.part"
    mkdir "$kit.part"
    cat >"$root/root/build.sh" <<'BUILD'
set -euo pipefail
source=$(basename /usr/src/linux-source-*.tar.xz .tar.xz)
mkdir /root/gpio-sim && cd /root/gpio-sim
tar -C /root -xf "/usr/src/$source.tar.xz" "$source/drivers/gpio/gpio-sim.c" "$source/kernel/irq/irq_sim.c"
cp "/root/$source/drivers/gpio/gpio-sim.c" .
# Inside the kernel it finds the descriptor itself; a module asks by number.
{
    echo '#include <linux/module.h>'
    sed 's/handle_simple_irq(irq_to_desc(irqnum))/generic_handle_irq(irqnum)/' "/root/$source/kernel/irq/irq_sim.c"
    echo 'MODULE_LICENSE("GPL");'
} >irq_sim.c
echo 'obj-m := gpio-sim.o irq_sim.o' >Makefile
make -C "$(echo /lib/modules/*/build)" M="$PWD" modules
cp ./*.ko /mnt/kit
PYPI=1 pip wheel --quiet --no-deps --no-build-isolation --wheel-dir /mnt/kit "lgpio==$1"
BUILD
    root_runs --bind "$kit.part:/mnt/kit" bash /root/build.sh "$lgpio" >"$kit.log" 2>&1 || die "the kit couldn't be built: see $kit.log"
    rm -rf "$root"
    mv "$kit.part" "$kit"
}

# make_system ARCHITECTURE: $root is a Debian with a kernel and the checkout's table, as install-pi
# installs it, and the board under it.
make_system() {
    pristine "machine-$1" $release "$1" "${booting[@]}" "${starting[@]}" "linux-image-$1"
    copy_root "try-machine-$1"
    say "The table is installed in it"
    copy_checkout "$root/root/tilekeeper"
    root_runs bash /root/tilekeeper/script/install-pi >"$root.log" 2>&1 || die "the table couldn't be installed: see $root.log"
    rm -rf "$root/root/tilekeeper" "$root"/var/lib/apt/lists/* "$root"/var/cache/apt/*.bin
    put_board "$1"
}

# What a Pi has by its board and by Raspberry Pi OS: a header's chip, its rights, python3-lgpio, a name
# and a network.
put_board() {
    local board=$checkout/workshop/machine kernel
    kernel=$(basename "$root"/lib/modules/*)
    install -D -m 644 -t "$root/lib/modules/$kernel/extra" "$kit"/*.ko
    printf '%s\n' virtio_blk virtio_pci ext4 >>"$root/etc/initramfs-tools/modules"
    sed -i 's/^MODULES=.*/MODULES=list/' "$root/etc/initramfs-tools/initramfs.conf"
    python3 -m zipfile -e "$kit"/lgpio-*.whl "$root/usr/lib/python3/dist-packages"
    install -D -m 755 "$board/board.py" "$root/opt/board/board.py"
    install -m 644 "$board/board.service" "$root/etc/systemd/system/board.service"
    # Of Raspberry Pi's raspberrypi-sys-mods.
    echo 'SUBSYSTEM=="gpio", GROUP="gpio", MODE="0660"' >"$root/etc/udev/rules.d/99-com.rules"
    mkdir -p "$root/etc/systemd/network"
    printf '%s\n' '[Match]' 'Type=ether' '[Network]' 'DHCP=yes' >"$root/etc/systemd/network/80-wire.network"
    echo 'nameserver 10.0.2.3' >"$root/etc/resolv.conf" # QEMU's own
    echo '/dev/vda / ext4 defaults,noatime 0 1' >"$root/etc/fstab"
    echo tilekeeper >"$root/etc/hostname"
    printf '127.0.0.1\tlocalhost\n127.0.1.1\ttilekeeper\n' >"$root/etc/hosts"
    : >"$root/etc/machine-id"
    # It has no buzzer but a speaker on USB, by the name of QEMU's.
    printf '[page]\nenabled = true\n[panel]\nsound_card = "Audio"\n' >"$root/etc/tilekeeper/tilekeeper.toml"
    if [ "$1" = amd64 ]; then # a PC's kernel knows of no board: its revision is a Pi 4's, for gpiozero
        echo 'Revision	: c03115' >"$root/opt/board/cpuinfo"
        mkdir -p "$root/etc/systemd/system/tilekeeper.service.d"
        printf '%s\n' '[Service]' 'BindReadOnlyPaths=/opt/board/cpuinfo:/proc/cpuinfo' >"$root/etc/systemd/system/tilekeeper.service.d/board.conf"
    fi
    root_runs sh -c "depmod $kernel && update-initramfs -c -k $kernel && systemctl --quiet enable board.service systemd-networkd.service" >>"$root.log" 2>&1 ||
        die "the board couldn't be put under it: see $root.log"
}

# describe_board: QEMU's own device tree for virt, with the name and the revision of a Pi 4, which the
# table and gpiozero look for.
describe_board() {
    local tree=$machine/board.dtb
    qemu-system-aarch64 -M "virt,dumpdtb=$tree" -cpu cortex-a72 -smp 2 -display none 2>>"$root.log"
    fdtput -t s "$tree" / model 'Raspberry Pi 4 Model B Rev 1.5'
    fdtput -p -t x "$tree" /system linux,revision c03115
}

# make_disk ARCHITECTURE: $machine has disk.img, kernel and initrd of the checkout as it stands.
make_disk() {
    machine=$roots/machine-$1.disk
    make_kit "$1"
    make_system "$1"
    rm -rf "$machine"
    mkdir "$machine"
    cp -L "$root"/boot/vmlinuz-* "$machine/kernel"
    cp -L "$root"/boot/initrd.img-* "$machine/initrd"
    [ "$1" = amd64 ] || describe_board
    say "Its disk is written"
    mke2fs -q -t ext4 -d "$root" "$machine/disk.img" "${disk_megabytes}M"
    rm -rf "$root"
}
