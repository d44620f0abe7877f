"""The PHP row of the demo: starts php-fpm with the extension, sends it one request by FastCGI, stops it."""

import glob
import json
import os
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BEGIN, PARAMS, STDIN, STDOUT, STDERR, END = 1, 4, 5, 6, 7, 3


def find_fpm():
    """Debian names it after the version and keeps it in /usr/sbin."""
    version = subprocess.run(
        ["php", "-r", "echo PHP_MAJOR_VERSION.'.'.PHP_MINOR_VERSION;"], check=True, capture_output=True, text=True
    ).stdout
    for name in (f"/usr/sbin/php-fpm{version}", shutil.which("php-fpm"), *sorted(glob.glob("/usr/sbin/php-fpm*"))):
        if name and os.access(name, os.X_OK):
            return name
    sys.exit("php-fpm is not installed (Debian: apt-get install php-fpm)")


def start(folder):
    config = folder / "fpm.conf"
    config.write_text(
        f"""[global]
error_log = {folder}/error.log
daemonize = no
[demo]
listen = {folder}/fpm.sock
pm = static
pm.max_children = 1
clear_env = no
catch_workers_output = yes
{"user = root" if os.geteuid() == 0 else ""}
{"group = root" if os.geteuid() == 0 else ""}
"""
    )
    command = [find_fpm(), "--nodaemonize", "--fpm-config", str(config)]
    command += ["-d", f"extension={ROOT}/php-ext/modules/onebloom.so", "-d", "memory_limit=1G"]
    if os.geteuid() == 0:
        command.append("--allow-to-run-as-root")
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    for _ in range(500):
        if (folder / "fpm.sock").exists():
            return process
        if process.poll() is not None:
            break
        time.sleep(0.02)
    process.kill()
    sys.exit(f"php-fpm did not start: {process.stderr.read()}")


def record(kind, body):
    return struct.pack(">BBHHBx", 1, kind, 1, len(body), 0) + body


def pair(name, value):
    name, value = name.encode(), value.encode()
    length = lambda n: struct.pack(">I", n | 1 << 31) if n > 127 else bytes([n])
    return length(len(name)) + length(len(value)) + name + value


def request(path, params):
    """One FastCGI request over the socket: (body, what the script said on stderr)."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(str(path))
        body = b"".join(pair(k, v) for k, v in params.items())
        connection.sendall(
            record(BEGIN, struct.pack(">HB5x", 1, 0)) + record(PARAMS, body) + record(PARAMS, b"") + record(STDIN, b"")
        )
        stream = connection.makefile("rb")
        out, err = b"", b""
        while header := stream.read(8):
            _, kind, _, length, padding = struct.unpack(">BBHHBx", header)
            content = stream.read(length)
            stream.read(padding)
            if kind == STDOUT:
                out += content
            elif kind == STDERR:
                err += content
            elif kind == END:
                break
    head, _, body = out.partition(b"\r\n\r\n")
    if b"Status: 5" in head:
        err = err or head + body
    return body.decode(), err.decode()


def main():
    args = [str(Path(a).resolve()) if "/" in a else a for a in sys.argv[1:]]
    folder = Path(tempfile.mkdtemp(prefix="onebloom-fpm-"))
    process = start(folder)
    try:
        body, error = request(
            folder / "fpm.sock",
            {
                "REQUEST_METHOD": "GET",
                "SCRIPT_FILENAME": str(ROOT / "demo" / "programs" / "demo.php"),
                "DEMO_ARGS": json.dumps(args),
            },
        )
    finally:
        process.terminate()
        process.wait()
        shutil.rmtree(folder)
    print(body, end="")
    if error:
        sys.exit(error)


main()
