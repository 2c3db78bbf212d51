"""How long watching one frame takes: `python -m benchmarks.watch_frames` (budget 3 ms, one thread).

Two cases: frames in which nothing moves, and frames in which all moves (every frame starts anew).
"""

from __future__ import annotations

import time

import cv2
import numpy as np

from vision.watch import Watcher, small_grey

FRAMES = 200


def main() -> None:
    cv2.setNumThreads(1)
    rng = np.random.default_rng(1)
    for width, height in ((960, 720), (1280, 960), (2304, 1296)):
        scene = cv2.resize(
            rng.integers(0, 255, (48, 64, 3), dtype=np.uint8),
            (width, height),
            interpolation=cv2.INTER_CUBIC,
        )
        still = [
            np.asarray(cv2.add(scene, rng.integers(0, 6, scene.shape, np.uint8))) for _ in "12"
        ]
        moving = [still[0], np.ascontiguousarray(still[0][:, ::-1])]
        for name, pictures in (("still", still), ("moving", moving)):
            for kind in ("full frame", "small frame from the camera"):
                smalls = [
                    small_grey(picture) if kind != "full frame" else None for picture in pictures
                ]
                watcher, spent = Watcher(), []
                for number in range(FRAMES):
                    start = time.perf_counter()
                    watcher, _ = watcher.see(pictures[number % 2], number / 10, smalls[number % 2])
                    spent.append(1000 * (time.perf_counter() - start))
                print(
                    f"{width} x {height}  {name:7}{kind:28}"
                    f"median {np.median(spent):5.2f} ms   worst {max(spent):5.2f} ms"
                )


if __name__ == "__main__":
    main()
