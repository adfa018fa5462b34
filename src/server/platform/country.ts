import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { BlockList, isIP } from 'node:net';
import { type Response as AnyEntry, Reader } from 'mmdb-lib';

/**
 * Returns the country of an address by the registries' lists, as two capital letters; null for private and special addresses, and if
 * unknown. Makes no network requests.
 */
export function countryOf(ip: string): string | null {
  const address = plain(ip);
  const family = isIP(address);
  if (family === 0 || special.check(address, family === 4 ? 'ipv4' : 'ipv6')) return null;
  const { country_code: code } = countries().get(address) ?? {};
  return code && /^[A-Z]{2}$/.test(code) ? code : null;
}

/**
 * Returns how many leading bits of an address identify its network by the registries' lists; null for private and special addresses, for an
 * invalid address, and if unknown. Neighbouring networks of one country count as one: treat the result as the widest possible network.
 */
export function networkBits(ip: string): number | null {
  const address = plain(ip);
  const family = isIP(address);
  if (family === 0 || special.check(address, family === 4 ? 'ipv4' : 'ipv6')) return null;
  const [entry, bits] = countries().getWithPrefixLength(address);
  return entry === null ? null : bits;
}

/** Returns whether an address is known to be in one of these countries. */
export function isInOneOf(countries: readonly string[], { countryOf }: { countryOf: (ip: string) => string | null }, ip: string): boolean {
  if (countries.length === 0) return false;
  const country = countryOf(ip);
  return country !== null && countries.includes(country);
}

/** This database's entries are flat; the library's types describe others as well. */
type Entry = AnyEntry & { country_code?: string };
let reader: Reader<Entry> | undefined;

/** Eight megabytes, read at the first sign-in, which takes some milliseconds once. */
function countries(): Reader<Entry> {
  const file = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';
  reader ??= new Reader(readFileSync(createRequire(import.meta.url).resolve(file)));
  return reader;
}

/** An IPv4 address inside an IPv6 one ("::ffff:8.8.8.8", "::ffff:808:808") is looked up as IPv4. */
function plain(ip: string): string {
  if (isIP(ip) !== 6) return ip;
  const wrapped = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(new URL(`http://[${ip.replace(/%.*$/, '')}]`).hostname);
  if (!wrapped) return ip.replace(/%.*$/, '');
  const [high, low] = wrapped.slice(1).map((group) => Number.parseInt(group, 16)) as [number, number];
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** Special-purpose ranges of IANA; the database names a country for some of these. */
const special = blockList(
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  ['::', 96],
  ['2001:db8::', 32],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
);

function blockList(...ranges: [address: string, bits: number][]): BlockList {
  const list = new BlockList();
  for (const [address, bits] of ranges) list.addSubnet(address, bits, isIP(address) === 4 ? 'ipv4' : 'ipv6');
  return list;
}
