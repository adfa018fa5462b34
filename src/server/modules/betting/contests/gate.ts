import type { Transaction } from 'kysely';
import type { Outlook } from '#contract/contest-admin.ts';
import { ENDINGS_COUNT_MS, endingNeedsSecond } from '#domain/settlement/by-hand.ts';
import { entitlementOf, type PlacedBet, type Settlement, settle, voidContest } from '#domain/settlement/settlement.ts';
import type { Deps } from '#server/deps.ts';
import { hasInterest, requestApprovalFor, withdrawApproval } from '#server/modules/admins/public.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { ContestRow } from './contest-view.ts';
import type { ContestWithMatch } from './facts.ts';
import {
  findAdmins,
  findEndedAlone,
  findEndedOf,
  findLastAsked,
  findWords,
  type GatedEnding,
  insertEndings,
  isSameEnding,
  lockEndings,
  lockForStakes,
  type ToldFact,
  wordsOf,
} from './gated-ending.ts';
import { outlookOfEnding } from './outlook.ts';
import { rulesOf } from './settle.ts';
import { findBets } from './settlement-queries.ts';

/**
 * Who decides that a contest ends: the course of its match, one admin by hand, or two admins by approval. The course of a match counts as
 * an operator's decision if an operator entered it and no feed has reported it since (operator_words).
 */
export type Word = { kind: 'course' } | { kind: 'hand'; adminId: string } | { kind: 'agreed' };

/**
 * Checks every ending of a contest before it is written: settling, voiding and resettling, by its match's course or by hand
 * (docs/decisions/049). The caller holds the contest's lock. Returns true if the contest may end now, false if it needs a second admin. For
 * the course of a match the approval is requested here, once; for an ending by hand the caller requests it.
 */
export async function passGate(deps: Deps, db: Transaction<DB>, row: ContestWithMatch, ending: GatedEnding, word: Word): Promise<boolean> {
  if (word.kind === 'agreed') return true;
  const told = await findWords(db, row.match_id);
  const tellers = [...new Set([...told.map(({ admin_id }) => admin_id), ...(word.kind === 'hand' ? [word.adminId] : [])])];
  if (tellers.length === 0) return true;
  if (word.kind === 'course' && (await isAnswered(deps, db, row, ending, told))) return false;
  // Of two endings that count against the same limit, the second sees the first.
  await lockEndings(db);
  const weight = await weigh(db, row, ending);
  if ((await isTooMuch(deps, db, row, tellers, weight)) || (await isOwnInterest(deps, db, row, tellers))) {
    if (word.kind === 'course') await ask(deps, db, row, ending, told, weight);
    return false;
  }
  await insertEndings(db, row.id, tellers, weight.points, deps.now());
  return true;
}

/**
 * Returns whether this very ending already waits for a second admin, or was rejected and no fact has been entered since. Withdraws an
 * outdated request.
 */
async function isAnswered(
  deps: Deps,
  db: Transaction<DB>,
  row: ContestRow,
  ending: GatedEnding,
  told: readonly ToldFact[],
): Promise<boolean> {
  const asked = await findLastAsked(db, row.id);
  if (!asked) return false;
  const isSame = isSameEnding(asked.payload, ending);
  if (asked.state === 'waiting') {
    if (isSame) return true;
    // An admin who decides it at this moment gets `facts_changed`; the request is withdrawn the next time.
    return !(await withdrawApproval(deps, db, asked.id));
  }
  return asked.state === 'rejected' && isSame && !told.some(({ told_at }) => told_at > asked.decided_at!);
}

/**
 * Returns whether an admin needs a second admin to end a contest by hand in any way. For display only, so it takes no locks. `outlooks`
 * lists every way of ending it.
 */
export async function handNeedsSecond(
  { db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>,
  staked: number,
  outlooks: readonly Outlook[],
  adminId: string,
): Promise<boolean> {
  const byAdmin = await findEndedAlone(db, [adminId], new Date(now().getTime() - ENDINGS_COUNT_MS));
  const points = Math.max(staked, ...outlooks.map(({ payouts, refunds }) => payouts + refunds));
  return endingNeedsSecond({ points, byAdmin, ofUser: 0 }, config.limits.contest_alone_max);
}

/** Points that an ending moves. */
interface Weight {
  /** The larger of what the contest holds and what it pays and refunds, since fixed odds pay from the house. */
  points: number;
  /** By user: the larger of what they staked and what they get. */
  byUser: Map<string, number>;
  would: Outlook;
}

async function weigh(db: Transaction<DB>, row: ContestWithMatch, ending: GatedEnding): Promise<Weight> {
  const bets = await findBets(db, row.id);
  const settlement = settlementOf(row, bets, ending);
  const staked = bets.map(({ legs }) => legs.reduce((sum, { stake }) => sum + stake, 0));
  const given = settlement.bets.map(entitlementOf);
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
  return {
    points: Math.max(sum(staked), sum(given)),
    byUser: new Map(bets.map(({ userId }, i) => [userId, Math.max(staked[i]!, given[i]!)])),
    would: outlookOfEnding(row, bets, settlement),
  };
}

const settlementOf = (row: ContestRow, bets: readonly PlacedBet[], ending: GatedEnding): Settlement =>
  ending.ending === 'void'
    ? voidContest(rulesOf(row), bets, ending.reason)
    : settle(rulesOf(row), bets, { result: ending.score, startedAt: ending.startedAt });

async function isTooMuch(deps: Deps, db: Transaction<DB>, row: ContestRow, tellers: readonly string[], weight: Weight): Promise<boolean> {
  const since = new Date(deps.now().getTime() - ENDINGS_COUNT_MS);
  const byAdmin = await findEndedAlone(db, tellers, since);
  const ofUsers = await findEndedOf(db, [...weight.byUser.keys()], row.id, since);
  const ofUser = [...weight.byUser].reduce((most, [userId, points]) => Math.max(most, points + (ofUsers.get(userId) ?? 0)), 0);
  return endingNeedsSecond({ points: weight.points, byAdmin, ofUser }, deps.config.limits.contest_alone_max);
}

/** Returns whether one of these admins has an interest in a user with a stake; the ending then needs approval, however small it is. */
async function isOwnInterest(deps: Deps, db: Transaction<DB>, { id }: ContestRow, tellers: readonly string[]): Promise<boolean> {
  for (const admin of await findAdmins(db, tellers)) if (await hasInterest(deps, db, admin, { contestId: id })) return true;
  return false;
}

/**
 * Requests a second admin's approval in the name of the admin who entered the latest fact. Closes the contest to stakes meanwhile, because
 * the match is reported as over or off.
 */
async function ask(
  deps: Deps,
  db: Transaction<DB>,
  row: ContestWithMatch,
  ending: GatedEnding,
  told: readonly ToldFact[],
  { points, would }: Weight,
): Promise<void> {
  const last = told.reduce((latest, one) => (one.told_at > latest.told_at ? one : latest));
  const told_by = [...new Set(told.map(({ admin_id }) => admin_id))];
  await requestApprovalFor(deps, db, last.admin_id, {
    kind: 'ending',
    subjectId: row.id,
    payload: { ...wordsOf(ending), told_by, would },
    points,
    reason: last.reason,
  });
  if (row.state === 'preparing' || row.state === 'open') await lockForStakes(db, row.id, deps.now());
  deps.log.warn(
    { contestId: row.id, matchId: row.match_id, points },
    'contest ending waits for a second admin: it follows from facts entered by an operator',
  );
}
