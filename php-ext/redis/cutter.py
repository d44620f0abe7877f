#!/usr/bin/env python3
"""Stands in front of a Redis server and cuts connections after so many bytes of replies.

    cutter.py SOCKET    prints its port; each number read from stdin is a new allowance, and is said back
"""

import socket
import sys
import threading

state = {"allow": 1 << 60}
lock = threading.Lock()


def copy(source, target, counts):
    try:
        while data := source.recv(4096):
            over = False
            if counts:
                with lock:
                    data = data[: state["allow"]]
                    state["allow"] -= len(data)
                    over = state["allow"] == 0
            target.sendall(data)
            if over:
                break
    except OSError:
        pass
    for end in (source, target):
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        end.close()


def accept(listen):
    while True:
        here, _ = listen.accept()
        there = socket.socket(socket.AF_UNIX)
        there.connect(sys.argv[1])
        for ends in ((here, there, False), (there, here, True)):
            threading.Thread(target=copy, args=ends, daemon=True).start()


listen = socket.create_server(("127.0.0.1", 0))
threading.Thread(target=accept, args=(listen,), daemon=True).start()
print(listen.getsockname()[1], flush=True)
for line in sys.stdin:
    with lock:
        state["allow"] = int(line)
    print(line.strip(), flush=True)
