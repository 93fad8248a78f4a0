"""Random recurrence rules, and what python-dateutil and zoneinfo make of them, one per line:

    RULE <tab> START <tab> DATES <tab> the dates' moments in the first zone <tab> ... in the second zone ...

Dates are local times, moments are seconds since 1970. Usage: expected.py COUNT SEED ZONE...
"""

import datetime as datetime_module
import random
import sys
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import dateutil.rrule
from dateutil.rrule import rrulestr

DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
WINDOW = timedelta(days=366 * 12)


def some(values, most):
    return sorted(random.sample(values, random.randint(1, most)))


def listed(values):
    return ",".join(str(value) for value in values)


def signed(most):
    return [value for value in range(-most, most + 1) if value]


def random_rule(start):
    """Only what the standard and dateutil read alike: see RecurrenceTests.swift for the rest."""
    frequency = random.choice(["DAILY", "WEEKLY", "MONTHLY", "YEARLY"])
    parts = [f"FREQ={frequency}"]
    if random.random() < 0.5:
        parts.append(f"INTERVAL={random.choice([1, 2, 2, 3, 4, 5, 6, 10, 13, 52])}")
    has_set = False
    if random.random() < (0.15 if frequency == "WEEKLY" else 0.25):
        parts.append(f"BYMONTH={listed(some(range(1, 13), 4))}")
        has_set = True
    by_day = False
    if frequency == "YEARLY" and random.random() < 0.2:
        parts.append(f"BYWEEKNO={listed(some([*range(1, 53), *range(-51, 0)], 3))}")
        by_day = True
    elif frequency == "YEARLY" and random.random() < 0.2:
        parts.append(f"BYYEARDAY={listed(some(signed(366), 4))}")
        has_set = True
    elif frequency != "WEEKLY" and random.random() < 0.35:
        parts.append(f"BYMONTHDAY={listed(some(signed(31), 4))}")
        has_set = True
    if by_day or random.random() < 0.5:
        days = some(DAYS, 4)
        if not by_day and frequency in ("MONTHLY", "YEARLY") and random.random() < 0.6:
            days = [f"{random.choice([-5, -2, -1, 1, 2, 3, 4, 5])}{day}" for day in days]
        parts.append(f"BYDAY={listed(days)}")
        has_set = True
    if has_set and frequency in ("MONTHLY", "YEARLY") and random.random() < 0.25:
        parts.append(f"BYSETPOS={listed(some([-3, -2, -1, 1, 2, 3, 10], 2))}")
    if random.random() < 0.2:
        parts.append(f"WKST={random.choice(DAYS)}")
    end = random.random()
    if end < 0.25:
        parts.append(f"COUNT={random.randint(1, 40)}")
    elif end < 0.5:
        until = start + timedelta(days=random.randint(0, 4000), hours=random.randint(-20, 20))
        parts.append(f"UNTIL={until:%Y%m%dT%H%M%S}")
    random.shuffle(parts)
    return ";".join(parts)


def random_start():
    day = datetime(random.randint(1995, 2030), random.randint(1, 12), 1) + timedelta(days=random.randint(0, 30))
    # Often within the hours that clocks leave out or repeat.
    hour, minute = (random.randint(0, 3), random.choice([0, 15, 30, 59])) if random.random() < 0.6 else (
        random.randint(0, 23), random.randint(0, 59))
    return day.replace(hour=hour, minute=minute)


class Calendar:
    """Python's module datetime, whose calendar ends early: dateutil looks through all of it for a rule without dates."""

    MAXYEAR = 2060

    def __getattr__(self, name):
        return getattr(datetime_module, name)


def main():
    count, seed, zones = int(sys.argv[1]), sys.argv[2], [ZoneInfo(name) for name in sys.argv[3:]]
    random.seed(seed)
    dateutil.rrule.datetime = Calendar()
    for _ in range(count):
        start = random_start()
        rule = random_rule(start)
        dates = []
        for date in rrulestr(f"RRULE:{rule}", dtstart=start):
            if date > start + WINDOW or len(dates) == 12:
                break
            dates.append(date)
        columns = [rule, f"{start:%Y-%m-%d %H:%M:%S}", " ".join(f"{date:%Y-%m-%dT%H:%M:%S}" for date in dates)]
        for zone in zones:
            # fold=0 is the first of two equal times, and the offset before a gap.
            columns.append(" ".join(str(int(date.replace(tzinfo=zone).astimezone(timezone.utc).timestamp())) for date in dates))
        print("\t".join(columns))


main()
