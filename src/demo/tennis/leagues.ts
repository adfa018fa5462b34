import { type DemoClub, drawnColours, slug } from '#demo/clubs.ts';
import type { DemoLeague } from '#demo/league.ts';
import { readTeams } from '#demo/team-lines.ts';
import { DEFAULT_LEAGUE_RULES } from '#domain/matches/league-rules.ts';
import { MEN, WOMEN } from './players.ts';

/** Countries where the family name comes first. */
const FAMILY_FIRST = new Set(['cn', 'kr', 'vn']);

/** Pairs players at the same index of two lists for doubles; a pair is called by its family names. */
const pairUp = (ones: readonly DemoClub[], others: readonly DemoClub[]): DemoClub[] =>
  ones.map((one, index) => pairOf(one, others[index]!));

function pairOf(one: DemoClub, other: DemoClub): DemoClub {
  const both = (nameOf: (player: DemoClub) => string) => `${nameOf(one)} / ${nameOf(other)}`;
  const name = both((player) => familyName(player.name, player.countryCode));
  return {
    id: `tennis:${slug(name)}`,
    name,
    shortName: both(({ shortName }) => shortName).replaceAll(' ', ''),
    // Names transliterated into Chinese have a dot before the family name; original Chinese names are short and are used whole.
    zh: both((player) => player.zh?.split('·').at(-1) ?? familyName(player.name, player.countryCode)),
    ...((one.vi ?? other.vi) && { vi: both((player) => familyName(player.vi ?? player.name, player.countryCode)) }),
    aliases: [],
    // The pair has the flag of its first player.
    countryCode: one.countryCode,
    colours: drawnColours(name),
  };
}

const familyName = (name: string, countryCode: string): string => name.split(' ').at(FAMILY_FIRST.has(countryCode) ? 0 : -1)!;

const STAGES = ['Round of 32', 'Round of 16', 'Quarter-finals', 'Semi-finals', 'Final'];

/**
 * A stage's matches begin over 280 minutes, and all are over within 560, before the next stage is published, which has the same lead
 * as football's cup. The tours are offset by a fifth of a round and by a stage, so that there is nearly always a match.
 */
function tour(turn: number, clubs: DemoClub[]): Pick<DemoLeague, 'clubs' | 'tempo'> {
  const stages = STAGES.slice(-Math.log2(clubs.length));
  return {
    clubs,
    tempo: {
      kind: 'cup',
      roundMinutes: 1000,
      offsetMinutes: turn * 1200,
      spreadMinutes: 280,
      leadMinutes: 440,
      format: { groups: [], stages, pauseRounds: 0 },
    },
  };
}

const common = { sport: 'tennis', countryCode: null, drawPossible: false, toldSeasons: 2, rules: DEFAULT_LEAGUE_RULES } as const;
const women = readTeams('tennis', WOMEN);
const men = readTeams('tennis', MEN);

export const TENNIS_LEAGUES: DemoLeague[] = [
  {
    ...common,
    ...tour(0, women),
    id: 'league:meridian-tour-women',
    name: 'Meridian Tour, Women',
    zh: '子午线巡回赛女单',
    vi: 'Meridian Tour, đơn nữ',
  },
  {
    ...common,
    ...tour(1, men),
    id: 'league:meridian-tour-men',
    name: 'Meridian Tour, Men',
    zh: '子午线巡回赛男单',
    vi: 'Meridian Tour, đơn nam',
  },
  {
    ...common,
    ...tour(2, pairUp(women, men)),
    id: 'league:meridian-tour-mixed',
    name: 'Meridian Tour, Mixed Doubles',
    zh: '子午线巡回赛混双',
    vi: 'Meridian Tour, đôi nam nữ',
  },
  {
    ...common,
    ...tour(3, pairUp(women.slice(0, 16), women.slice(16))),
    id: 'league:meridian-tour-women-doubles',
    name: 'Meridian Tour, Women’s Doubles',
    zh: '子午线巡回赛女双',
    vi: 'Meridian Tour, đôi nữ',
  },
  {
    ...common,
    ...tour(4, pairUp(men.slice(0, 16), men.slice(16))),
    id: 'league:meridian-tour-men-doubles',
    name: 'Meridian Tour, Men’s Doubles',
    zh: '子午线巡回赛男双',
    vi: 'Meridian Tour, đôi nam',
  },
];
