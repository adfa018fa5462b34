import { describe, expect, it } from 'vitest';
import { apiFootball } from './api-football-day.ts';
import { footballData, openFootball } from './file-days.ts';
import { replay } from './played-days.ts';
import { type Ending, type Fault, type Meaning, ON_THE_WAY, type Provider, WAY_WINDOWS } from './provider.ts';
import { openSite, type Site, whatIsLeft } from './site.ts';
import { TOLD_WRONGLY } from './told-wrongly.ts';

/**
 * Everything that can go wrong with a provider, by name, replayed against each provider: the same day of the same match, through
 * the real feed, importer, contests and ledger. Whatever goes wrong, the day ends as if nothing had been, and it shows in the log.
 */
const PROVIDERS: Provider[] = [apiFootball, openFootball, footballData, replay];

const RESULT = { home: 'Reds', away: 'Blues', kickoff: 0, status: 'ft', home_score: 2, away_score: 1, halftime: [2, 0], fulltime: [2, 1] };
const AS_IF_NOTHING_HAD_BEEN = {
  matches: [RESULT],
  goals: ['10 home', '30 home', '55 away'],
  contests: ['settled home'],
  /** What a contest was settled on first, where it was settled anew. */
  corrections: [] as string[],
  balances: [1_100, 940, 960],
};
const ENDS: Record<Ending, typeof AS_IF_NOTHING_HAD_BEEN> = {
  'as if nothing had been': AS_IF_NOTHING_HAD_BEEN,
  corrected: {
    matches: [{ ...RESULT, home_score: 1, halftime: [1, 0], fulltime: [1, 1] }],
    goals: ['10 home', '55 away'],
    contests: ['settled draw'],
    corrections: ['2:1'],
    balances: [900, 1_140, 960],
  },
  'given back': { ...AS_IF_NOTHING_HAD_BEEN, contests: ['void sides_changed'], balances: [1_000, 1_000, 1_000] },
};

/** Nobody can stake where a match is told of when it is over, and files of results have no goals. */
const endFor = ({ hasStakes }: Provider, ends: Ending) =>
  hasStakes ? ENDS[ends] : { ...ENDS[ends], goals: [], contests: [], corrections: [], balances: [] };

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

describe.each(PROVIDERS)('$name', (provider) => {
  it('has nothing to refuse where nothing goes wrong', async () => {
    const { left, lines } = await endOf(provider, { windows: [] });
    expect(left).toEqual(endFor(provider, 'as if nothing had been'));
    expect(lines).toEqual([]);
  });

  const cell = (name: string, meaning: Meaning, fault: Fault) => {
    if ('meaningless' in meaning) return it.skip(`${name}: ${meaning.meaningless}`);
    return it(name, async () => {
      const { left, lines } = await endOf(provider, { ...fault, windows: meaning.windows ?? fault.windows });
      expect(left).toEqual(endFor(provider, meaning.ends ?? 'as if nothing had been'));
      expectShown(lines, meaning.shows);
    });
  };
  for (const way of ON_THE_WAY) cell(way, provider.onTheWay[way], { way, windows: WAY_WINDOWS });
  for (const [name, { windows, bend, shows, ends }] of Object.entries(TOLD_WRONGLY)) {
    cell(name, provider.toldWrongly?.[name] ?? { shows, ...(ends && { ends }) }, { windows, bend });
  }
});
