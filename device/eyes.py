"""The loop's eyes: camera and reading desk, as far as there are any.

Tells them what is believed and wanted; whoever calls needn't ask whether they are there. Knows no
effect. Tests: tests/device/test_loop.py, tests/device/test_camera_at_rest.py.
"""

from __future__ import annotations

from device.camera_desk import CameraDesk
from device.reading_desk import Context, LastRead, ReadingDesk
from device.session.state import Lobby, TableState
from vision.reading import Picture


class Eyes:
    """Of one table; blind until they are connected."""

    def __init__(self) -> None:
        self._desk: ReadingDesk | None = None
        self._camera: CameraDesk | None = None

    def connect(self, desk: ReadingDesk, camera: CameraDesk) -> None:
        """There is something to see with."""
        self._desk, self._camera = desk, camera

    @property
    def last_read(self) -> LastRead | None:
        """The picture that was read last, and its reading, or why it couldn't be read."""
        return None if self._desk is None else self._desk.last_read

    @property
    def last_picture(self) -> Picture | None:
        """The picture that was read last."""
        return None if self._desk is None else self._desk.last_picture

    def know(self, state: TableState) -> None:
        """What is read is judged from this state. While a game is played its pictures are taken
        alike; in the lobby somebody may still put the lamp and the camera right."""
        in_lobby = isinstance(state.where, Lobby)
        if self._camera is not None:
            self._camera.hold(not in_lobby)
        if self._desk is None or in_lobby:
            return
        context = self._desk.context
        seen = None if state.seen is None or state.seen.play is None else state.seen.after
        now = (state.turn, state.followed, seen)
        if now != (context.turn, context.before, context.seen):
            self._desk.context = Context(state.turn, state.followed, seen)

    def follow_again(self) -> None:
        """Judge the last reading once more."""
        if self._desk is not None:
            self._desk.follow_again()

    def look_now(self) -> None:
        """Say as soon as the table lies still."""
        if self._camera is not None:
            self._camera.look_now()

    def look_closer(self) -> None:
        """Read the table once more."""
        if self._camera is not None:
            self._camera.look_closer()

    def listen(self) -> None:
        """Notice whether the camera is still heard of."""
        if self._camera is not None:
            self._camera.listen()

    def turn_is_done(self) -> None:
        """The last picture of a turn has been dealt with."""
        if self._camera is not None:
            self._camera.turn_is_done()
