"""A redis-server for the length of an example, unless REDIS_PORT names one that runs already."""

import contextlib
import os
import shutil
import socket
import subprocess
import tempfile
import time

import redis


@contextlib.contextmanager
def client():
    if "REDIS_PORT" in os.environ:
        yield redis.Redis(port=int(os.environ["REDIS_PORT"]))
        return
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    folder = tempfile.mkdtemp()
    server = subprocess.Popen(
        ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder],
        stdout=subprocess.DEVNULL,
    )
    try:
        connection = redis.Redis(port=port)
        for _ in range(500):
            try:
                connection.ping()
                break
            except redis.exceptions.ConnectionError:
                time.sleep(0.02)
        yield connection
    finally:
        server.terminate()
        server.wait()
        shutil.rmtree(folder)
