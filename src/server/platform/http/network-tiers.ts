import { isIP } from 'node:net';
import { networkBits } from '#server/platform/country.ts';

/** The sizes of network that limits and evidence distinguish, the smallest first. */
const NETWORK_TIERS = ['host', 'site', 'block', 'network'] as const;
export type NetworkTierName = (typeof NETWORK_TIERS)[number];

export interface NetworkTier {
  tier: NetworkTierName;
  /** The network in canonical CIDR notation, such as "203.0.113.7/32" or "2001:db8:1:2::/64". */
  network: string;
}

/**
 * Returns the networks that an address belongs to, the smallest first. A rented server gets a /64 of IPv6, often a /56 or a /48, so a limit
 * by /64 alone stops no attack. An IPv6 address has a host (/64), a site (/56), a block (/48) and a network; an IPv4 address has a host
 * (/32), a block (/24) and a network. The network comes from the registries' lists, between /16 and /24 (IPv4) or /32 and /48 (IPv6); an
 * address in no list has none. Text that is no address is a host of its own.
 */
export function networkTiers(ip: string): readonly NetworkTier[] {
  const address = bytesOf(ip);
  if (address === null) return [{ tier: 'host', network: ip }];
  const known = networkBits(ip);
  const [widest, narrowest] = address.length === 4 ? [16, 24] : [32, 48];
  return [
    ...(address.length === 4 ? IPV4_TIERS : IPV6_TIERS).map(([tier, bits]) => ({ tier, network: networkOf(address, bits) })),
    ...(known === null ? [] : [{ tier: 'network' as const, network: networkOf(address, Math.min(narrowest, Math.max(widest, known))) }]),
  ];
}

/** Returns the smallest network of an address: itself, or its /64 for IPv6, as one household has a whole /64. Does not use the lists. */
export function hostOf(ip: string): string {
  const address = bytesOf(ip);
  if (address === null) return ip;
  const [, bits] = (address.length === 4 ? IPV4_TIERS : IPV6_TIERS)[0]!;
  return networkOf(address, bits);
}

const IPV4_TIERS: readonly [NetworkTierName, number][] = [
  ['host', 32],
  ['block', 24],
];
const IPV6_TIERS: readonly [NetworkTierName, number][] = [
  ['host', 64],
  ['site', 56],
  ['block', 48],
];

/** Returns the 4 or 16 bytes of an address; an IPv4 address inside an IPv6 one is unwrapped. Null for text that is no address. */
function bytesOf(ip: string): Uint8Array | null {
  const plain = ip.replace(/%.*$/, '');
  if (isIP(plain) === 4) return Uint8Array.from(plain.split('.'), Number);
  if (isIP(plain) !== 6) return null;
  // The URL parser normalises an address: lower case, an IPv4 tail as hexadecimal digits, the longest run of zeros left out.
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const [left, right] = [groupsOf(head), groupsOf(tail ?? '')];
  const groups = tail === undefined ? left : [...left, ...new Array(8 - left.length - right.length).fill(0), ...right];
  const bytes = Uint8Array.from(groups.flatMap((group) => [group >> 8, group & 255]));
  const isWrapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  return isWrapped ? bytes.slice(12) : bytes;
}

const groupsOf = (text: string): number[] =>
  text
    .split(':')
    .filter(Boolean)
    .map((group) => Number.parseInt(group, 16));

/** Returns the network of this many bits around an address. */
function networkOf(address: Uint8Array, bits: number): string {
  const masked = address.map((byte, i) => byte & (0xff << Math.max(0, Math.min(8, 8 * (i + 1) - bits))) & 0xff);
  if (masked.length === 4) return `${masked.join('.')}/${bits}`;
  const groups = Array.from({ length: 8 }, (_, i) => ((masked[2 * i]! << 8) | masked[2 * i + 1]!).toString(16)).join(':');
  return `${new URL(`http://[${groups}]`).hostname.slice(1, -1)}/${bits}`;
}
