import type { z } from 'zod';
import { contestCase, contestCaseDetail, manualFixture, quarantineRow } from '#contract/operations.ts';
import { makeLeague, makeScore, makeTeam } from '#web/test-matches.ts';

/** What the server would answer to operators of contests, made for tests through the contract's own schemas. */
type Part<S extends z.ZodType> = Partial<z.input<S>>;

let serial = 0;
const uuid = () => `01890a5d-ac96-774b-bcce-${String(++serial).padStart(12, '0')}`;

const makeLine = () => ({
  id: ++serial,
  league: makeLeague(),
  home: makeTeam('Avalon Town'),
  away: makeTeam('Northgate'),
  kickoff_at: '2026-11-22T15:00:00.000Z',
  status: 'h2' as const,
  score: [2, 1] as [number, number],
});

const caseValues = () => ({
  id: uuid(),
  market: 'wdl' as const,
  state: 'locked' as const,
  state_since: '2026-11-22T15:00:00.000Z',
  deadline_at: '2026-11-22T15:00:00.000Z',
  match: makeLine(),
  staked: { home: 6_000, draw: 1_000, away: 3_000 },
  total_stake: 10_000,
  bets: 41,
  unresolved: null,
  is_ending: false,
  winner: null,
  result: null,
  void_reason: null,
  settled_at: null,
  is_by_hand: false,
  approval_id: null,
});

/** A locked pool of 10,000 points, in a row of the list. */
export const makeCase = (rest: Part<typeof contestCase> = {}) => contestCase.parse({ ...caseValues(), ...rest });

const makeOutlook = (winner: 'home' | 'draw' | 'away' | null, payouts: number) => ({
  winner,
  outcome: winner === null ? ('void' as const) : ('settled' as const),
  winners: winner === null ? 0 : 20,
  payouts,
  refunded_bets: winner === null ? 41 : 0,
  refunds: winner === null ? 10_000 : 0,
  house: 0,
  changed: 41,
});

/** The same with all that is known: it can be settled and voided. */
export const makeCaseDetail = (rest: Part<typeof contestCaseDetail> = {}) =>
  contestCaseDetail.parse({
    ...caseValues(),
    facts: {
      status_since: '2026-11-22T16:00:00.000Z',
      score: makeScore(2, 1),
      result: null,
      result_since: null,
      started_at: '2026-11-22T15:02:00.000Z',
      confirmed_at: '2026-11-22T16:00:00.000Z',
      told_at: null,
      feeds: ['demo'],
    },
    verdict: { kind: 'stay', to: null, void_reason: null, is_blind: true },
    corrections: [],
    outlooks: [makeOutlook('home', 10_000), makeOutlook('draw', 10_000), makeOutlook('away', 10_000), makeOutlook(null, 0)],
    actions: ['settle', 'void'],
    resettle_until: null,
    needs_second: false,
    ...rest,
  });

/** A status that a feed told and that could not be true. */
export const makeQuarantined = (rest: Part<typeof quarantineRow> = {}) =>
  quarantineRow.parse({
    id: ++serial,
    feed: 'demo',
    kind: 'status',
    feed_id: 'x60/league:kronenliga/2497/0',
    reason: 'score_dropped',
    payload: { status: 'h2', home: 1, away: 0 },
    times: 3,
    first_seen_at: '2026-11-22T15:00:00.000Z',
    last_seen_at: '2026-11-22T15:05:00.000Z',
    match: makeLine(),
    is_acceptable: true,
    ...rest,
  });

/** A match that an operator entered and that has begun. */
export const makeFixture = (rest: Part<typeof manualFixture> = {}) =>
  manualFixture.parse({
    id: ++serial,
    league: makeLeague(),
    season: '2026/27',
    round: 'Round 3',
    home: makeTeam('Avalon Town'),
    away: makeTeam('Northgate'),
    kickoff_at: '2026-11-22T15:00:00.000Z',
    venue: null,
    status: 'h1',
    minute: 12,
    period: null,
    score: makeScore(0, 0),
    next_statuses: ['h1', 'ht', 'ft', 'abd'],
    ...rest,
  });
