import { integer, pickOne, type Random } from '#demo/seeded-random.ts';

/** Realistic internet addresses, in networks that really belong to such providers. */

/** The first two numbers of networks of residential providers: VNPT, Viettel, FPT, China Telecom, BT. */
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
/** Mobile networks of Viettel and China Mobile. */
const MOBILE = ['27.64', '27.65', '117.136', '223.104', '125.235'];
/** Networks of hosting providers: DigitalOcean, Hetzner, OVH, Vultr. */
const HOSTING = ['104.248', '138.68', '95.216', '135.181', '51.38', '45.76'];

const byte = (random: Random) => integer(random, 1, 254);
const hex = (random: Random) => integer(random, 1, 65_535).toString(16);

/** Draws a home's IPv4 address. */
export function homeAddress(random: Random): string {
  const { first, from, to } = pickOne(random, HOMES);
  return `${first}.${integer(random, from, to)}.${byte(random)}.${byte(random)}`;
}

/** Draws the /64 prefix of a home. */
export const homePrefix = (random: Random): string => `${pickOne(random, HOMES_6)}:${hex(random)}:${hex(random)}`;

/** Draws an address in a /64: with privacy extensions it changes each time. */
export const within64 = (random: Random, prefix: string): string => `${prefix}:${hex(random)}:${hex(random)}:${hex(random)}:${hex(random)}`;

/** The address of a place shared by many people: an office, a campus, a stadium. */
export const placeAddress = homeAddress;

/** Draws the few addresses that a carrier shares among all its phones. */
export const carrierAddresses = (random: Random, count: number): string[] => {
  const network = `${pickOne(random, MOBILE)}.77`;
  return Array.from({ length: count }, (_, n) => `${network}.${n + 1}`);
};

/** Draws addresses of rented servers, in a few /24s. */
export function hostingAddresses(random: Random, count: number): string[] {
  const networks = Array.from({ length: Math.max(1, Math.ceil(count / 60)) }, () => `${pickOne(random, HOSTING)}.${byte(random)}`);
  return Array.from({ length: count }, () => `${pickOne(random, networks)}.${byte(random)}`);
}

/** Draws a rented /48, as offered with tunnels and servers; it contains 65,536 /64s. */
export const rented48 = (random: Random): string => `2001:470:${hex(random)}`;

/**
 * Creates a home: half of them have IPv6. Returns a function that draws the address of a sign-in: providers change IPv4 addresses now and
 * then.
 */
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
