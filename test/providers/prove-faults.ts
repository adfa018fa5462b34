import { describe, expect, it } from 'vitest';
import {
  type Ending,
  type Fault,
  type Left,
  type Meaning,
  ON_THE_WAY,
  OVER_HTTP,
  type OverHttp,
  type Provider,
  WAY_WINDOWS,
} from './provider.ts';
import { openSite, type Site, whatIsLeft } from './site.ts';
import { TOLD_WRONGLY } from './told-wrongly.ts';

const RESULT = { home: 'Reds', away: 'Blues', kickoff: 0, status: 'ft', home_score: 2, away_score: 1, halftime: [2, 0], fulltime: [2, 1] };
const AS_IF_NOTHING_HAD_BEEN: Left = {
  matches: [RESULT],
  goals: ['10 home', '30 home', '55 away'],
  contests: ['settled home'],
  corrections: [],
  balances: [1_100, 940, 960],
};
const ENDS: Record<Ending, Left> = {
  'as if nothing had been': AS_IF_NOTHING_HAD_BEEN,
  corrected: {
    matches: [{ ...RESULT, home_score: 1, halftime: [1, 0], fulltime: [1, 1] }],
    goals: ['10 home', '55 away'],
    contests: ['settled draw'],
    corrections: ['2:1'],
    balances: [900, 1_140, 960],
  },
  'corrected and back': { ...AS_IF_NOTHING_HAD_BEEN, corrections: ['2:1', '0:0'] },
  'given back': { ...AS_IF_NOTHING_HAD_BEEN, contests: ['void sides_changed'], balances: [1_000, 1_000, 1_000] },
};

const endFor = ({ leaves }: Provider, ends: Ending): Left => leaves?.(ENDS[ends]) ?? ENDS[ends];

async function endOf(provider: Provider, fault: Fault): Promise<{ left: object; lines: string[] }> {
  const site: Site & Awaited<ReturnType<typeof openSite>> = await openSite();
  try {
    await provider.play(site, fault);
    return { left: await whatIsLeft(site), lines: site.lines };
  } finally {
    await site.close();
  }
}

function expectShown(lines: string[], shows: RegExp | null): void {
  if (shows === null) expect(lines).toEqual([]);
  else expect(lines).toContainEqual(expect.stringMatching(shows));
}

/** `npm run faults -- providers` plays every fault through every provider; otherwise each provider plays every second one, in turn. */
const IS_LONG = process.env.FAULT_LONG !== undefined;
const TURNS = [
  ...['API-Football', 'API-Basketball', 'football-data.org', 'api-tennis.com', 'Live Tennis API', 'PandaScore'],
  ...['replay', 'demo', 'openfootball', 'football-data'],
];

/**
 * Replays the faults of a provider by name: the same day of the same match, through the real feed, importer, contests and ledger. Whatever
 * the fault, the day ends as without it, and the log shows the fault.
 */
export function proveFaults(provider: Provider): void {
  let turn = TURNS.indexOf(provider.name);
  if (turn < 0) throw new Error(`${provider.name} has no turn`);
  const proveFault = (name: string, meaning: Meaning, fault: Fault): void => {
    turn += 1;
    if (IS_LONG || turn % 2 === 0) playFault(provider, name, meaning, fault);
  };
  describe(provider.name, () => {
    it('refuses nothing without a fault', async () => {
      const { left, lines } = await endOf(provider, { windows: [] });
      expect(left).toEqual(endFor(provider, 'as if nothing had been'));
      expect(lines).toEqual([]);
    });
    for (const way of ON_THE_WAY) proveFault(way, provider.onTheWay[way], { way, windows: WAY_WINDOWS });
    for (const way of provider.overHttp ? OVER_HTTP : []) {
      const { windows = WAY_WINDOWS, ...meaning } = USUAL_OVER_HTTP[way];
      proveFault(way, provider.overHttp?.[way] ?? meaning, { way, windows });
    }
    for (const [name, { windows, bend, shows, ends }] of Object.entries(TOLD_WRONGLY)) {
      proveFault(name, provider.toldWrongly?.[name] ?? { shows, ...(ends && { ends }) }, { windows, bend });
    }
  });
}

const ALL_DAY: Fault['windows'] = [[Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]];
const FAILED = /a request to a feed failed/;

/** How the log shows these faults, and when they occur if not as others. */
const USUAL_OVER_HTTP: Record<OverHttp, { shows: RegExp | null; windows?: Fault['windows'] }> = {
  '401': { shows: /the provider refuses [A-Z_]+_KEY: status 401/ },
  '403': { shows: /status 403/ },
  '404': { shows: /status 404/ },
  'wrong types': { shows: /unreadable|no answer of/ },
  'names that are too long': { shows: /unreadable|too_long/ },
  'an answer of 50 MB': { shows: /the answer is longer than 16777216 bytes/ },
  'silent for an hour': { shows: FAILED, windows: [[20, 85]] },
  'restarted in the middle': { shows: null },
  'the allowance used up': { shows: null, windows: ALL_DAY },
};

function playFault(provider: Provider, name: string, meaning: Meaning, fault: Fault): void {
  if ('meaningless' in meaning) it.skip(`${name}: ${meaning.meaningless}`);
  else
    it(name, async () => {
      const { left, lines } = await endOf(provider, { ...fault, windows: meaning.windows ?? fault.windows });
      expect(left).toEqual(endFor(provider, meaning.ends ?? 'as if nothing had been'));
      expectShown(lines, meaning.shows);
    });
}
