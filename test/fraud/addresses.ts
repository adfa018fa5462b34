import { integer, pickOne, type Random } from '#demo/seeded-random.ts';

/** Addresses on the internet as people have them, in networks that really belong to such providers. */

/** The first two numbers of networks of providers of homes: VNPT, Viettel, FPT, China Telecom, BT. */
const HOMES = [
  { first: 113, from: 160, to: 191 },
  { first: 14, from: 160, to: 191 },
  { first: 171, from: 224, to: 255 },
  { first: 42, from: 112, to: 119 },
  { first: 118, from: 68, to: 71 },
  { first: 183, from: 0, to: 63 },
  { first: 81, from: 128, to: 159 },
];
const HOMES_6 = ['2402:800', '2405:4800', '2001:ee0', '240e:3a0', '2a00:23c4'];
/** Of Viettel's and China Mobile's phones. */
const MOBILE = ['27.64', '27.65', '117.136', '223.104', '125.235'];
/** Of those who rent servers: DigitalOcean, Hetzner, OVH, Vultr. */
const HOSTING = ['104.248', '138.68', '95.216', '135.181', '51.38', '45.76'];

const byte = (random: Random) => integer(random, 1, 254);
const hex = (random: Random) => integer(random, 1, 65_535).toString(16);

/** A home's IPv4 address. */
export function homeAddress(random: Random): string {
  const { first, from, to } = pickOne(random, HOMES);
  return `${first}.${integer(random, from, to)}.${byte(random)}.${byte(random)}`;
}

/** The /64 of a home, without what follows. */
export const homePrefix = (random: Random): string => `${pickOne(random, HOMES_6)}:${hex(random)}:${hex(random)}`;

/** Somebody in a /64: with privacy extensions another one each time. */
export const within64 = (random: Random, prefix: string): string => `${prefix}:${hex(random)}:${hex(random)}:${hex(random)}:${hex(random)}`;

/** Of a place that many people leave by: an office, a campus, a stadium. */
export const placeAddress = homeAddress;

/** Addresses that a carrier shares out among its phones: the same few for whoever is its customer. */
export const carrierAddresses = (random: Random, count: number): string[] => {
  const network = `${pickOne(random, MOBILE)}.77`;
  return Array.from({ length: count }, (_, n) => `${network}.${n + 1}`);
};

/** Rented servers: so many addresses of a few /24s. */
export function hostingAddresses(random: Random, count: number): string[] {
  const networks = Array.from({ length: Math.max(1, Math.ceil(count / 60)) }, () => `${pickOne(random, HOSTING)}.${byte(random)}`);
  return Array.from({ length: count }, () => `${pickOne(random, networks)}.${byte(random)}`);
}

/** A rented /48, as tunnels and servers come with; it holds 65,536 /64s. */
export const rented48 = (random: Random): string => `2001:470:${hex(random)}`;

/** A home of its own: half of them have IPv6. Returns what draws the address of a sign-in: a provider gives IPv4 anew now and then. */
export function home(random: Random): () => string {
  if (random() < 0.45) {
    const prefix = homePrefix(random);
    return () => within64(random, prefix);
  }
  let address = homeAddress(random);
  return () => {
    if (random() < 0.1) address = `${address.split('.').slice(0, 2).join('.')}.${byte(random)}.${byte(random)}`;
    return address;
  };
}
