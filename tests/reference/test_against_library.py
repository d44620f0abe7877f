"""Random sequences of verbs on the library (through Python) and on the reference: the images must be equal, byte for byte, at each step."""

import math
import os
import sys
from pathlib import Path

import pytest

hypothesis = pytest.importorskip("hypothesis")
onebloom = pytest.importorskip("onebloom")
from hypothesis import given, settings, strategies as st  # noqa: E402

sys.path.insert(0, str(Path(__file__).parent))
import reference  # noqa: E402

FOREIGN = sorted(set(reference.SCHEMES) - {"xxh3", "xxh64"})
START = 1_700_000_000_000

arrangements = st.one_of(
    st.just({}),
    st.fixed_dictionaries({"growth": st.integers(2, 5)}),
    st.fixed_dictionaries({"keep": st.integers(2, 4), "period": st.integers(1, 50)}),
    st.fixed_dictionaries({"shards": st.integers(2, 5)}),
)
sized = st.builds(
    lambda kind, scheme, capacity, fpp, seed, more: {"kind": kind, "scheme": scheme, "capacity": capacity, "fpp": fpp, "seed": seed, **more},
    st.sampled_from(sorted(reference.KINDS)),
    st.sampled_from(["xxh3", "xxh64"]),
    st.integers(1, 40),
    st.sampled_from([0.3, 0.1, 0.01, 1e-4]),
    st.sampled_from([0, 1, 2**64 - 1]),
    arrangements,
)
given_size = st.builds(
    lambda kind, scheme, m, k: {"kind": kind, "scheme": scheme, "capacity": 20, "fpp": 0.01, "m": m, "k": k},
    st.sampled_from(["classic", "counting"]),
    st.sampled_from(FOREIGN),
    st.integers(1, 300),
    st.integers(1, 20),
)
keys = st.one_of(st.integers(0, 60), st.integers(-(2**70), 2**70), st.text(max_size=5), st.binary(max_size=5))
steps = st.lists(
    st.one_of(
        st.tuples(st.just("add"), st.sampled_from("ab"), st.lists(keys, max_size=30)),
        st.tuples(st.just("remove"), st.sampled_from("ab"), st.lists(keys, max_size=10)),
        st.tuples(st.just("ask"), st.sampled_from("ab"), st.lists(keys, max_size=20)),
        st.tuples(st.just("merge"), st.sampled_from(["ab", "ba", "aa"]), st.none()),
        st.tuples(st.just("later"), st.sampled_from("ab"), st.integers(-100_000, 200_000)),
        st.tuples(st.just("clear"), st.sampled_from("ab"), st.none()),
        st.tuples(st.just("again"), st.sampled_from("ab"), st.none()),
    ),
    max_size=12,
)


def carry_out(verb, who, what, ours, theirs, now):
    """One step on both; the answers must be equal."""
    mine, its = ours[who[0]], theirs[who[0]]
    if verb == "add":
        assert [mine.add(key) for key in what] == [its.add(key) for key in what]
    elif verb == "ask":
        assert [mine.contains(key) for key in what] == its.contains_many(what)
    elif verb == "remove":
        for key in what:
            try:
                done = mine.remove(key)
            except reference.Refused:
                with pytest.raises(onebloom.OnebloomError):
                    its.remove(key)
            else:
                assert its.remove(key) is done
    elif verb == "merge":
        mine.merge(ours[who[1]])
        its.merge(theirs[who[1]])
    elif verb == "later":
        now[who] += what
        mine.now = now[who]
        its.set_now(now[who])
    elif verb == "clear":
        mine.clear()
        its.clear()
    else:
        ours[who] = reference.read(mine.image())
        theirs[who] = onebloom.BloomFilter.from_bytes(its.to_bytes())
        ours[who].now = now[who]
        theirs[who].set_now(now[who])


@settings(max_examples=int(os.environ.get("ONEBLOOM_EXAMPLES", "300")), deadline=None)
@given(st.one_of(sized, sized, sized, given_size), steps)
def test_the_library_is_the_reference(options, steps):
    ours = {who: reference.Filter.create(**options) for who in "ab"}
    theirs = {who: onebloom.BloomFilter(**options) for who in "ab"}
    now = dict.fromkeys("ab", START)
    for who in "ab":
        ours[who].now = START
        theirs[who].set_now(START)
    for verb, who, what in steps:
        carry_out(verb, who, what, ours, theirs, now)
        for name in "ab":
            assert theirs[name].to_bytes() == ours[name].image(), (verb, who, name)


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(["classic", "counting", "blocked"]), st.integers(1, 10**9), st.floats(1e-5, 0.5))
def test_sizes(kind, n, f):
    plan = onebloom.BloomFilter.plan(n, f, kind=kind)
    m, k = reference.sizes.section(reference.KINDS[kind], n, f)
    assert plan["k"] == k
    # The C library's logarithm may differ in the last bit: one step of m.
    assert abs(plan["m"] - m) <= {"classic": 512, "counting": 128, "blocked": 256}[kind]


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from([("classic", "msb"), ("classic", "lsb"), ("classic", "bytes"), ("counting", "msb"), ("blocked", "lsb")]),
    st.sampled_from(sorted(reference.SCHEMES)),
    st.integers(1, 400),
    st.integers(1, 20),
    st.lists(keys, max_size=40),
)
def test_bodies_of_others(kind_order, scheme, m, k, members):
    """A bare body in the order that another program would write, imported; and the filter's parts and body out again."""
    kind, order = kind_order
    if kind == "blocked":
        scheme, m, k = "xxh64", 256 * (m % 5 + 1), 8
    made = reference.Filter.create(1, 0.5, kind=kind, scheme=scheme, m=m, k=k)
    for key in members:
        made.add(key)
    only = made.first
    body = bytes(only.body[: -(-m // (2 if kind == "counting" else 8))])
    if order == "lsb" and kind == "classic":
        body = bytes(int(f"{byte:08b}"[::-1], 2) for byte in body)
    if order == "bytes":
        body = bytes(only.get(p) for p in range(m))
    theirs = onebloom.BloomFilter.from_bits(body, bits=order, kind=kind, scheme=scheme, m=m, k=k)
    only.capacity, only.fpp = max(1, int(m * math.log(2) / k)), 2.0**-k
    only.items = reference.sizes.estimate(m, k, only.kind, only.nonzero())
    assert theirs.to_bytes() == made.image()
    assert theirs.to_parts() == [made.image()]
    assert theirs.to_bits(order) == body
    assert all(theirs.contains(key) for key in members)
