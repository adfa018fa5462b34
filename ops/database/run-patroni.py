#!/usr/bin/python3
"""Starts Patroni: run-patroni.py patroni.yml. Anything but Patroni 3.0.2 or older runs unchanged.

Patroni up to 3.0.2 (Debian 12) overwrites the leader's key in etcd unconditionally when its own lease has expired. A primary that was
frozen for longer than `ttl` (a paused virtual machine) therefore takes the lead from its successor when it wakes, and what the successor
confirmed meanwhile is lost. Patroni 3.0.3 compares before it writes (its pull request 2689); this does the same.
"""
import sys

from patroni.__main__ import main
from patroni.dcs import etcd3
from patroni.version import __version__


def take_key(self, retry):
    """Writes the leader's key with this member's lease if the key has this member's name, or if there is none. Returns whether it did."""
    key, name = etcd3.base64_encode(self.leader_path), etcd3.base64_encode(self._name)
    is_ours = {"key": key, "target": "VALUE", "value": name}
    put = {"request_put": {"key": key, "value": name, "lease": self._lease}}
    return self._client.txn(is_ours, put, retry) or self._client.put(self.leader_path, self._name, self._lease, 0, retry=retry)


@etcd3.catch_return_false_exception
def update_leader(self):
    """Renews this member's lease, and the leader's key if it has another lease. Returns whether this member still leads."""
    retry = self._retry.copy()

    def retrying(*args, **kwargs):
        kwargs["retry"] = retry
        return retry(*args, **kwargs)

    self._run_and_handle_exceptions(self._do_refresh_lease, True, retry=retrying)
    leader = self.cluster and self.cluster.leader
    if isinstance(leader, etcd3.Leader) and leader.session == self._lease:
        return True
    return bool(self._run_and_handle_exceptions(lambda **given: take_key(self, given["retry"]), retry=retrying))


if tuple(int(part) for part in __version__.split(".")[:3]) < (3, 0, 3):
    etcd3.Etcd3._update_leader = update_leader

if __name__ == "__main__":
    sys.exit(main())
