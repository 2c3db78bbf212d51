"""Where things are kept: a service's folders, else the user's own."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from device.system.files import (
    configuration_directory,
    logs_directory,
    runtime_directory,
    settings_file,
    state_directory,
)

FOLDERS = {
    "STATE_DIRECTORY": state_directory,
    "CONFIGURATION_DIRECTORY": configuration_directory,
    "RUNTIME_DIRECTORY": runtime_directory,
    "LOGS_DIRECTORY": logs_directory,
}


@pytest.mark.parametrize("name", FOLDERS)
def test_a_service_has_the_folder_that_systemd_gave_it(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv(name, "/srv/tilekeeper:/srv/other")
    assert FOLDERS[name]() == Path("/srv/tilekeeper")


def test_a_user_has_folders_of_their_own_and_none_that_only_services_have(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in FOLDERS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    assert state_directory() == tmp_path / "state" / "tilekeeper"
    assert configuration_directory() == tmp_path / "config" / "tilekeeper"
    assert runtime_directory() is None
    assert logs_directory() is None


def test_settings_behind_a_door_are_named_for_their_readers(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(tmp_path / "closed"))
    seen = Path.stat

    def stat(path: Path, **how: bool) -> os.stat_result:
        if "closed" in path.parts:
            raise PermissionError(13, "Permission denied", str(path))
        return seen(path, **how)

    monkeypatch.setattr(Path, "stat", stat)
    assert settings_file() == tmp_path / "closed" / "tilekeeper.toml"


def test_settings_lie_in_the_configuration_directory_or_where_they_lay_before(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("STATE_DIRECTORY", "CONFIGURATION_DIRECTORY"):
        (tmp_path / name).mkdir()
        monkeypatch.setenv(name, str(tmp_path / name))
    assert settings_file() is None
    before = tmp_path / "STATE_DIRECTORY" / "tilekeeper.toml"
    before.touch()
    assert settings_file() == before
    now = tmp_path / "CONFIGURATION_DIRECTORY" / "tilekeeper.toml"
    now.touch()
    assert settings_file() == now
