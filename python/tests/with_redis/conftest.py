"""Fixtures: a server for all tests of the folder, and clients of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import redis
from servers import Cluster, Server, bloom_module, serving


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    with serving() as server:
        yield server


@pytest.fixture
def client(server: Server) -> Iterator[redis.Redis]:
    with server.client() as client:
        client.flushall()
        yield client


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    cluster = Cluster()
    yield cluster
    cluster.close()


@pytest.fixture(scope="session")
def module_server() -> Iterator[Server]:
    with serving("--loadmodule", bloom_module()) as server:
        yield server
