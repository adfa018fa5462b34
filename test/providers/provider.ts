import type { Site } from './site.ts';
import type { Told } from './truth.ts';

/** How the day ends: as without a fault, with another final score permanently or temporarily, or with all stakes refunded. */
export type Ending = 'as if nothing had been' | 'corrected' | 'corrected and back' | 'given back';

/** The state after the day. */
export interface Left {
  matches: {
    home: string;
    away: string;
    /** In minutes from the true kick-off. */
    kickoff: number | null;
    status: string;
    home_score: number | null;
    away_score: number | null;
    halftime: number[] | null;
    fulltime: number[] | null;
  }[];
  goals: string[];
  contests: string[];
  /** The previous result of a contest, for each time it was resettled. */
  corrections: string[];
  /** Balances of the users who staked, in the order of their picks. */
  balances: number[];
}

/** Faults in transit, while the provider's own data is right. */
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

/** Faults of a provider that is asked by HTTP. They mean the same for all of them, so the suite plays them and no provider describes them. */
export const OVER_HTTP = [
  '401',
  '403',
  '404',
  'wrong types',
  'names that are too long',
  'an answer of 50 MB',
  'silent for an hour',
  'restarted in the middle',
  'the allowance used up',
] as const;
export type OverHttp = (typeof OVER_HTTP)[number];

/** Faults in the first half and again around the final whistle, in minutes from kick-off. */
export const WAY_WINDOWS: [number, number][] = [
  [20, 44],
  [108, 118],
];

export interface Fault {
  windows: [from: number, until: number][];
  bend?: (told: Told) => Told[];
  way?: OnTheWay | OverHttp;
}

/** The log line that shows a fault, null if none does; or why the fault has no meaning for this provider. */
export type Meaning = { shows: RegExp | null; ends?: Ending; windows?: [number, number][] } | { meaningless: string };

export interface Provider {
  name: string;
  /** Follows the provider with its real feed and the importer, from three hours before kick-off to the day after. */
  play: (site: Site, fault: Fault) => Promise<void>;
  onTheWay: Record<OnTheWay, Meaning>;
  /** Set for a provider that is asked by HTTP; holds what shows in another way than with others. */
  overHttp?: Partial<Record<OverHttp, Meaning>>;
  /** Wrong reports that this provider cannot make, and why, or that show in another way. */
  toldWrongly?: Record<string, Meaning>;
  /** The state after the day with this provider, if it differs from others. */
  leaves?: (end: Left) => Left;
}

/** The day ends when the feed has polled again the results that were final a day before. */
export const END = 1_600;
