import type { listContests } from '#contract/contests.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Pick } from '#domain/matches/sport.ts';
import { type BetState, isOpen, MARKETS, type Market } from '#domain/settlement/contest.ts';
import type { Config } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { logRefusals, writeQuarantine } from '#server/modules/match-data/public.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { SignedIn } from '#server/platform/http/access-token.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { reportFailure } from '#server/platform/jobs/report-failure.ts';
import { transact } from '#server/platform/transact.ts';
import { advanceContest, isDue } from './advance.ts';
import { type ContestRow, contestView, toCheckedContest } from './contest-view.ts';
import { correctContest } from './correct.ts';
import { type ContestWithMatch, decideCorrection, decideHold, decideInitialState, isBlind, settlementTimers, termsOf } from './facts.ts';
import * as contests from './queries.ts';
import { quotesOf, quoteView, stakeLimits } from './quotes.ts';
import { oldestDue } from './settlement-delay.ts';
import { CORRECTION_ALARM_MS, isWaiting } from './unresolved.ts';

/** Matches processed in one transaction. */
const MATCHES_AT_ONCE = 500;

/** Creates the missing contests of both markets for these matches (all matches if null), open or in preparation. */
export async function ensureContests(deps: Deps, matchIds: readonly number[] | null = null): Promise<void> {
  for (const market of MARKETS) {
    const lacking = await contests.findMatchesLackingContest(deps.db, market, matchIds);
    for (let first = 0; first < lacking.length; first += MATCHES_AT_ONCE) {
      await createContests(deps, market, lacking.slice(first, first + MATCHES_AT_ONCE));
    }
  }
}

type LackingMatches = Awaited<ReturnType<typeof contests.findMatchesLackingContest>>;

const createContests = (deps: Deps, market: Market, matches: LackingMatches): Promise<void> =>
  transact(deps, async (db, announce) => {
    const now = deps.now();
    const rules = rulesOfNew(market, deps.config);
    const fresh = matches.flatMap((match) => {
      const born = decideInitialState(match, market, deps.config, now);
      if (born === null) return [];
      return {
        id: newId(deps),
        match_id: match.id,
        market,
        state: born.state,
        ...termsOf(match),
        deadline_at: born.deadlineAt,
        first_deadline_at: born.state === 'open' ? born.deadlineAt : null,
        state_since: now,
        ...rules,
        created_at: now,
      };
    });
    for (const row of await contests.insertContests(db, fresh)) {
      announce(`match:${row.match_id}`, { t: 'contest', contest: contestView(row) });
    }
  });

/** Returns the rules of a new contest. A pool keeps the rules of the day it was created; fixed odds have none. */
const rulesOfNew = (market: Market, { limits }: Config) =>
  market === 'wdl'
    ? { fee_percent: String(limits.pool_fee_percent), participants_min: limits.pool_participants_min }
    : { fee_percent: '0', participants_min: 1 };

/** Applies what a feed reported about these matches: moves, settles or voids their contests, and creates missing ones. */
export async function advanceMatches(deps: Deps, matchIds: readonly number[]): Promise<void> {
  if (matchIds.length === 0) return;
  for (const row of await contests.findUnfinished(deps.db, matchIds)) {
    if (isDue(deps, row)) await advanceContest(deps, row.id);
  }
  await ensureContests(deps, matchIds);
}

/** Advances, one after the other, every contest that is due by the server's clock. A failure does not hold up the others. */
export async function advanceDueContests(deps: Deps, mayGoOn = () => true): Promise<void> {
  const now = deps.now();
  const openUntil = new Date(now.getTime() + settlementTimers(deps.config).openAheadMs);
  for (const row of await contests.findRestless(deps.db, now, openUntil)) {
    if (!mayGoOn()) return;
    if (isDue(deps, row)) await attempt(deps, row, 'advanced', () => advanceContest(deps, row.id, { skipBusy: true }));
  }
}

/** Resettles every contest whose match has had another final score for long enough (docs/rules.md#corrections). */
export async function correctDueContests(deps: Deps, mayGoOn = () => true): Promise<void> {
  const now = deps.now();
  const since = new Date(now.getTime() - settlementTimers(deps.config).correctionMs);
  for (const row of await contests.findSettledOtherwise(deps.db, since)) {
    if (!mayGoOn()) return;
    const verdict = decideCorrection(row, deps.config, now);
    if (verdict.kind === 'correct') await attempt(deps, row, 'corrected', () => correctContest(deps, row.id));
    if (verdict.kind === 'refer' && verdict.because === 'score' && row.by_hand_at !== null)
      await attempt(deps, row, 'compared', () => quarantineContradiction(deps, row));
  }
}

const attempt = (deps: Deps, { id, match_id }: ContestWithMatch, done: string, act: () => Promise<void>): Promise<void> =>
  act().catch((error) => reportFailure(deps, error, { contestId: id, matchId: match_id }, `contest could not be ${done}`));

/** Returns a match's contests, the latest of each market. */
export const contestsOfMatch = async (db: Db, matchId: number) => (await contests.findLatest(db, matchId)).map(contestView);

export async function list(deps: Deps, matchId: number, user: SignedIn | null): Promise<ReplyOf<typeof listContests>> {
  const rows = await contests.findLatest(deps.db, matchId);
  if (rows.length === 0 && !(await contests.matchExists(deps.db, matchId))) throw new AppError('not_found');
  const ids = rows.map(({ id }) => id);
  const quoted = await quoteOnSale(deps, matchId, rows);
  const own = user === null ? [] : await contests.findBetsIn(deps.db, user.id, ids);
  return {
    items: rows.map((row) => {
      const bet = own.find(({ contest_id }) => contest_id === row.id);
      return { ...contestView(row), mine: bet ? myStake(bet, row) : null, quote: quoted?.contestId === row.id ? quoted.quote : null };
    }),
  };
}

/** Returns the quote at which a match's fixed-odds contest is on sale; null while it takes no stakes. */
async function quoteOnSale(deps: Deps, matchId: number, rows: readonly ContestRow[]) {
  const contest = rows.find((row) => row.market === '1x2' && isOpen(toCheckedContest(row), deps.now()));
  const quote = contest && (await quotesOf(deps.db, deps, [matchId])).get(matchId);
  return contest && quote ? { contestId: contest.id, quote: quoteView(quote, contest, stakeLimits(deps.config)) } : null;
}

const myStake = (bet: Awaited<ReturnType<typeof contests.findBetsIn>>[number], { market, unresolved_at }: ContestRow) => ({
  bet_id: bet.id,
  pick: bet.pick as Pick,
  stake: bet.stake,
  state: betState(bet.state, unresolved_at),
  payout_if_right: market === '1x2' ? bet.fixed_payout : null,
  payout: bet.payout,
  refund: bet.refund,
});

/** Returns a bet's state as shown to its owner: "unknown" while its contest waits too long for a result (docs/rules.md#contest-states). */
export const betState = (state: string, unresolvedAt: Date | null): BetState =>
  state === 'ongoing' && unresolvedAt !== null ? 'unknown' : (state as BetState);

/**
 * Returns the contests that raise alarms: without a usable result, with a silent feed, with a correction that needs review, and with an end
 * about which providers disagree. And since when the score stands of the one that is due to be settled; null if none is.
 */
export async function contestAlarms(
  deps: Deps,
): Promise<{ unresolved: string[]; blind: string[]; corrected: string[]; disputed: string[]; dueSince: Date | null }> {
  const now = deps.now();
  const restless = await contests.findRestless(deps.db, now, now);
  const waiting = restless.filter(isWaiting);
  const settled = await contests.findSettledOtherwise(deps.db, new Date(now.getTime() - CORRECTION_ALARM_MS));
  const ids = (rows: ContestWithMatch[]) => rows.map(({ id }) => id);
  const isReferred = (row: ContestWithMatch, because: 'score' | 'opinion') => {
    const verdict = decideCorrection(row, deps.config, now);
    return verdict.kind === 'refer' && verdict.because === because;
  };
  return {
    unresolved: ids(waiting.filter(({ unresolved_at }) => unresolved_at !== null)),
    blind: ids(waiting.filter((row) => isBlind(row, deps.config, now))),
    corrected: ids(settled.filter((row) => isReferred(row, 'score'))),
    disputed: [
      ...ids(restless.filter((row) => decideHold(row, deps.config, now) === 'disputed')),
      ...ids(settled.filter((row) => isReferred(row, 'opinion'))),
    ],
    dueSince: await oldestDue(deps, restless),
  };
}

const REASON = 'contradicts_operator';

/** Quarantines a feed's score that contradicts the one on which an operator ended the contest, once for each report. */
async function quarantineContradiction(deps: Deps, row: ContestWithMatch): Promise<void> {
  const source = await contests.findSource(deps.db, row.match_id);
  if (!source || row.match_fulltime_since === null) return;
  const refusal = { kind: 'result', feed_id: source.feed_id, reason: REASON };
  if (await contests.isQuarantinedSince(deps.db, source.feed, refusal, row.match_fulltime_since)) return;
  const told = row.match_fulltime ?? [row.match_home_score, row.match_away_score];
  const payload = { contest_id: row.id, match_id: row.match_id, told, stands_on: [row.home_score, row.away_score] };
  const fresh = await writeQuarantine(deps.db, source.feed, [{ ...refusal, payload }], deps.now());
  logRefusals(deps.log, source.feed, fresh, 'a feed tells another score than an operator did');
}
