import { type DemoClub, drawnColours, slug } from '#demo/clubs.ts';

/** Where people are called by the family's name first. */
const FAMILY_FIRST = new Set(['cn', 'kr', 'vn']);

/** Doubles: each of the ones with the other at the same place, known by their families' names. */
export const pairUp = (ones: readonly DemoClub[], others: readonly DemoClub[]): DemoClub[] =>
  ones.map((one, index) => pairOf(one, others[index]!));

function pairOf(one: DemoClub, other: DemoClub): DemoClub {
  const both = (nameOf: (player: DemoClub) => string) => `${nameOf(one)} / ${nameOf(other)}`;
  const name = both((player) => familyName(player.name, player.countryCode));
  return {
    id: `tennis:${slug(name)}`,
    name,
    shortName: both(({ shortName }) => shortName).replaceAll(' ', ''),
    // Names from other scripts have a dot before the family's; Chinese ones are short, and stay whole.
    zh: both((player) => player.zh?.split('·').at(-1) ?? familyName(player.name, player.countryCode)),
    ...((one.vi ?? other.vi) && { vi: both((player) => familyName(player.vi ?? player.name, player.countryCode)) }),
    aliases: [],
    // The pair stands under the flag of whom is named first.
    countryCode: one.countryCode,
    colours: drawnColours(name),
  };
}

const familyName = (name: string, countryCode: string): string => name.split(' ').at(FAMILY_FIRST.has(countryCode) ? 0 : -1)!;
