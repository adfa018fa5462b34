#!/usr/bin/python3
"""Hands the lead to another member when the disk of this one is nearly full: leave-full-disk.py patroni.yml. Runs beside Patroni.

PostgreSQL without space refuses writes but stays up, so Patroni sees a healthy primary and keeps it. Checks every five seconds whether less
than LEAVE_BELOW_PERCENT (default 5) of the file system of the data is free. Leaves once until there is space again: if all disks are full, the
lead must not go round.
"""
import base64
import json
import os
import shutil
import sys
import time
import urllib.error
import urllib.request

import yaml

EVERY_SECONDS = 5
ANSWER_SECONDS = 60


def ask(rest, path, body=None):
    """Asks this member's Patroni. Returns the status of its answer, or None if there is none."""
    secret = "{username}:{password}".format(**rest["authentication"])
    headers = {"Authorization": "Basic " + base64.b64encode(secret.encode()).decode()}
    request = urllib.request.Request("http://" + rest["connect_address"] + path, body, headers)
    try:
        with urllib.request.urlopen(request, timeout=ANSWER_SECONDS) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return None


def free_percent(folder):
    """Returns how much of a folder's file system is free. A folder that is not there yet counts as empty."""
    try:
        total, _, free = shutil.disk_usage(folder)
    except FileNotFoundError:
        return 100
    return 100 * free / total


def main(file):
    with open(file, encoding="utf8") as text:
        settings = yaml.safe_load(text)
    below = float(os.environ.get("LEAVE_BELOW_PERCENT", "5"))
    has_left = False
    while True:
        free = free_percent(settings["postgresql"]["data_dir"])
        if free >= below:
            has_left = False
        elif not has_left and ask(settings["restapi"], "/primary") == 200:
            print(f"{free:.1f}% of the disk is free: hands the lead to another member", flush=True)
            status = ask(settings["restapi"], "/switchover", json.dumps({"leader": settings["name"]}).encode())
            print(f"Patroni answered {status}", flush=True)
            has_left = status == 200
        time.sleep(EVERY_SECONDS)


if __name__ == "__main__":
    main(sys.argv[1])
