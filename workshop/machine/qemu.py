"""The machine: how QEMU is started for each processor, with what is plugged into it, and ended.

It knows kernels and wires, and nothing of what runs on them.
Tests: workshop/tests/test_machine_qemu.py.
"""

from __future__ import annotations

import socket
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

SCREEN = (1280, 800)
"""Pixels of the screen that is plugged in, if no other is asked for."""

PAGE_PORT = 8080
"""Where the page for onlookers is in the machine."""


INSTRUCTIONS = "shift=0"
"""An instruction takes the machine 1 ns of its own time, which stands still while this computer is
busy with others: no contact bounces for longer, and no limit runs out, than on a machine that is as
quick as that. Both of its cores share them, so a Zero 2 W is quicker."""


@dataclass(frozen=True)
class Processor:
    """What QEMU calls it, and how the machine round it is described."""

    program: str
    options: tuple[str, ...]
    kernel: str


PROCESSORS = {
    # A processor without AVX: for one with it Mesa's compiler makes code that QEMU 7.2 falls over.
    # The kernel's own check of its timer fails where this computer is busy.
    "amd64": Processor(
        "qemu-system-x86_64", ("-M", "q35", "-cpu", "Nehalem"), "console=ttyS0 no_timer_check"
    ),
    # What a Pi 4 has. virt knows the same core, and not the rest of a Pi.
    "arm64": Processor(
        "qemu-system-aarch64", ("-M", "virt", "-cpu", "cortex-a72"), "console=ttyAMA0"
    ),
}


@dataclass(frozen=True)
class Machine:
    """One that is to be started. `folder` has its disk.img, kernel and initrd (and board.dtb, where
    it has one); `megabytes` of memory; `page`: the port of this computer that leads to its page;
    `served`: the socket of a disk that this computer serves (losing_disk.py), None for the
    image; `dated`: what its clock says when it's switched on, such as 1970-01-01, None for the
    truth."""

    processor: str
    folder: Path
    megabytes: int = 1024
    page: int | None = None
    screen: tuple[int, int] = SCREEN
    parts: tuple[str, ...] = field(default=("keyboard", "sound", "camera"))
    served: Path | None = None
    dated: str | None = None


def free_port() -> int:
    """A port of this computer at which nobody listens."""
    with socket.socket() as any_one:
        any_one.bind(("127.0.0.1", 0))
        port: int = any_one.getsockname()[1]
        return port


def command(machine: Machine, wires: Path) -> list[str]:
    """How QEMU is called; the sockets of its wires are put into the folder `wires`."""
    processor, folder = PROCESSORS[machine.processor], machine.folder
    forwarded = (
        "" if machine.page is None else f",hostfwd=tcp:127.0.0.1:{machine.page}-:{PAGE_PORT}"
    )
    disk = f"file={wires / 'disk.qcow2'},format=qcow2,cache=unsafe"
    if machine.served is not None:
        disk = f"file=nbd+unix:///?socket={machine.served},format=raw"
    called = [
        processor.program,
        *processor.options,
        *("-accel", "tcg", "-icount", INSTRUCTIONS, "-smp", "2", "-m", str(machine.megabytes)),
        *("-nodefaults", "-display", "none", "-no-reboot"),
        *("-kernel", str(folder / "kernel"), "-initrd", str(folder / "initrd")),
        # The kernel writes on the serial line alone. As it goes off, virtio-gpu's driver warns of
        # each change to the screen; a warning written there too is one more change, without end.
        "-append",
        f"root=/dev/vda rw panic=-1 {processor.kernel}",
        *("-drive", f"{disk},if=none,id=disk"),
        *("-device", "virtio-blk-pci,drive=disk"),
        *("-serial", f"file:{wires / 'console.txt'}"),
        *("-qmp", f"unix:{wires / 'qmp'},server=on,wait=off"),
        *("-device", "virtio-gpu-pci,xres={},yres={}".format(*machine.screen)),
        *("-device", "virtio-serial-pci"),
        *("-chardev", f"socket,id=board,path={wires / 'board'},server=on,wait=off"),
        *("-device", "virtserialport,chardev=board,name=board"),
        *("-netdev", f"user,id=wire{forwarded}", "-device", "virtio-net-pci,netdev=wire,romfile="),
        *("-device", "qemu-xhci,id=usb"),
    ]
    if machine.dated is not None:
        called += ["-rtc", f"base={machine.dated},clock=vm"]
    if (dtb := folder / "board.dtb").exists():
        called += ["-dtb", str(dtb)]
    if "keyboard" in machine.parts:
        called += ["-device", "usb-kbd,bus=usb.0"]
    if "sound" in machine.parts:
        called += ["-audiodev", f"wav,id=sound,path={wires / 'sound.wav'}"]
        called += ["-device", "usb-audio,audiodev=sound,bus=usb.0"]
    if "camera" in machine.parts:
        called += ["-chardev", f"socket,id=camera,path={wires / 'camera'},server=on,wait=off"]
        called += ["-device", "usb-redir,chardev=camera,id=camera,bus=usb.0"]
    return called


class Running:
    """A machine that is on. Its disk is a layer over the image, which stays as it is; `wires` is
    the folder with its sockets, the text of its console and its sound."""

    def __init__(self, machine: Machine, wires: Path | None = None) -> None:
        self.machine = machine
        self._own = None if wires else tempfile.TemporaryDirectory(prefix="tilekeeper-machine-")
        self.wires = wires or Path(self._own.name if self._own else "")
        layer = self.wires / "disk.qcow2"
        if machine.served is None and not layer.exists():
            image = (machine.folder / "disk.img").absolute()
            made = ["qemu-img", "create", "-q", "-f", "qcow2", "-F", "raw", "-b", str(image)]
            subprocess.run([*made, str(layer)], check=True)
        with (self.wires / "qemu.txt").open("w") as said:
            self.process = subprocess.Popen(
                command(machine, self.wires), stdout=said, stderr=said, stdin=subprocess.DEVNULL
            )

    def cut(self) -> None:
        """The plug is pulled: what only its memory had is lost."""
        self.process.kill()
        self.process.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.cut()
        if self._own is not None:
            self._own.cleanup()
