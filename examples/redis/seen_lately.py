"""Not again within a week: one filter a day behind one name, each expiring by itself."""

import local

from onebloom.redis import RedisBloomFilter

DAY = 86_400
MONDAY = 20_423 * DAY * 1000  # Unix milliseconds; a service leaves the clock alone


def main():
    with local.client() as client:
        client.flushall()
        sent = RedisBloomFilter.create(client, "mail:sent", 100_000, 0.001, period=DAY, keep=7)

        def mail(day, people):
            sent.set_now(MONDAY + day * DAY * 1000)
            fresh = [p for p, seen in zip(people, sent.contains_many(people)) if not seen]
            # Two senders may be at it at once: who is told "new" writes. (An add renews what is
            # remembered, so only those who get a mail are added.)
            return [person for person, new in zip(fresh, sent.add_each(fresh)) if new]

        everybody = [f"person {i}" for i in range(1_000)]
        print("day 0:", len(mail(0, everybody[:600])), "mails")
        print("day 3:", len(second := mail(3, everybody)), "mails")
        # 0.1 % at most are passed over by mistake, nobody is written to twice in a week.
        assert 395 <= len(second) <= 400 and not set(second) & set(everybody[:600])
        print("day 7:", len(third := mail(7, everybody)), "mails: day 0 is forgotten, day 3 is not")
        assert 594 <= len(third) <= 600 and not set(third) & set(second)
        print("keys:", sorted(key.decode() for key in client.keys()))


if __name__ == "__main__":
    main()
