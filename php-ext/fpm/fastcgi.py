"""php-fpm with the extension in a folder of its own, and just enough FastCGI to talk to it. Standard library only."""

import glob
import json
import os
import shutil
import signal
import socket
import struct
import subprocess
import time
from pathlib import Path
from urllib.parse import urlencode

HERE = Path(__file__).resolve().parent
MODULE = Path(os.environ.get("ONEBLOOM_SO", HERE.parent / "modules/onebloom.so"))


def php(*arguments):
    """The output of the command line's PHP with the extension."""
    command = ["php", "-n", "-d", f"extension={MODULE}", *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def fpm_binary():
    version = php("-r", "echo PHP_MAJOR_VERSION, '.', PHP_MINOR_VERSION;")
    for name in (f"/usr/sbin/php-fpm{version}", shutil.which("php-fpm"), *sorted(glob.glob("/usr/sbin/php-fpm*"))):
        if name and os.access(name, os.X_OK):
            return name
    raise SystemExit("php-fpm is not installed (Debian: apt-get install php-fpm)")


class Fpm:
    """A pool of static workers on a Unix socket, started from its own configuration."""

    def __init__(self, folder, workers=4, max_requests=0, ini=()):
        self.folder = Path(folder)
        self.socket = str(self.folder / "fpm.sock")
        config = self.folder / "fpm.conf"
        config.write_text(
            f"""[global]
error_log = {self.folder}/fpm.log
daemonize = no
process_control_timeout = 10s
[pool]
user = {os.environ.get("USER", "root")}
listen = {self.socket}
listen.backlog = 1024
pm = static
pm.max_children = {workers}
pm.max_requests = {max_requests}
catch_workers_output = yes
"""
        )
        command = [fpm_binary(), "-n", "-F", "-R", "-y", str(config), "-d", f"extension={MODULE}", "-d", "display_errors=1"]
        for setting in ini:
            command += ["-d", setting]
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        for _ in range(600):
            if self.process.poll() is not None:
                raise RuntimeError("php-fpm did not start:\n" + self.log())
            if os.path.exists(self.socket) and len(self.workers()) == workers:
                return
            time.sleep(0.05)
        raise RuntimeError("php-fpm does not answer:\n" + self.log())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def log(self):
        path = self.folder / "fpm.log"
        return path.read_text(errors="replace") if path.exists() else ""

    def workers(self):
        """The process ids of the master's children."""
        found = set()
        for children in glob.glob(f"/proc/{self.process.pid}/task/*/children"):
            try:
                found |= {int(pid) for pid in Path(children).read_text().split()}
            except OSError:
                pass
        return found

    def raw(self, op, script=HERE / "app.php", **arguments):
        """What the script prints for one request."""
        query = urlencode({"op": op, **arguments})
        script = str(script)
        return request(
            self.socket,
            {
                "GATEWAY_INTERFACE": "CGI/1.1",
                "SERVER_PROTOCOL": "HTTP/1.1",
                "REQUEST_METHOD": "GET",
                "SCRIPT_FILENAME": script,
                "SCRIPT_NAME": "/app.php",
                "REQUEST_URI": "/app.php?" + query,
                "QUERY_STRING": query,
            },
        )

    def ask(self, op, **arguments):
        """The same, which must be JSON."""
        text = self.raw(op, **arguments)
        try:
            return json.loads(text)
        except ValueError:
            raise RuntimeError(f"{op} {arguments}: {text!r}") from None


def record(kind, content, request_id=1):
    return struct.pack("!BBHHBx", 1, kind, request_id, len(content), 0) + content


def length(n):
    return struct.pack("!B", n) if n < 128 else struct.pack("!I", n | 0x80000000)


def request(path, parameters, timeout=60):
    """Sends one request; returns the body. ConnectionError if the worker goes away before it has answered."""
    pairs = b""
    for name, value in parameters.items():
        name, value = name.encode(), value.encode()
        pairs += length(len(name)) + length(len(value)) + name + value
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(timeout)
        connection.connect(path)
        connection.sendall(record(1, struct.pack("!HB5x", 1, 0)) + record(4, pairs) + record(4, b"") + record(5, b""))
        output, ended = b"", False
        stream = connection.makefile("rb")
        while not ended:
            head = stream.read(8)
            if len(head) < 8:
                raise ConnectionError("the connection ended before the answer")
            _, kind, _, size, padding = struct.unpack("!BBHHBx", head)
            content = stream.read(size)
            stream.read(padding)
            if kind == 6:
                output += content
            ended = kind == 3
    return output.partition(b"\r\n\r\n")[2].decode("utf-8", "replace")
