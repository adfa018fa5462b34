import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { networkTiers } from './network-tiers.ts';

const networks = (ip: string) => networkTiers(ip).map(({ tier, network }) => `${tier} ${network}`);

describe('the networks of an address', () => {
  it.each([
    ['81.2.69.160', ['host 81.2.69.160/32', 'block 81.2.69.0/24', 'network 81.2.64.0/18']],
    ['14.160.7.1', ['host 14.160.7.1/32', 'block 14.160.7.0/24', 'network 14.160.0.0/16']],
    ['10.1.2.3', ['host 10.1.2.3/32', 'block 10.1.2.0/24']],
    ['2405:4800:1:2ab::3', ['host 2405:4800:1:2ab::/64', 'site 2405:4800:1:200::/56', 'block 2405:4800:1::/48', 'network 2405:4800::/32']],
    ['2001:db8::1', ['host 2001:db8::/64', 'site 2001:db8::/56', 'block 2001:db8::/48']],
    ['::ffff:81.2.69.160', ['host 81.2.69.160/32', 'block 81.2.69.0/24', 'network 81.2.64.0/18']],
    ['fe80::1%eth0', ['host fe80::/64', 'site fe80::/56', 'block fe80::/48']],
    ['unknown', ['host unknown']],
    ['', ['host ']],
  ])('of "%s"', (ip, expected) => {
    expect(networks(ip)).toEqual(expected);
  });

  it('are the same however an address is spelled', () => {
    const spellings = ['2405:4800:0001:02AB:0:0:0:3', '2405:4800:1:2ab::3', '2405:4800:1:2ab:0000::0.0.0.3'];
    expect(new Set(spellings.map((ip) => networks(ip).join()))).toHaveLength(1);
  });

  it('are shared by addresses that differ only beyond their prefix, for any IPv6 address', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), fc.integer({ min: 0, max: 127 }), (bytes, bit) => {
        const other = bytes.slice();
        other[bit >> 3]! ^= 128 >> (bit & 7);
        const [one, two] = [bytes, other].map((address) => networkTiers(spelled(address)));
        const isWrapped = (text: string) => text.includes('.');
        fc.pre(!isWrapped(one![0]!.network) && !isWrapped(two![0]!.network));
        for (const [i, bits] of [64, 56, 48].entries()) expect(one![i]!.network === two![i]!.network).toBe(bit >= bits);
      }),
    );
  });
});

const spelled = (bytes: Uint8Array): string =>
  Array.from({ length: 8 }, (_, i) => ((bytes[2 * i]! << 8) | bytes[2 * i + 1]!).toString(16)).join(':');
