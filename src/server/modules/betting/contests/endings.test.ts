import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { adjustTransfer } from '#domain/ledger/ledger.ts';
import type { MatchStatus } from '#domain/matches/match-status.ts';
import type { Score } from '#domain/matches/score.ts';
import { MARKETS, type Market } from '#domain/settlement/contest.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts';
import { proveLedger } from '#server/modules/ledger/ledger-proof.ts';
import { fundHouse, postTransfers } from '#server/modules/ledger/points.ts';
import { transact } from '#server/platform/transact.ts';
import { TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createMatch, createTeam, type TestUser } from '#test/support/factories.ts';
import { expectEndedExactly } from '#test/support/ledger.ts';
import { heldBy, priceMatch, stakeOn, tellMatch, waitUntil } from '#test/support/match-course.ts';
import { ensureContests } from './service.ts';

/** Every row of the table in docs/rules.md#settlement in both markets, from the feed's report to the points moved. */

const test = useTestApp({ FEED: 'none' });
/** Kick-off; times below are in milliseconds relative to it. */
const KICKOFF = Date.parse(TEST_NOW) + DAY_MS;
const at = (ms: number) => new Date(KICKOFF + ms);
const db = () => test.current.deps.db;

beforeEach(async () => {
  test.current.clock.set(at(-6 * HOUR_MS));
  await fundHouse(test.current.deps);
});

/** Expected standing of a contest: a state, "home", "draw" or "away" once settled, or "void" with its reason. */
type Standing = string | Record<Market, string>;
interface Told {
  status: MatchStatus;
  fulltime?: Score;
  more?: Record<string, unknown>;
}
const told = (status: MatchStatus, fulltime?: Score, more?: Record<string, unknown>): Told => ({
  status,
  ...(fulltime && { fulltime }),
  ...(more && { more }),
});
/** Time, what the feed reports (also: no news, or silence), and the standing of both contests afterwards. */
type Step = [ms: number, told: Told | 'nothing new' | 'silence', standing: Standing];

const newTime = (ms: number) => told('ns', undefined, { kickoff_at: at(ms) });

const RIGHT = 'home';
const LIVE: MatchStatus[] = ['live', 'h1', 'ht', 'h2', 'int'];
const AFTER_NINETY: MatchStatus[] = ['et', 'bt', 'p', 'ft', 'aet', 'pen'];
const HALTED: MatchStatus[] = ['susp', 'abd'];

const ROWS: [name: string, steps: Step[]][] = [
  [
    'tbd: as a postponement where there are stakes',
    [
      [-HOUR_MS, told('tbd', undefined, { kickoff_at: null }), 'paused'],
      [4 * HOUR_MS - SECOND_MS, 'nothing new', 'paused'],
      [4 * HOUR_MS, 'nothing new', 'void postponed'],
    ],
  ],
  [
    'tbd: open again at a date within five hours',
    [
      [-HOUR_MS, told('tbd', undefined, { kickoff_at: null }), 'paused'],
      [HOUR_MS, newTime(DAY_MS), 'open'],
      [DAY_MS, 'nothing new', 'locked'],
    ],
  ],
  [
    'ns: open until kick-off, locked from it, void after five hours without a start',
    [
      [-1, 'nothing new', 'open'],
      [0, 'nothing new', 'locked'],
      [15 * MINUTE_MS, 'nothing new', 'locked'],
      [120 * MINUTE_MS, 'nothing new', 'locked'],
      [5 * HOUR_MS - SECOND_MS, 'nothing new', 'locked'],
      [5 * HOUR_MS, 'nothing new', 'void no_start'],
    ],
  ],
  [
    'ns: a new time within five hours',
    [
      [4 * HOUR_MS, 'nothing new', 'locked'],
      [5 * HOUR_MS - SECOND_MS, newTime(8 * HOUR_MS), 'open'],
      [8 * HOUR_MS, 'nothing new', 'locked'],
      [13 * HOUR_MS - SECOND_MS, 'nothing new', 'locked'],
      [13 * HOUR_MS, 'nothing new', 'void no_start'],
    ],
  ],
  ...LIVE.map((status): [string, Step[]] => [
    `${status}: locked before its time, for as long as it lasts`,
    [
      [-10 * MINUTE_MS, told(status), 'locked'],
      [5 * HOUR_MS, 'nothing new', 'locked'],
      [9 * HOUR_MS, 'nothing new', 'locked'],
      [9 * HOUR_MS, told('ft', [1, 0]), 'locked'],
      [9 * HOUR_MS + MINUTE_MS, 'nothing new', RIGHT],
    ],
  ]),
  ...AFTER_NINETY.map((status): [string, Step[]] => [
    `${status}: settled on the score after ninety minutes, once it has been the same for a minute`,
    [
      [2 * HOUR_MS, told(status, [2, 1]), 'locked'],
      [2 * HOUR_MS + 59 * SECOND_MS, 'nothing new', 'locked'],
      [2 * HOUR_MS + 59 * SECOND_MS, told(status, [1, 1]), 'locked'],
      [2 * HOUR_MS + 118 * SECOND_MS, 'nothing new', 'locked'],
      [2 * HOUR_MS + 119 * SECOND_MS, 'nothing new', 'draw'],
      // A draw, whoever wins the shoot-out.
      [3 * HOUR_MS, told('pen', [1, 1], { home_score: 1, away_score: 1, penalty: [3, 4] }), 'draw'],
    ],
  ]),
  [
    'pst: paused, and open again at a new time',
    [
      [-30 * MINUTE_MS, told('pst'), 'paused'],
      [4 * HOUR_MS, newTime(6 * HOUR_MS), 'open'],
      [6 * HOUR_MS, told('h1'), 'locked'],
      [8 * HOUR_MS, told('ft', [1, 0]), 'locked'],
      [8 * HOUR_MS + MINUTE_MS, 'nothing new', RIGHT],
    ],
  ],
  [
    'pst: refunded after five hours',
    [
      [-30 * MINUTE_MS, told('pst'), 'paused'],
      [4.5 * HOUR_MS - SECOND_MS, 'nothing new', 'paused'],
      [4.5 * HOUR_MS, 'nothing new', 'void postponed'],
    ],
  ],
  [
    'pst: a date 48 hours away',
    [
      [-30 * MINUTE_MS, told('pst'), 'paused'],
      [0, newTime(48 * HOUR_MS), 'open'],
    ],
  ],
  [
    'pst: a date more than 48 hours away',
    [
      [-30 * MINUTE_MS, told('pst'), 'paused'],
      [0, newTime(48 * HOUR_MS + SECOND_MS), { wdl: 'open', '1x2': 'void new_date' }],
      [DAY_MS, newTime(7 * DAY_MS), { wdl: 'open', '1x2': 'void new_date' }],
    ],
  ],
  [
    'pst: a date more than seven days away',
    [
      [-30 * MINUTE_MS, told('pst'), 'paused'],
      [0, newTime(7 * DAY_MS + SECOND_MS), 'void new_date'],
    ],
  ],
  ...HALTED.flatMap((status): [string, Step[]][] => [
    [
      `${status}: paused, and followed when play resumes`,
      [
        [HOUR_MS, told(status), 'paused'],
        [6 * HOUR_MS - SECOND_MS, 'nothing new', 'paused'],
        [6 * HOUR_MS - SECOND_MS, told('h2'), 'locked'],
        [7 * HOUR_MS, told('ft', [0, 1]), 'locked'],
        [7 * HOUR_MS + MINUTE_MS, 'nothing new', 'away'],
      ],
    ],
    [
      `${status}: never settled on the score of that moment`,
      [
        [HOUR_MS, told(status, undefined, { home_score: 3, away_score: 0 }), 'paused'],
        [6 * HOUR_MS, 'nothing new', 'void abandoned'],
      ],
    ],
  ]),
  ['canc: refunded', [[-HOUR_MS, told('canc'), 'void cancelled']]],
  ['wo: refunded', [[HOUR_MS, told('wo'), 'void walkover']]],
  ['awd before a final whistle: refunded', [[HOUR_MS, told('awd', undefined, { home_score: 3, away_score: 0 }), 'void awarded']]],
  [
    'awd after it was settled: unchanged',
    [
      [2 * HOUR_MS, told('ft', [1, 0]), 'locked'],
      [2 * HOUR_MS + MINUTE_MS, 'nothing new', RIGHT],
      [DAY_MS, told('awd', [1, 0], { home_score: 0, away_score: 3 }), RIGHT],
      [2 * DAY_MS, 'nothing new', RIGHT],
    ],
  ],
  [
    'awd after the final whistle, before it was settled: on the result on the pitch',
    [
      [2 * HOUR_MS, told('ft', [1, 0]), 'locked'],
      [2 * HOUR_MS + 30 * SECOND_MS, told('awd', [1, 0], { home_score: 0, away_score: 3 }), 'locked'],
      [2 * HOUR_MS + MINUTE_MS, 'nothing new', RIGHT],
    ],
  ],
  [
    'a final score corrected within 72 hours: adjusted',
    [
      [2 * HOUR_MS, told('ft', [1, 0]), 'locked'],
      [2 * HOUR_MS + MINUTE_MS, 'nothing new', RIGHT],
      [2 * DAY_MS, told('ft', [1, 2]), RIGHT],
      [2 * DAY_MS + 59 * SECOND_MS, 'nothing new', RIGHT],
      [2 * DAY_MS + MINUTE_MS, 'nothing new', 'away'],
      [74 * HOUR_MS - MINUTE_MS, told('ft', [0, 0]), 'away'],
      [74 * HOUR_MS, 'nothing new', 'draw'],
    ],
  ],
  [
    'a final score corrected later: as it was',
    [
      [2 * HOUR_MS, told('ft', [1, 0]), 'locked'],
      [2 * HOUR_MS + MINUTE_MS, 'nothing new', RIGHT],
      [74 * HOUR_MS + MINUTE_MS, told('ft', [1, 2]), RIGHT],
      [75 * HOUR_MS, 'nothing new', RIGHT],
    ],
  ],
  [
    'silence of the feed: nothing is voided or settled, until it speaks again',
    [
      [-30 * MINUTE_MS, told('pst'), 'paused'],
      [9 * HOUR_MS, 'silence', 'paused'],
      [9 * HOUR_MS + SECOND_MS, 'nothing new', 'void postponed'],
    ],
  ],
  [
    'silence of the feed after a final whistle',
    [
      [2 * HOUR_MS, told('ft', [1, 0]), 'locked'],
      [2 * HOUR_MS + 11 * MINUTE_MS, 'silence', 'locked'],
      [3 * HOUR_MS, 'nothing new', RIGHT],
    ],
  ],
  [
    'silence of the feed past kick-off',
    [
      [9 * HOUR_MS, 'silence', 'locked'],
      [9 * HOUR_MS + SECOND_MS, 'nothing new', 'void no_start'],
    ],
  ],
];

const STAKES = { home: 100, away: 60 };
/** What the home and the away bettor get back: in a pool of 160, and at odds of 1.88 and 4.71. */
const BACK: Record<Market, Record<string, [home: number, away: number]>> = {
  wdl: { home: [160, 0], away: [0, 160], draw: [100, 60] },
  '1x2': { home: [188, 0], away: [0, 282], draw: [0, 0] },
};

/** Creates a match with both contests, each with 100 points on home and 60 on away. */
async function staked() {
  const matchId = await createMatch(db(), { kickoffAt: at(0) });
  await db()
    .updateTable('matches')
    .set({ status_since: at(-6 * HOUR_MS), confirmed_at: at(-6 * HOUR_MS) })
    .where('id', '=', matchId)
    .execute();
  await priceMatch(db(), matchId, at(-6 * HOUR_MS));
  await ensureContests(test.current.deps, [matchId]);
  const users = {} as Record<Market, [TestUser, TestUser]>;
  const ids = {} as Record<Market, string>;
  for (const market of MARKETS) {
    users[market] = [
      await stakeOn(test.current, matchId, market, 'home', STAKES.home),
      await stakeOn(test.current, matchId, market, 'away', STAKES.away),
    ];
    ids[market] = (await contestsOf(matchId, market))[0]!.id;
  }
  return { matchId, users, ids };
}

const contestsOf = (matchId: number, market: Market) =>
  db().selectFrom('contests').selectAll().where('match_id', '=', matchId).where('market', '=', market).orderBy('created_at').execute();

async function standingOf(contestId: string): Promise<string> {
  const { state, winner, void_reason } = await db()
    .selectFrom('contests')
    .selectAll()
    .where('id', '=', contestId)
    .executeTakeFirstOrThrow();
  return state === 'settled' ? winner! : state === 'void' ? `void ${void_reason}` : state;
}

/** Expects every point to be where the standing of the contest requires. */
async function expectPoints(market: Market, contestId: string, [home, away]: [TestUser, TestUser], standing: string): Promise<void> {
  const back = standing.startsWith('void') ? ([100, 60] as const) : BACK[market][standing];
  const [homeBack, awayBack] = back ?? [0, 0];
  expect([await heldBy(db(), 'balance', home.id), await heldBy(db(), 'balance', away.id)]).toEqual([900 + homeBack, 940 + awayBack]);
  if (back) await expectEndedExactly(db(), contestId);
  else expect(await heldBy(db(), 'contest', contestId)).toBe(160);
}

describe.each(ROWS)('endings in %s', (_, steps) => {
  it('in both markets', async () => {
    const { matchId, users, ids } = await staked();
    const houseBefore = await heldBy(db(), 'house');
    let last: Record<Market, string> = { wdl: 'open', '1x2': 'open' };
    for (const [ms, what, standing] of steps) {
      await waitUntil(test.current, at(ms), { isFeedSilent: what === 'silence' });
      if (typeof what === 'object') await tellMatch(test.current, matchId, what.status, what.fulltime ?? null, what.more);
      last = typeof standing === 'string' ? { wdl: standing, '1x2': standing } : standing;
      for (const market of MARKETS) {
        expect([ms, market, await standingOf(ids[market])]).toEqual([ms, market, last[market]]);
        await expectPoints(market, ids[market], users[market], last[market]);
      }
    }
    const paid = BACK['1x2'][last['1x2']];
    expect((await heldBy(db(), 'house')) - houseBefore).toBe(paid ? 160 - paid[0] - paid[1] : 0);
    expect(await proveLedger(db())).toMatchObject({ proven: true });
  });
});

describe.each(MARKETS)('%s', (market) => {
  it('a contest of a match in status tbd without stakes returns to preparation', async () => {
    const matchId = await createMatch(db(), { kickoffAt: at(0) });
    await ensureContests(test.current.deps, [matchId]);
    await tellMatch(test.current, matchId, 'tbd', null, { kickoff_at: null });
    expect(await contestsOf(matchId, market)).toMatchObject([{ state: 'preparing', deadline_at: null }]);
  });

  it.each(['home_team_id', 'away_team_id'] as const)(
    'a match with another %s side voids the contest, and a new contest opens',
    async (side) => {
      const { matchId, users, ids } = await staked();
      await tellMatch(test.current, matchId, 'ns', null, { [side]: await createTeam(db()) });
      expect(await standingOf(ids[market])).toBe('void sides_changed');
      await expectPoints(market, ids[market], users[market], 'void');
      expect((await contestsOf(matchId, market)).map(({ state }) => state).sort()).toEqual(['open', 'void']);
    },
  );

  it('a match whose contest is void gets a new contest with a new date', async () => {
    const { matchId, ids } = await staked();
    await tellMatch(test.current, matchId, 'canc');
    expect(await standingOf(ids[market])).toBe('void cancelled');
    await waitUntil(test.current, at(-5 * HOUR_MS));
    await tellMatch(test.current, matchId, 'ns', null, { kickoff_at: at(3 * DAY_MS) });
    expect(await contestsOf(matchId, market)).toMatchObject([{ state: 'void' }, { state: 'open', deadline_at: at(3 * DAY_MS) }]);
  });

  it('a date that moved before the first stake is the one that later dates are measured against', async () => {
    const matchId = await createMatch(db(), { kickoffAt: at(0) });
    await ensureContests(test.current.deps, [matchId]);
    await tellMatch(test.current, matchId, 'ns', null, { kickoff_at: at(6 * DAY_MS) });
    await waitUntil(test.current, at(5.9 * DAY_MS));
    await tellMatch(test.current, matchId, 'ns', null, { kickoff_at: at(7.5 * DAY_MS) });
    await priceMatch(db(), matchId, at(5.9 * DAY_MS));
    const user = await stakeOn(test.current, matchId, market, 'home', 100);
    await waitUntil(test.current, at(5.9 * DAY_MS + MINUTE_MS));
    expect(await contestsOf(matchId, market)).toMatchObject([{ state: 'open', deadline_at: at(7.5 * DAY_MS), participants: 1 }]);
    await tellMatch(test.current, matchId, 'ns', null, { kickoff_at: at(9.5 * DAY_MS) });
    expect(await contestsOf(matchId, market)).toMatchObject([{ state: 'open', deadline_at: at(9.5 * DAY_MS) }]);
    expect(await heldBy(db(), 'balance', user.id)).toBe(900);
  });

  it('stakes after the true kick-off are refunded and left out of the settlement', async () => {
    const { matchId, users, ids } = await staked();
    test.current.clock.set(at(-10 * MINUTE_MS));
    await db()
      .updateTable('odds')
      .set({ confirmed_at: at(-10 * MINUTE_MS) })
      .where('match_id', '=', matchId)
      .execute();
    const late = await stakeOn(test.current, matchId, market, 'home', 70);
    await stakeOn(test.current, matchId, market, 'home', 30, users[market][0]);
    // The first live status comes in the 20th minute.
    await tellMatch(test.current, matchId, 'h1', null, { started_at: at(-20 * MINUTE_MS) });
    await waitUntil(test.current, at(2 * HOUR_MS));
    await tellMatch(test.current, matchId, 'ft', [1, 0]);
    await waitUntil(test.current, at(2 * HOUR_MS + MINUTE_MS));
    await expectPoints(market, ids[market], users[market], 'home');
    expect(await heldBy(db(), 'balance', late.id)).toBe(1_000);
    expect(await contestsOf(matchId, market)).toMatchObject([{ state: 'settled', stake_home: 100, stake_away: 60, participants: 2 }]);
  });

  it('a correction takes back what was paid wrongly as far as the user has it; the house bears the rest', async () => {
    const { matchId, users, ids } = await staked();
    const [wrong, right] = users[market];
    await waitUntil(test.current, at(2 * HOUR_MS));
    await tellMatch(test.current, matchId, 'ft', [1, 0]);
    await waitUntil(test.current, at(2 * HOUR_MS + MINUTE_MS));
    const paid = BACK[market].home![0];
    // All but 40 points are spent otherwise.
    const spent = adjustTransfer(randomUUID(), wrong.id, -(900 + paid - 40), 'admin_adjust', 'spent');
    await transact(test.current.deps, (trx) => postTransfers(trx, [spent], at(3 * HOUR_MS)));
    const houseBefore = await heldBy(db(), 'house');
    await tellMatch(test.current, matchId, 'ft', [1, 2]);
    await waitUntil(test.current, at(3 * HOUR_MS + MINUTE_MS));
    expect(await standingOf(ids[market])).toBe('away');
    expect([await heldBy(db(), 'balance', wrong.id), await heldBy(db(), 'balance', right.id)]).toEqual([0, 940 + BACK[market].away![1]]);
    // What the new winners are due minus what was taken back: pool 160 - 40 and 282 - 188, fixed odds 0 and 282 - 40.
    expect(houseBefore - (await heldBy(db(), 'house'))).toBe(market === 'wdl' ? 120 + 94 : 242);
    expect(
      await db().selectFrom('contest_corrections').select(['round', 'house_loss']).where('contest_id', '=', ids[market]).execute(),
    ).toEqual([{ round: 1, house_loss: paid - 40 }]);
    await expectEndedExactly(db(), ids[market]);
  });

  it('a true kick-off that becomes known within 72 hours is applied as a correction with refunds', async () => {
    const { matchId, users, ids } = await staked();
    test.current.clock.set(at(-10 * MINUTE_MS));
    await db()
      .updateTable('odds')
      .set({ confirmed_at: at(-10 * MINUTE_MS) })
      .where('match_id', '=', matchId)
      .execute();
    const late = await stakeOn(test.current, matchId, market, 'home', 70);
    await waitUntil(test.current, at(2 * HOUR_MS));
    await tellMatch(test.current, matchId, 'ft', [1, 0]);
    await waitUntil(test.current, at(2 * HOUR_MS + MINUTE_MS));
    expect(await heldBy(db(), 'balance', late.id)).toBeGreaterThan(1_000);
    await waitUntil(test.current, at(DAY_MS));
    await tellMatch(test.current, matchId, 'ft', [1, 0], { started_at: at(-20 * MINUTE_MS) });
    await waitUntil(test.current, at(DAY_MS + MINUTE_MS));
    expect(await heldBy(db(), 'balance', late.id)).toBe(1_000);
    await expectPoints(market, ids[market], users[market], 'home');
  });
});
