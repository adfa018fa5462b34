#!/usr/bin/python3
"""Starts Patroni: run-patroni.py patroni.yml. Anything but Patroni 3.0.2 or older runs unchanged.

Patroni up to 3.0.2 (Debian 12) has two faults that show when a machine is frozen and wakes, as a paused virtual machine does. With them a
former primary could lead again, and what its successor had confirmed meanwhile would be lost.

The leader's key. If its own lease in etcd has expired, Patroni writes the key without comparing. Patroni 3.0.3 compares, but still writes
the key where there is none. There may be none although another member leads: an etcd that wakes as a former leader revokes leases that were
renewed elsewhere (etcd's issue 15247, up to 3.4.28 and 3.5.10). Here a member only renews a key that has its own name. Without one it gives
up and stands for election like the others, where the synchronous state decides. That has no lease.

The cache. Patroni sees the keys of etcd in a cache that a stream of changes keeps up to date, and waits for changes without a limit. A
stream that was frozen may never bring any, so the member goes by what it knew before (Patroni's issue 2779). Here the stream is opened anew
when nothing came for as long as a lease lives, and when a key is not as the cache says.
"""
import sys

from patroni.__main__ import main
from patroni.dcs import etcd3
from patroni.version import __version__


def renew_key(self, retry):
    """Writes the leader's key with this member's lease if the key has this member's name. Returns whether it did."""
    key, name = etcd3.base64_encode(self.leader_path), etcd3.base64_encode(self._name)
    is_ours = {"key": key, "target": "VALUE", "value": name}
    return self._client.txn(is_ours, {"request_put": {"key": key, "value": name, "lease": self._lease}}, retry)


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
    return bool(self._run_and_handle_exceptions(lambda **given: renew_key(self, given["retry"]), retry=retrying))


def txn(self, compare, success, retry=None):
    """Writes if a comparison holds. Returns whether it did; if it did not, the cache may be out of date, and is filled anew."""
    is_done = etcd3.Etcd3Client.txn(self, compare, success, retry)
    if not is_done:
        self._restart_watcher()
    return is_done


def watchprefix(self, key, start_revision=None, filters=None, read_timeout=None):
    """Opens the stream of changes. It breaks when nothing came for as long as a lease lives."""
    return etcd3.Etcd3Client.watchprefix(self, key, start_revision, filters, read_timeout or self._etcd3.ttl)


if tuple(int(part) for part in __version__.split(".")[:3]) < (3, 0, 3):
    etcd3.Etcd3._update_leader = update_leader
    etcd3.PatroniEtcd3Client.txn = txn
    etcd3.PatroniEtcd3Client.watchprefix = watchprefix

if __name__ == "__main__":
    sys.exit(main())
