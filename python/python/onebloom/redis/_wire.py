"""How tasks reach a server through the user's own client: redis-py, blocking or asyncio."""

from __future__ import annotations

import inspect
from typing import Any

import redis
import redis.asyncio
from redis.exceptions import RedisError, ResponseError

from .._onebloom import _Task

#: The words that redis-py takes off the front of an error's text, by the class that it raises.
_WORDS = (
    (redis.exceptions.NoScriptError, "NOSCRIPT"),
    (redis.exceptions.ReadOnlyError, "READONLY"),
    (redis.exceptions.BusyLoadingError, "LOADING"),
    (redis.exceptions.OutOfMemoryError, "OOM"),
    (redis.exceptions.NoPermissionError, "NOPERM"),
    (redis.exceptions.AuthenticationError, "NOAUTH"),
    (redis.exceptions.ClusterDownError, "CLUSTERDOWN"),
    (redis.exceptions.TryAgainError, "TRYAGAIN"),
    (redis.exceptions.MovedError, "MOVED"),
    (redis.exceptions.AskError, "ASK"),
)

#: A connection that breaks, a server that is not there, a cluster that cannot say where a key is.
_LOST = (
    redis.exceptions.ConnectionError,
    redis.exceptions.TimeoutError,
    redis.exceptions.RedisClusterException,
    OSError,
)


def _error(error: BaseException) -> tuple[str]:
    """The text of a server's error with the word it began with."""
    text = str(error)
    for cls, word in _WORDS:
        if isinstance(error, cls):
            return (f"{word} {text}",)
    return (text,)


def _is_answer(error: BaseException) -> bool:
    """Whether the server said it, so that the connection is fine."""
    if isinstance(error, redis.exceptions.BusyLoadingError):
        return True
    return isinstance(error, ResponseError) and not isinstance(error, _LOST)


def _replies(found: list[Any]) -> list[Any]:
    return [_error(r) if isinstance(r, BaseException) else r for r in found]


def _named(command: list[bytes]) -> list[Any]:
    """redis-py looks commands up by their names as text, to find the key and so the node."""
    return [command[0].decode(), *command[1:]]


def _options(command: list[bytes], binary: bool) -> dict[str, Any]:
    """What a cluster client must be told of a command."""
    options: dict[str, Any] = {"NEVER_DECODE": True} if binary else {}
    if command[0] == b"CONFIG":
        # It has no key: any node will do.
        options["target_nodes"] = "random"
    return options


def _arguments(client: Any) -> tuple[str, ...]:
    """What ``get_connection`` of the client's pool wants: before redis-py 5.3 a command's name."""
    pool = getattr(client, "connection_pool", None)
    if pool is None:
        return ()
    name = inspect.signature(pool.get_connection).parameters.get("command_name")
    return ("_",) if name is not None and name.default is inspect.Parameter.empty else ()


class SyncWire:
    """Turns the crank of tasks over a blocking client."""

    def __init__(self, client: Any) -> None:
        self._client = client
        # A cluster client finds the nodes itself; any other has a pool, whose connections take
        # ready bytes: that costs a tenth of having redis-py pack hundreds of arguments.
        self._direct = hasattr(client, "connection_pool")
        self._arguments = _arguments(client)

    def run(self, task: _Task) -> _Task:
        cause: BaseException | None = None
        try:
            while task.advance():
                try:
                    replies = self._send(task)
                except _LOST as error:
                    cause = error
                    task.lost(f"{type(error).__name__}: {error}")
                except RedisError as error:
                    if self._direct:
                        raise
                    cause = error
                    task.lost(f"{type(error).__name__}: {error}")
                else:
                    task.feed(replies)
        except Exception as error:
            if cause is not None and error.__cause__ is None:
                raise error from cause
            raise
        return task

    def _send(self, task: _Task) -> list[Any]:
        if not self._direct:
            return self._through_cluster(task)
        try:
            return self._flush(task)
        except redis.exceptions.ConnectionError:
            # The pool's connection may have died of age. A question may be asked again; an add
            # may not: it might be in already, and would then be told that it is not new.
            if task.writes():
                raise
            return self._flush(task)

    def _flush(self, task: _Task) -> list[Any]:
        client = self._client
        own = getattr(client, "connection", None)
        connection = own or client.connection_pool.get_connection(*self._arguments)
        done = False
        try:
            connection.send_packed_command([task.packed()])
            replies: list[Any] = []
            for binary in task.binary():
                try:
                    replies.append(connection.read_response(disable_decoding=binary))
                except RedisError as error:
                    if not _is_answer(error):
                        raise
                    replies.append(error)
            done = True
            return _replies(replies)
        finally:
            if not done:
                # Replies may still be on their way: they must not be taken for the next ones.
                connection.disconnect()
            if own is None:
                client.connection_pool.release(connection)

    def _through_cluster(self, task: _Task) -> list[Any]:
        commands, binary = task.commands(), task.binary()
        if len(commands) == 1:
            options = _options(commands[0], binary[0])
            try:
                return [self._client.execute_command(*_named(commands[0]), **options)]
            except RedisError as error:
                if not _is_answer(error):
                    raise
                return [_error(error)]
        pipe = self._client.pipeline(transaction=False)
        for command, never in zip(commands, binary, strict=True):
            pipe.execute_command(*_named(command), **_options(command, never))
        return _lost_among(pipe.execute(raise_on_error=False))


def _lost_among(replies: list[Any]) -> list[Any]:
    """Raises what is no answer of a server."""
    for reply in replies:
        if isinstance(reply, BaseException) and not _is_answer(reply):
            raise reply
    return _replies(replies)


class AsyncWire:
    """Turns the crank of tasks over a client of redis.asyncio."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._direct = hasattr(client, "connection_pool")
        self._arguments = _arguments(client)

    async def run(self, task: _Task) -> _Task:
        cause: BaseException | None = None
        try:
            while task.advance():
                try:
                    replies = await self._send(task)
                except _LOST as error:
                    cause = error
                    task.lost(f"{type(error).__name__}: {error}")
                except RedisError as error:
                    if self._direct:
                        raise
                    cause = error
                    task.lost(f"{type(error).__name__}: {error}")
                else:
                    task.feed(replies)
        except Exception as error:
            if cause is not None and error.__cause__ is None:
                raise error from cause
            raise
        return task

    async def _send(self, task: _Task) -> list[Any]:
        if not self._direct:
            return await self._through_cluster(task)
        try:
            return await self._flush(task)
        except redis.exceptions.ConnectionError:
            if task.writes():
                raise
            return await self._flush(task)

    async def _flush(self, task: _Task) -> list[Any]:
        client = self._client
        own = getattr(client, "connection", None)
        connection = own or await client.connection_pool.get_connection(*self._arguments)
        done = False
        try:
            await connection.send_packed_command(task.packed())
            replies: list[Any] = []
            for binary in task.binary():
                try:
                    replies.append(await connection.read_response(disable_decoding=binary))
                except RedisError as error:
                    if not _is_answer(error):
                        raise
                    replies.append(error)
            done = True
            return _replies(replies)
        finally:
            if not done:
                await connection.disconnect(nowait=True)
            if own is None:
                await client.connection_pool.release(connection)

    async def _through_cluster(self, task: _Task) -> list[Any]:
        commands, binary = task.commands(), task.binary()
        if len(commands) == 1:
            options = _options(commands[0], binary[0])
            try:
                return [await self._client.execute_command(*_named(commands[0]), **options)]
            except RedisError as error:
                if not _is_answer(error):
                    raise
                return [_error(error)]
        pipe = self._client.pipeline()
        for command, never in zip(commands, binary, strict=True):
            pipe.execute_command(*_named(command), **_options(command, never))
        return _lost_among(await pipe.execute(raise_on_error=False))
