"""Runs a command with REDIS_PORT set to a redis-server that has RedisBloom's module, stopped afterwards.

usage: with_server.py COMMAND [ARGUMENT ...]
"""

import os
import subprocess
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2] / "python/tests/with_redis"))
from servers import bloom_module, serving

with serving("--loadmodule", bloom_module()) as server:
    sys.exit(subprocess.run(sys.argv[1:], env=dict(os.environ, REDIS_PORT=str(server.port)), check=False).returncode)
