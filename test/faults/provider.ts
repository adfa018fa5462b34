import type { Site } from './site.ts';
import type { Told } from './truth.ts';

/** How the day ends: as if nothing had gone wrong, with another final score, for good or for a while, or with all stakes given back. */
export type Ending = 'as if nothing had been' | 'corrected' | 'corrected and back' | 'given back';

/** What the day leaves behind. */
export interface Left {
  matches: {
    home: string;
    away: string;
    /** In minutes from the kick-off that it truly had. */
    kickoff: number | null;
    status: string;
    home_score: number | null;
    away_score: number | null;
    halftime: number[] | null;
    fulltime: number[] | null;
  }[];
  goals: string[];
  contests: string[];
  /** What a contest was settled on before, each time that it was settled anew. */
  corrections: string[];
  /** Of those who staked, in the order of their picks. */
  balances: number[];
}

/** What can go wrong on the way, while the provider itself knows better. */
export const ON_THE_WAY = [
  'answered late',
  'answered empty',
  'an error inside status 200',
  '429',
  '500',
  'half a body',
  'a page missing',
  'our own clock an hour ahead',
] as const;
export type OnTheWay = (typeof ON_THE_WAY)[number];

/** In minutes from the kick-off: something goes wrong in the first half, and again around the final whistle. */
export const WAY_WINDOWS: [number, number][] = [
  [20, 44],
  [108, 118],
];

export interface Fault {
  windows: [from: number, until: number][];
  bend?: (told: Told) => Told[];
  way?: OnTheWay;
}

/** What of a fault stands in the log, null where there is nothing to see; or why it has no meaning for this provider. */
export type Meaning = { shows: RegExp | null; ends?: Ending; windows?: [number, number][] } | { meaningless: string };

export interface Provider {
  name: string;
  /** Follows the provider, by its own feed and the importer, from three hours before the kick-off to the day after. */
  play: (site: Site, fault: Fault) => Promise<void>;
  onTheWay: Record<OnTheWay, Meaning>;
  /** What it cannot tell wrongly as others can, and why, or what else is seen of it. */
  toldWrongly?: Record<string, Meaning>;
  /** What the day leaves behind with this provider, where it is not what it leaves with others. */
  leaves?: (end: Left) => Left;
}

/** The day is over when the feed has looked again at what was final a day before. */
export const END = 1_600;
