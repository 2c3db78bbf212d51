# shellcheck shell=bash
# cloud-init in $root as Raspberry Pi OS has it since October 2025, and what Raspberry Pi Imager writes
# for it (tests/data/imager). Sourced by script/try-first-boot and try-image, after containers.sh.

# With what sets the keyboard, which Raspberry Pi OS has: cloud-init fails without.
cloud_init_packages=(cloud-init netplan.io console-setup)
imager_files=$checkout/tests/data/imager

# As stage2/04-cloud-init of RPi-Distro/pi-gen has it. instance_id is spelt so there.
like_raspberry_pi_os() {
    mkdir -p "$root/boot/firmware"
    cat >"$root/etc/cloud/cloud.cfg.d/99_raspberry-pi.cfg" <<'CFG'
datasource_list: [NoCloud, None]
datasource:
  NoCloud:
    seedfrom: file:///boot/firmware
ssh_deletekeys: false
ssh_genkeytypes: []
CFG
}
raspberry_pi_meta_data='dsmode: local
instance_id: rpios-image'

# This machine's network and disk are not the container's to change.
spare_this_machine() {
    cat >"$root/etc/cloud/cloud.cfg.d/zz_container.cfg" <<'CFG'
network: {config: disabled}
growpart: {mode: "off"}
resize_rootfs: false
CFG
}

# valid FILE KIND: one on the boot partition, by cloud-init's schema. What Raspberry Pi's own package
# adds to cloud-init, Debian's doesn't know: enable_ssh, and rpi with what is indented below it.
valid() {
    sed -e '/^enable_ssh:/d' -e '/^rpi:/,/^[^ ]/{/^rpi:/d;/^ /d}' "$root/boot/firmware/$1" >"$root/root/$1"
    inside 60 cloud-init schema --config-file "/root/$1" --schema-type "$2"
}

# keeps_wifi NAME: netplan, which has the network on Raspberry Pi OS, takes network-config, and would go to
# that Wi-Fi with the key that the Imager made of its password.
keeps_wifi() {
    local key
    key=$(sed -n 's/^ *password: "\(.*\)"$/\1/p' "$root/boot/firmware/network-config")
    install -D -m 600 "$root/boot/firmware/network-config" "$root/root/netplan/etc/netplan/50-cloud-init.yaml"
    inside 60 netplan generate --root-dir /root/netplan 2>/dev/null || return 1
    [ -n "$key" ] && grep -rqF "$1" "$root/root/netplan/run" && grep -rqF "$key" "$root/root/netplan/run"
}
