"""The network as it is shown: what NetworkManager, the wireless tools and the kernel say of it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from device.language.texts import Texts
from device.simulator.named_texts import named_text
from device.system.network import (
    Network,
    access_point,
    ask_program,
    local_name,
    network_message,
    this_network,
)

ENGLISH, FRENCH = Texts("en"), Texts("fr")
ROUTES = (
    "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT\n"
    "eth0\t0001A8C0\t00000000\t0001\t0\t0\t100\t00FFFFFF\t0\t0\t0\n"
    "wlan0\t00000000\t0101A8C0\t0003\t0\t0\t600\t00000000\t0\t0\t0\n"
)
WIRELESS = (
    "Inter-| sta-|   Quality        |   Discarded packets               | Missed | WE\n"
    " face | tus | link level noise |  nwid  crypt   frag  retry   misc | beacon | 22\n"
    " wlan0: 0000   49.  -61.  -256        0      0      0      0     10        0\n"
)
HEARD = "no:42:Neighbours\nyes:87:Home\\: upstairs\nno:30:\n"


@pytest.fixture
def system(tmp_path: Path) -> Path:
    """A machine whose way out is its radio."""
    (tmp_path / "proc/net").mkdir(parents=True)
    (tmp_path / "proc/net/route").write_text(ROUTES)
    (tmp_path / "proc/net/wireless").write_text(WIRELESS)
    (tmp_path / "sys/class/net/wlan0/wireless").mkdir(parents=True)
    (tmp_path / "sys/class/net/eth0").mkdir(parents=True)
    return tmp_path


def silent(_: Sequence[str]) -> str | None:
    """None of the programs is there."""
    return None


def in_words(network: Network, texts: Texts = ENGLISH) -> str:
    return texts.say(network_message(network))


def test_network_manager_shows_the_name_and_how_well_it_is_heard(system: Path) -> None:
    network = this_network(lambda _: HEARD, system, address="192.168.1.5", avahi=system / "no")
    assert network == Network("192.168.1.5", True, "Home: upstairs", 87)
    assert in_words(network) == "Wi-Fi: Home: upstairs, signal 87%. This table: 192.168.1.5"
    assert in_words(network, FRENCH).startswith("Wi-Fi\u00a0: Home: upstairs, signal 87")


def test_the_wireless_tools_and_the_kernel_stand_in_for_it(system: Path) -> None:
    def iwgetid(command: Sequence[str]) -> str | None:
        return "Home\n" if command == ("iwgetid", "wlan0", "--raw") else None

    network = this_network(iwgetid, system, address="192.168.1.5", avahi=system / "no")
    assert network == Network("192.168.1.5", True, "Home", 70)
    (system / "proc/net/wireless").unlink()
    network = this_network(silent, system, address="192.168.1.5", avahi=system / "no")
    assert in_words(network) == "On Wi-Fi. This table: 192.168.1.5"


def test_a_cable_is_one_and_avahi_shows_a_name(system: Path) -> None:
    (system / "proc/net/route").write_text(ROUTES.replace("wlan0", "eth0"))
    (system / "pid").touch()
    network = this_network(silent, system, address="192.168.1.5", avahi=system / "pid")
    assert in_words(network) == f"By cable. This table: 192.168.1.5, {local_name()}"
    (system / "proc/net/route").write_text("nonsense\n\n1 2\n")
    assert not this_network(silent, system, address="192.168.1.5").wifi


def test_without_a_network_that_is_one_sentence() -> None:
    assert in_words(Network(None)) == named_text("this-table-is-in-no")


def test_a_networks_name_steers_no_screen(system: Path) -> None:
    def hostile(_: Sequence[str]) -> str:
        return "yes:x:\x1b[2J\n"

    network = this_network(hostile, system, address="192.168.1.5", avahi=system / "no")
    assert (network.name, network.signal) == ("\\u001b[2J", None)
    assert access_point("") is None


def test_a_program_that_is_missing_fails_or_hangs_says_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert ask_program(("no-such-program",)) is None
    assert ask_program((sys.executable, "-c", "raise SystemExit(3)")) is None
    assert ask_program((sys.executable, "-c", "print('é')")) == "é\n"
    monkeypatch.setattr("device.system.network.SECONDS", 0.05)
    assert ask_program((sys.executable, "-c", "import time; time.sleep(60)")) is None


def test_this_machine_has_one_or_none() -> None:
    """Whatever this machine is: it is shown, and nothing fails."""
    assert in_words(this_network())
