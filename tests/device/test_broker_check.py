"""The doctor's look at the broker of a hall: a real one, which is asked in every way it can go."""

from __future__ import annotations

import getpass
import json
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from test_appliance import Service, in_lobby, settings, start
from test_hall import Broker, wait_for

from device.addons.hall import broker as hall_broker
from device.addons.hall.address import BrokerAddress, broker_address
from device.addons.hall.passed_over import PassedOver, WhyIgnored
from device.addons.hall.reachable import BrokerAnswer, Came, ask_broker, broker_check, broker_checks
from device.addons.hall.settings import HallSettings
from device.cli.main import main
from device.doctor.checks import CheckGrade
from device.language.texts import Texts
from device.session.step import begin
from device.simulator.named_texts import named_text
from device.table.effects import CheckUp
from engine.game import Game
from engine.variants import load_variant

__all__ = ["start"]  # the fixture

PASSWORD = "a password of its own"

TABLE = begin(Game.begin(load_variant("classic", "en"), ("Ann", "Ben")))
NOTHING = CheckUp(None).examined(TABLE, None, None, None)
"""The check of a broker looks at nothing of the table itself."""


def certified(folder: Path, name: str = "localhost") -> tuple[Path, Path]:
    """A key, and a certificate that is its own authority."""
    key, certificate = folder / f"{name}.key", folder / f"{name}.crt"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
    command += ["-keyout", str(key), "-out", str(certificate), "-subj", f"/CN={name}"]
    command += ["-addext", f"subjectAltName=DNS:{name},IP:127.0.0.1"]
    subprocess.run(command, check=True, capture_output=True)
    return key, certificate


@pytest.fixture
def guarded(tmp_path: Path) -> Iterator[tuple[Broker, Path]]:
    """A broker that wants TLS and a password, and its authority."""
    key, certificate = certified(tmp_path)
    broker = Broker(tmp_path)
    passwords = tmp_path / "passwords"
    made = ["mosquitto_passwd", "-b", "-c"]
    subprocess.run([*made, passwords, "table", PASSWORD], check=True, capture_output=True)
    (tmp_path / "mosquitto.conf").write_text(
        f"user {getpass.getuser()}\nlistener {broker.port} 127.0.0.1\n"
        "allow_anonymous false\npersistence false\n"
        f"password_file {passwords}\ncertfile {certificate}\nkeyfile {key}\n"
    )
    (tmp_path / "password").write_text(PASSWORD + "\n")
    broker.begin()
    yield broker, certificate
    broker.die()


def came(address: BrokerAddress) -> Came:
    return ask_broker(address, seconds=20.0).came


def checked(address: BrokerAddress, language: str = "en") -> tuple[CheckGrade, str, str]:
    check, texts = broker_check(address, ask_broker(address, seconds=20.0)), Texts(language)
    advice = "" if check.advice is None else texts.say(check.advice)
    return check.verdict, texts.say(check.value), advice


def listening(address: BrokerAddress) -> None:
    wait_for(lambda: came(address) is not Came.NO_ANSWER)


def test_an_open_broker_lets_the_table_in_and_one_that_is_gone_does_not_answer(
    tmp_path: Path,
) -> None:
    broker = Broker(tmp_path)
    address = broker_address(f"127.0.0.1:{broker.port}")
    grade, value, advice = checked(address)
    assert (grade, value) == (CheckGrade.BAD, f"{address} doesn’t answer")
    assert advice
    broker.begin()
    try:
        listening(address)
        lets_in = f"{address} accepts the table"
        assert checked(address) == (CheckGrade.GOOD, lets_in, "")
        # A broker without TLS that is asked for it.
        assert came(replace(address, tls=True)) in (Came.NO_TLS, Came.NO_ANSWER)
    finally:
        broker.die()


def test_tls_and_a_password_are_wanted_and_each_that_is_missing_is_named(
    guarded: tuple[Broker, Path], tmp_path: Path
) -> None:
    broker, authority = guarded
    well = broker_address(
        f"mqtts://127.0.0.1:{broker.port}", "table", str(tmp_path / "password"), str(authority)
    )
    listening(well)
    assert checked(well) == (CheckGrade.GOOD, f"{well} accepts the table, over TLS", "")
    (tmp_path / "password").write_text("another\n")
    grade, value, advice = checked(well)
    assert (grade, value) == (
        CheckGrade.BAD,
        f"{well} refuses this user with this password",
    )
    assert "password_file" in advice
    assert came(replace(well, user="")) is Came.NOT_LET_IN
    assert "isn’t trusted" in checked(replace(well, ca_file=""))[1]
    other = certified(tmp_path, "elsewhere")[1]
    assert came(replace(well, ca_file=str(other))) is Came.NO_TRUST
    assert came(replace(well, tls=False)) is Came.CLOSED
    gone = replace(well, password_file=str(tmp_path / "gone"))
    assert checked(gone)[1].startswith("the broker’s password or certificate can’t be read: ")


def test_an_unknown_name_is_reported() -> None:
    address = broker_address("mqtt://nobody.invalid")
    assert checked(address)[1] == named_text("nobody-in-this-network-is", host="nobody.invalid")
    assert checked(address, "fr")[1] == "aucune machine de ce réseau ne s’appelle nobody.invalid"


def test_without_paho_that_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_: str) -> None:
        raise hall_broker.BrokerError("paho-mqtt 2 is missing: pip install 'paho-mqtt>=2.1'")

    monkeypatch.setattr("device.addons.hall.reachable.paho", missing)
    assert checked(broker_address("hall.local"))[1].startswith("paho-mqtt 2 is missing")


def test_the_settings_broker_is_asked() -> None:
    (check,) = broker_checks(HallSettings(broker="mqtt://nobody.invalid:9"))(NOTHING)
    assert check.key == "broker"


@pytest.mark.parametrize("named", [True, False])
def test_the_doctor_looks_at_it_where_the_settings_name_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: bool
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    settings = tmp_path / "tilekeeper.toml"
    settings.write_text('[hall]\nbroker = "nobody.invalid"\n' if named else "")
    call = ["doctor", "--json", "--config", str(settings), "--camera", f"folder:{tmp_path}"]
    done = CliRunner().invoke(main, call)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    found = [line for line in lines if line.get("check") == "broker"]
    assert [line["verdict"] for line in found] == (["bad"] if named else [])


def test_a_running_table_looks_at_it_too(
    start: Callable[..., Service], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings(tmp_path, '[hall]\nbroker = "nobody.invalid"\n')
    start().until(in_lobby)
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(tmp_path / "configuration"))
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path / "runtime"))
    done = CliRunner().invoke(main, ["doctor", "--json"])
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert lines[-1]["by"] == "table"
    (line,) = (line for line in lines if line.get("check") == "broker")
    assert line["error"].endswith(named_text("nobody-in-this-network-is", host="nobody.invalid"))


def test_what_a_running_table_passed_over_is_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answers = [Came.IN, Came.IN, Came.CLOSED]
    monkeypatch.setattr(
        "device.addons.hall.reachable.ask_broker", lambda _: BrokerAnswer(answers.pop(0))
    )
    passed = PassedOver()
    checks = broker_checks(HallSettings(broker="hall.local"), passed)
    assert [check.verdict for check in checks(NOTHING)] == [CheckGrade.GOOD]
    for _ in range(3):
        passed.count(WhyIgnored.UNREADABLE, "x")
    (shown,) = checks(NOTHING)
    assert shown.verdict is CheckGrade.DOUBTFUL
    assert Texts("en").say(shown.value).endswith("that were skipped: 3")
    assert [check.verdict for check in checks(NOTHING)] == [CheckGrade.BAD]
