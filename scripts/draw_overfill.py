#!/usr/bin/env python3
"""Draws docs/overfill.svg from the lines of `cargo run --release --example overfill` on stdin.

Lines are the predicted rate, dots the measured one with three standard errors. Standard library
only: the picture is plain SVG.
"""

import math
import sys

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 760, 440, 70, 20, 170, 50
COLOURS = {"classic": "#1f6fb2", "blocked": "#c2571a", "counting": "#3c8d40"}
DASHES = {"single": "", "sharded": "6 3", "scalable": "2 3"}
LEAST, MOST = 1e-4, 1.0


def x(times: float) -> float:
    return LEFT + times / 5.0 * (WIDTH - LEFT - RIGHT)


def y(rate: float) -> float:
    span = math.log10(MOST) - math.log10(LEAST)
    return TOP + (math.log10(MOST) - math.log10(max(rate, LEAST))) / span * (HEIGHT - TOP - BOTTOM)


def main() -> None:
    curves: dict[tuple[str, str], list[list[float]]] = {}
    for line in sys.stdin:
        if not line.startswith("#"):
            kind, arrangement, *numbers = line.rstrip("\n").split("\t")
            curves.setdefault((kind, arrangement), []).append([float(n) for n in numbers])
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
    ]
    for power in range(-4, 1):
        at = y(10.0**power)
        out.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{at:.1f}" y2="{at:.1f}" stroke="#ddd"/>')
        out.append(f'<text x="{LEFT - 8}" y="{at + 4:.1f}" text-anchor="end">{100 * 10.0**power:g} %</text>')
    for times in range(6):
        out.append(f'<line x1="{x(times):.1f}" x2="{x(times):.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}" stroke="#eee"/>')
        out.append(f'<text x="{x(times):.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{times}</text>')
    out.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2:.0f}" y="{HEIGHT - 10}" text-anchor="middle">keys added, in capacities (capacity 20,000, fpp 1 %)</text>')
    for row, ((kind, arrangement), points) in enumerate(curves.items()):
        colour, dash = COLOURS[kind], DASHES[arrangement]
        path = " ".join(f"{x(p[0]):.1f},{y(p[1]):.1f}" for p in points)
        out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.5" stroke-dasharray="{dash}"/>')
        for times, _planned, _fill, measured, error in points:
            low, high = y(measured - 3 * error), y(measured + 3 * error)
            out.append(f'<line x1="{x(times):.1f}" x2="{x(times):.1f}" y1="{low:.1f}" y2="{high:.1f}" stroke="{colour}"/>')
            out.append(f'<circle cx="{x(times):.1f}" cy="{y(measured):.1f}" r="3" fill="{colour}"/>')
        at = TOP + 14 + 20 * row
        out.append(f'<line x1="{WIDTH - RIGHT + 10}" x2="{WIDTH - RIGHT + 40}" y1="{at - 4}" y2="{at - 4}" stroke="{colour}" stroke-width="1.5" stroke-dasharray="{dash}"/>')
        out.append(f'<text x="{WIDTH - RIGHT + 46}" y="{at}">{kind}, {arrangement}</text>')
    out.append(f'<text x="{WIDTH - RIGHT + 10}" y="{TOP + 14 + 20 * len(curves) + 8}" fill="#555">lines: predicted</text>')
    out.append(f'<text x="{WIDTH - RIGHT + 10}" y="{TOP + 14 + 20 * len(curves) + 24}" fill="#555">dots: measured ± 3 s.e.</text>')
    out.append("</svg>")
    print("\n".join(out))


if __name__ == "__main__":
    main()
