import type { SeasonFormat, Split, TableLine } from '#domain/forecast/season-format.ts';

/**
 * The rules of football-data.co.uk's divisions from 2012-13 to 2022-23: after which places something changes (title or promotion,
 * promotion play-offs, the Champions League, the other European places, groups of a split; above relegation and above its play-offs), as
 * they were known before the spring of each season. Each entry holds from its season on, until the next.
 */
interface Entry {
  from: number;
  /** Lines counted from the top. */
  top: readonly number[];
  /** Number of places below each line of relegation or of its play-offs. */
  bottom: readonly number[];
  /** 2 if absent. */
  meetings?: number;
  split?: Split;
}

const FIRST = 2012;
const always = (top: readonly number[], bottom: readonly number[]): Entry[] => [{ from: FIRST, top, bottom }];
const SCOTTISH_SPLIT: Split = { best: 6, rounds: [5, 5] };
const GREEK_SPLIT: Split = { best: 6, rounds: [10, 7] };
/** Two Scottish divisions played 18 rounds and a split in 2020-21. */
const SHORTENED: Split = { best: 5, rounds: [4, 4] };

const FORMATS: Readonly<Record<string, readonly Entry[]>> = {
  E0: always([1, 4, 6], [3]),
  E1: always([2, 6], [3]),
  E2: [
    { from: 2012, top: [2, 6], bottom: [4] },
    { from: 2019, top: [2, 6], bottom: [3] },
    { from: 2020, top: [2, 6], bottom: [4] },
  ],
  E3: [
    { from: 2012, top: [3, 7], bottom: [2] },
    { from: 2019, top: [3, 7], bottom: [1] },
    { from: 2020, top: [3, 7], bottom: [2] },
  ],
  EC: [
    { from: 2012, top: [1, 5], bottom: [4] },
    { from: 2017, top: [1, 7], bottom: [4] },
    { from: 2019, top: [1, 7], bottom: [3] },
    { from: 2020, top: [1, 7], bottom: [] },
    { from: 2021, top: [1, 7], bottom: [3] },
    { from: 2022, top: [1, 7], bottom: [4] },
  ],
  SC0: [
    { from: 2012, top: [1, 3], bottom: [1], meetings: 3, split: SCOTTISH_SPLIT },
    { from: 2013, top: [1, 3], bottom: [1, 2], meetings: 3, split: SCOTTISH_SPLIT },
    { from: 2019, top: [1, 4], bottom: [1, 2], meetings: 3, split: SCOTTISH_SPLIT },
  ],
  SC1: [
    { from: 2012, top: [1, 4], bottom: [1, 2], meetings: 4 },
    { from: 2020, top: [1, 4], bottom: [1, 2], meetings: 3 },
    { from: 2021, top: [1, 4], bottom: [1, 2], meetings: 4 },
  ],
  SC2: [
    { from: 2012, top: [1, 4], bottom: [1, 2], meetings: 4 },
    { from: 2020, top: [1, 4], bottom: [1, 2], meetings: 2, split: SHORTENED },
    { from: 2021, top: [1, 4], bottom: [1, 2], meetings: 4 },
  ],
  SC3: [
    { from: 2012, top: [1, 4], bottom: [], meetings: 4 },
    { from: 2014, top: [1, 4], bottom: [1], meetings: 4 },
    { from: 2020, top: [1, 4], bottom: [1], meetings: 2, split: SHORTENED },
    { from: 2021, top: [1, 4], bottom: [1], meetings: 4 },
  ],
  D1: [
    { from: 2012, top: [1, 3, 6], bottom: [2, 3] },
    { from: 2017, top: [1, 4, 6], bottom: [2, 3] },
  ],
  D2: always([2, 3], [2, 3]),
  I1: [
    { from: 2012, top: [1, 3, 6], bottom: [3] },
    { from: 2017, top: [1, 4, 6], bottom: [3] },
  ],
  I2: [
    { from: 2012, top: [2, 6], bottom: [3, 4] },
    { from: 2013, top: [2, 8], bottom: [3, 4] },
  ],
  SP1: always([1, 4, 6], [3]),
  SP2: always([2, 6], [4]),
  F1: [
    { from: 2012, top: [1, 3, 5], bottom: [3] },
    { from: 2016, top: [1, 3, 5], bottom: [2, 3] },
    { from: 2022, top: [1, 3, 5], bottom: [4] },
  ],
  F2: [
    { from: 2012, top: [3], bottom: [3] },
    { from: 2016, top: [2, 5], bottom: [2, 3] },
    { from: 2022, top: [2], bottom: [4] },
  ],
  N1: [
    { from: 2012, top: [1, 2, 4, 8], bottom: [1, 3] },
    { from: 2017, top: [1, 2, 4, 7], bottom: [1, 3] },
    { from: 2019, top: [1, 2, 4, 7], bottom: [2, 3] },
  ],
  B1: [
    { from: 2012, top: [6], bottom: [2] },
    { from: 2014, top: [6], bottom: [1] },
    { from: 2020, top: [4, 8], bottom: [1, 2] },
    { from: 2022, top: [4, 8], bottom: [3] },
  ],
  P1: [
    { from: 2012, top: [1, 3, 5], bottom: [2] },
    { from: 2013, top: [1, 3, 5], bottom: [2, 3] },
    { from: 2014, top: [1, 3, 5], bottom: [2] },
    { from: 2017, top: [1, 2, 5], bottom: [2] },
    { from: 2020, top: [1, 3, 5], bottom: [2, 3] },
  ],
  T1: [
    { from: 2012, top: [1, 2, 4], bottom: [3] },
    { from: 2020, top: [1, 2, 4], bottom: [4] },
  ],
  G1: [
    { from: 2012, top: [1, 5], bottom: [3] },
    { from: 2015, top: [1, 5], bottom: [2] },
    { from: 2019, top: [1, 2, 4], bottom: [1, 2], split: GREEK_SPLIT },
  ],
};

/** Points deducted before the second half of a season, by division, season and team. Later ones would tell what was not known yet. */
const DEDUCTED: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'E2 2013': { Coventry: 10 },
  'SC0 2013': { Hearts: 15 },
  'I1 2018': { Chievo: 3 },
  'E2 2019': { Bolton: 12 },
  'E1 2020': { 'Sheffield Weds': 6 },
  'E1 2021': { Derby: 21, Reading: 6 },
};

/** The format of a division's season; null for a division or season that the rules above do not cover. */
export function formatOf(division: string, season: number): SeasonFormat | null {
  const entry = FORMATS[division]?.findLast(({ from }) => from <= season);
  if (entry === undefined) return null;
  const lines: TableLine[] = [
    ...entry.top.map((after) => ({ after, isSurvival: false })),
    ...entry.bottom.map((below) => ({ after: -below, isSurvival: true })),
  ];
  const { meetings = 2, split = null } = entry;
  return { meetings, points: { win: 3, draw: 1 }, lines, split, deducted: DEDUCTED[`${division} ${season}`] ?? {} };
}
