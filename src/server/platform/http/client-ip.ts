import { BlockList, isIP } from 'node:net';

/**
 * Returns the client's address: the peer, or, if the peer is a trusted proxy, the last address of X-Forwarded-For that is not one.
 * `trusted` holds addresses and ranges ("10.0.0.0/8"). Headers from other peers are ignored.
 */
export function clientIp(peer: string, forwardedFor: string | undefined, trusted: string[]): string {
  let address = plainIp(peer);
  if (trusted.length === 0) return address;
  const list = blockListOf(trusted);
  for (const hop of (forwardedFor ?? '').split(',').reverse()) {
    if (!isTrusted(list, address)) break;
    const next = plainIp(hop.trim());
    if (isIP(next) === 0) break;
    address = next;
  }
  return address;
}

/** Returns whether a peer is trusted, so that its forwarding headers are accepted. */
export const isTrustedPeer = (peer: string, trusted: string[]): boolean => isTrusted(blockListOf(trusted), plainIp(peer));

/** IPv4 addresses are wrapped ("::ffff:10.0.0.1") on sockets that listen on both families. */
const plainIp = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');

/** Cached, as settings never change. */
const lists = new WeakMap<string[], BlockList>();

function blockListOf(ranges: string[]): BlockList {
  const known = lists.get(ranges);
  if (known) return known;
  const list = new BlockList();
  lists.set(ranges, list);
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (isIP(address) === 0) continue;
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

const isTrusted = (list: BlockList, address: string) => isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
