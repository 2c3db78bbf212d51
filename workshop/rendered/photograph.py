"""A camera's picture of a flat drawing: perspective, light, shadows, glare, blur, noise, JPEG.

A `Shot` says where the camera stands and what spoils the picture; `photograph` takes it. It
knows nothing of boards: any flat picture will do. Tests: workshop/tests/test_render_photograph.py.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Grid, Picture

Homography = NDArray[np.float64]


@dataclass(frozen=True)
class Stance:
    """Where the camera stands. `tilt`: degrees from straight above; `azimuth`: from which side
    (degrees, 0 from the right of the flat picture, 90 from its lower edge); `roll`: the camera
    turned about its own axis, degrees; `distance`: from the middle of the flat picture, in its
    sides; `fill`: how much of the picture's shorter side the flat picture takes."""

    tilt: float = 0.0
    azimuth: float = 90.0
    roll: float = 0.0
    distance: float = 2.0
    fill: float = 0.9


@dataclass(frozen=True)
class Light:
    """`brightness` 1 is as drawn; `gradient`: how much brighter one side is than the middle,
    towards `direction` (degrees); `warmth` above 0 is warmer; `shadow`: depth of one hard shadow's
    edge across the picture; `glare`: strength of a bright patch or streak."""

    brightness: float = 1.0
    gradient: float = 0.0
    direction: float = 0.0
    warmth: float = 0.0
    shadow: float = 0.0
    glare: float = 0.0
    contrast: float = 1.0


@dataclass(frozen=True)
class LensFaults:
    """`blur`: sigma in pixels; `motion`: length in pixels, towards `motion_angle` (degrees);
    `noise`: sigma at full light, steps of 255; `jpeg`: quality, 0 for none."""

    blur: float = 0.0
    motion: float = 0.0
    motion_angle: float = 0.0
    noise: float = 0.0
    jpeg: int = 0


@dataclass(frozen=True)
class Shot:
    """One picture to be taken: size in pixels, stance, light and lens."""

    width: int
    height: int
    stance: Stance = field(default_factory=Stance)
    light: Light = field(default_factory=Light)
    lens: LensFaults = field(default_factory=LensFaults)


def photograph(
    flat: Picture,
    shot: Shot,
    rng: np.random.Generator,
    table: tuple[int, int, int] | Picture = (60, 75, 90),
) -> Picture:
    """The picture that a shot takes of a flat drawing, uint8 [height, width, 3], BGR.

    `table` is what lies round the drawing: a colour, or a picture of the shot's size.
    """
    matrix = shot_homography(shot, flat.shape[1], flat.shape[0])
    taken = _warp(flat, matrix, shot, table)
    lit = lighten(taken, shot.light, rng)
    return expose(lit, shot.lens, rng)


def shot_homography(shot: Shot, flat_width: int, flat_height: int) -> Homography:
    """Pixels of the flat drawing to pixels of the picture, [3, 3]."""
    return np.asarray(shot_camera(shot, flat_width, flat_height)[:, [0, 1, 3]])


def shot_camera(shot: Shot, flat_width: int, flat_height: int) -> NDArray[np.float64]:
    """Pixels of the flat drawing, and pixels above it, to pixels of the picture: [3, 4]."""
    side = float(max(flat_width, flat_height))
    stance = shot.stance
    tilt, azimuth, roll = np.deg2rad((stance.tilt, stance.azimuth, stance.roll))
    camera = stance.distance * np.array(
        [np.sin(tilt) * np.cos(azimuth), np.sin(tilt) * np.sin(azimuth), np.cos(tilt)]
    )
    forward = -camera / np.linalg.norm(camera)
    # The camera's "up" in the picture is the flat picture's upper edge, turned by the roll.
    ahead = np.array([0.0, -1.0, 0.0])
    up = ahead - forward * float(ahead @ forward)
    if np.linalg.norm(up) < 1e-6:
        up = np.array([0.0, 0.0, 1.0])
    up /= np.linalg.norm(up)
    right = np.cross(forward, up)
    if float(np.cross(np.array([1.0, 0, 0]), ahead) @ np.array([0, 0, 1.0])) < 0:
        right = -right
    turn = np.array([[np.cos(roll), -np.sin(roll)], [np.sin(roll), np.cos(roll)]])
    axes = np.concatenate([turn @ np.stack([right, -up]), forward[None]])
    # Pixel centres are at whole numbers; the middle of the drawing is the origin.
    scaled = np.array(
        [
            [1 / side, 0, 0, (0.5 - flat_width / 2) / side],
            [0, 1 / side, 0, (0.5 - flat_height / 2) / side],
            [0, 0, 1 / side, 0],
        ]
    )
    scaled[:, 3] -= camera
    unscaled = axes @ scaled
    ends = np.array([[0, 0], [flat_width, 0], [flat_width, flat_height], [0, flat_height]]) - 0.5
    x, y, depth = unscaled @ np.stack([*ends.T, np.zeros(4), np.ones(4)])
    seen = np.stack([x, y], axis=1) / depth[:, None]
    low, high = seen.min(axis=0), seen.max(axis=0)
    scale = stance.fill * min(shot.width / (high[0] - low[0]), shot.height / (high[1] - low[1]))
    off = np.array((shot.width / 2, shot.height / 2)) - scale * (low + high) / 2
    to_pixels = np.array([[scale, 0, off[0]], [0, scale, off[1]], [0, 0, 1]])
    both = to_pixels @ unscaled
    return np.asarray(both / both[2, 3])


def lean_of(stance: Stance) -> tuple[float, float]:
    """How far the top of a thing as high as a square lies off its foot, in squares of the board
    (to the right, down): away from the camera. For `render_board`."""
    away = -float(np.tan(np.deg2rad(stance.tilt)))
    azimuth = np.deg2rad(stance.azimuth)
    return away * float(np.cos(azimuth)), away * float(np.sin(azimuth))


def spread_of(stance: Stance, squares: int) -> float:
    """How much more tops lean outwards with every square from the middle of a drawing that is this
    many squares wide: all lean away from the camera, and it is not infinitely far. For
    `render_board`."""
    return 1 / (stance.distance * squares * float(np.cos(np.deg2rad(stance.tilt))))


def photographed_grid(grid: Grid, homography: Homography) -> Grid:
    """A grid of the flat drawing as it lies in the picture."""
    points = np.array(grid.corners, np.float64)[None]
    a, b, c, d = cv2.perspectiveTransform(points, homography)[0].tolist()
    return Grid(((a[0], a[1]), (b[0], b[1]), (c[0], c[1]), (d[0], d[1])), grid.size)


def lighten(picture: Picture, light: Light, rng: np.random.Generator) -> NDArray[np.float32]:
    """The picture under a light, float32 and not yet clipped."""
    height, width = picture.shape[:2]
    small = 24
    y, x = np.mgrid[0:small, 0:small].astype(np.float32) / (small - 1) - 0.5
    angle = np.deg2rad(light.direction)
    along = x * np.cos(angle) + y * np.sin(angle)
    field = light.brightness * (1 + 2 * light.gradient * along)
    if light.shadow > 0:
        field = field * _hard_shadow(light, rng, x, y)
    field = np.clip(field, 0.02, None)
    warm = np.array((1 - light.warmth, 1.0, 1 + light.warmth), np.float32)
    grown = cv2.resize(field.astype(np.float32), (width, height), interpolation=cv2.INTER_LINEAR)
    lit = picture.astype(np.float32)
    if light.contrast != 1.0:
        lit = (lit - 128) * light.contrast + 128
    lit *= grown[..., None]
    lit *= warm
    if light.glare > 0:
        lit += _glare(light, rng, width, height)[..., None]
    return lit


def random_veil(
    rng: np.random.Generator, height: int, width: int, square: float
) -> NDArray[np.float32]:
    """A lamp's or window's reflection on gloss: white blobs over one to three squares, float32
    [height, width]. 0 leaves the picture as it is, 0.5 half of its contrast, 1 nothing."""
    veil = np.zeros((height, width), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        x, y = rng.uniform(0.1, 0.9, 2) * (width, height)
        axes = rng.uniform(0.4, 1.5, 2) * square
        shape = np.zeros((height, width), np.uint8)
        around = (max(1, int(axes[0])), max(1, int(axes[1])))
        turn = float(rng.uniform(0, 180))
        cv2.ellipse(shape, (int(x), int(y)), around, turn, 0, 360, (255,), -1)
        soft = float(rng.uniform(0.1, 0.5)) * square
        blob = cv2.GaussianBlur(shape, (0, 0), max(0.5, soft)).astype(np.float32) / 255
        veil = np.maximum(veil, np.float32(rng.uniform(0.4, 0.92)) * blob)
    return veil


def veiled(lit: NDArray[np.float32], veil: NDArray[np.float32]) -> NDArray[np.float32]:
    """A lit picture under a veil of white (`random_veil`)."""
    share = veil[..., None]
    return np.asarray(lit * (1 - share) + np.float32(250) * share, dtype=np.float32)


def expose(lit: NDArray[np.float32], lens: LensFaults, rng: np.random.Generator) -> Picture:
    """What the sensor and its file make of it: blur, motion, noise, clipping, JPEG."""
    if lens.blur > 0.2:
        lit = np.asarray(cv2.GaussianBlur(lit, (0, 0), lens.blur), dtype=np.float32)
    if lens.motion >= 1.5:
        kernel = _motion_kernel(lens.motion, lens.motion_angle)
        lit = np.asarray(cv2.filter2D(lit, -1, kernel), dtype=np.float32)
    if lens.noise > 0:
        # One grey and one coloured part; drawn at full size, as sensors do.
        grey = rng.standard_normal(lit.shape[:2], dtype=np.float32)
        lit = lit + lens.noise * grey[..., None]
        coloured = rng.standard_normal(lit.shape, dtype=np.float32)
        lit += 0.6 * lens.noise * coloured
    picture = np.clip(lit, 0, 255).astype(np.uint8)
    if lens.jpeg > 0:
        _, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, lens.jpeg])
        picture = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), dtype=np.uint8)
    return picture


def random_lens(rng: np.random.Generator, square: float, worst: float = 1.0) -> LensFaults:
    """A lens for squares of this many pixels: mostly good, now and then out of focus or shaken."""
    focus = rng.uniform(0, 0.035) if rng.random() < 0.8 else rng.uniform(0.03, 0.085)
    blur = float(focus) * square * worst
    motion = float(rng.uniform(0.05, 0.18)) * square * worst if rng.random() < 0.08 else 0.0
    return LensFaults(
        blur=blur,
        motion=motion,
        motion_angle=float(rng.uniform(0, 180)),
        noise=float(rng.exponential(3.0)) * worst if rng.random() < 0.75 else 0.0,
        jpeg=int(rng.integers(45, 97)) if rng.random() < 0.75 else 0,
    )


def random_light(rng: np.random.Generator) -> Light:
    """Daylight, lamps, dusk (down to 0.15 of the light), too much light, shadows and glare."""
    kind = rng.random()
    if kind < 0.7:
        brightness = rng.uniform(0.55, 1.15)
    elif kind < 0.88:
        brightness = np.exp(rng.uniform(np.log(0.15), np.log(0.55)))
    else:
        brightness = rng.uniform(1.1, 1.45)
    return Light(
        brightness=float(brightness),
        gradient=float(rng.uniform(0, 0.45)) if rng.random() < 0.6 else 0.0,
        direction=float(rng.uniform(0, 360)),
        warmth=float(rng.normal(0, 0.09)),
        shadow=float(rng.uniform(0.15, 0.6)) if rng.random() < 0.2 else 0.0,
        glare=float(rng.uniform(30, 150)) if rng.random() < 0.22 else 0.0,
        contrast=float(rng.uniform(0.7, 1.15)) if rng.random() < 0.3 else 1.0,
    )


def ordinary_light(rng: np.random.Generator) -> Light:
    """A lit room or daylight: now and then a soft shadow's edge or a little glare."""
    return Light(
        brightness=float(rng.uniform(0.5, 1.08)),
        gradient=float(rng.uniform(0, 0.3)) if rng.random() < 0.6 else 0.0,
        direction=float(rng.uniform(0, 360)),
        warmth=float(rng.normal(0, 0.08)),
        shadow=float(rng.uniform(0.15, 0.45)) if rng.random() < 0.12 else 0.0,
        glare=float(rng.uniform(20, 80)) if rng.random() < 0.12 else 0.0,
        contrast=float(rng.uniform(0.8, 1.15)) if rng.random() < 0.3 else 1.0,
    )


def _warp(
    flat: Picture, matrix: Homography, shot: Shot, table: tuple[int, int, int] | Picture
) -> Picture:
    """The drawing in the picture; shrunk by area first where it will be much smaller."""
    corners = np.array([[0, 0], [flat.shape[1], 0], [0, flat.shape[0]]], np.float64)[None]
    seen = cv2.perspectiveTransform(corners, matrix)[0]
    scale = max(
        float(np.linalg.norm(seen[1] - seen[0])) / flat.shape[1],
        float(np.linalg.norm(seen[2] - seen[0])) / flat.shape[0],
    )
    if scale < 0.75:
        shrunk = cv2.resize(flat, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        fx, fy = shrunk.shape[1] / flat.shape[1], shrunk.shape[0] / flat.shape[0]
        # Pixel centres at whole numbers: x' = (x + 1/2) f - 1/2.
        back = np.array([[1 / fx, 0, 0.5 / fx - 0.5], [0, 1 / fy, 0.5 / fy - 0.5], [0, 0, 1]])
        matrix, flat = matrix @ back, np.asarray(shrunk, dtype=np.uint8)
    size = (shot.width, shot.height)
    if isinstance(table, tuple):
        taken = cv2.warpPerspective(flat, matrix, size, borderValue=table)
    else:
        taken = cv2.warpPerspective(
            flat, matrix, size, dst=table.copy(), borderMode=cv2.BORDER_TRANSPARENT
        )
    return np.asarray(taken, dtype=np.uint8)


def _hard_shadow(
    light: Light, rng: np.random.Generator, x: NDArray[np.float32], y: NDArray[np.float32]
) -> NDArray[np.float32]:
    """1 in the light, less beyond an edge (or in a band) somewhere across the picture."""
    angle = rng.uniform(0, 2 * np.pi)
    along = x * np.cos(angle) + y * np.sin(angle) - rng.uniform(-0.4, 0.4)
    if rng.random() < 0.4:
        along = np.abs(along) - rng.uniform(0.04, 0.15)
    soft = rng.uniform(0.02, 0.1)
    inside = 1 / (1 + np.exp(np.clip(-along / soft, -30, 30)))
    return np.asarray(1 - light.shadow * inside, dtype=np.float32)


def _glare(light: Light, rng: np.random.Generator, width: int, height: int) -> NDArray[np.float32]:
    """Bright patches or long streaks of reflected light, [height, width], steps of 255."""
    small = 48
    y, x = np.mgrid[0:small, 0:small].astype(np.float32) / (small - 1) - 0.5
    bright = np.zeros((small, small), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        cx, cy, angle = rng.uniform(-0.5, 0.5), rng.uniform(-0.5, 0.5), rng.uniform(0, np.pi)
        u = (x - cx) * np.cos(angle) + (y - cy) * np.sin(angle)
        v = (y - cy) * np.cos(angle) - (x - cx) * np.sin(angle)
        long, narrow = rng.uniform(0.08, 0.6), rng.uniform(0.02, 0.15)
        bright += np.exp(-0.5 * ((u / long) ** 2 + (v / narrow) ** 2))
    grown = cv2.resize(bright, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(light.glare * grown, dtype=np.float32)


def _motion_kernel(length: float, angle: float) -> NDArray[np.float32]:
    size = 2 * int(np.ceil(length / 2)) + 1
    kernel = np.zeros((size, size), np.float32)
    middle = size // 2
    step = np.array([np.cos(np.deg2rad(angle)), np.sin(np.deg2rad(angle))]) * length / 2
    start = tuple(int(v) for v in np.round((middle - step) * 16))
    end = tuple(int(v) for v in np.round((middle + step) * 16))
    cv2.line(kernel, start, end, (1.0,), 1, cv2.LINE_AA, shift=4)
    total = float(kernel.sum())
    return kernel / np.float32(total if total > 0 else 1.0)
