import { type LookupAddress, lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/**
 * Addresses that are not on the public internet: loopback, private networks, and ranges for documentation, tests, tunnels and multicast
 * (IANA's registries).
 */
const NOT_PUBLIC = new BlockList();
const NOT_PUBLIC_4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24'],
  ...['192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
];
/**
 * Non-public ranges within 2000::/3 (everything outside it is non-public): Teredo and other protocols, documentation, and 6to4, which
 * embeds IPv4 addresses.
 */
const NOT_PUBLIC_6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];
for (const range of NOT_PUBLIC_4) addRange(range, 'ipv4');
for (const range of NOT_PUBLIC_6) addRange(range, 'ipv6');

const PUBLIC_6 = new BlockList();
PUBLIC_6.addSubnet('2000::', 3, 'ipv6');

function addRange(range: string, family: 'ipv4' | 'ipv6'): void {
  const [address = '', bits] = range.split('/');
  NOT_PUBLIC.addSubnet(address, Number(bits), family);
}

/** Returns whether an address is on the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !NOT_PUBLIC.check(address, 'ipv4');
  return isIP(address) === 6 && PUBLIC_6.check(address, 'ipv6') && !NOT_PUBLIC.check(address, 'ipv6');
}

/**
 * Resolves a host name as a socket's `lookup` option, so that the check applies to the address actually connected to and DNS rebinding has
 * no effect. Fails with EPRIVATE if any of the addresses is not public.
 */
export const lookupPublic: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return done(error, '', 0);
    const [first] = addresses;
    if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address)))
      return done(
        Object.assign(new Error('the host name resolves to a private address'), { code: 'EPRIVATE', syscall: 'getaddrinfo' }),
        '',
        0,
      );
    if (options.all) done(null, addresses);
    else done(null, first.address, first.family);
  });
};
