import type { ReplyOf } from '#contract/endpoint.ts';
import type { getConsoleOverview, Overview, Queue } from '#contract/overview.ts';
import { SWITCHES } from '#contract/switches.ts';
import { utcDay } from '#domain/check-in.ts';
import type { Deps } from '#server/deps.ts';
import { contestAlarms, houseState } from '#server/features/contests/service.ts';
import { healthProblems } from '#server/features/health/service.ts';
import { isOn } from '#server/features/switches/service.ts';
import { messageQueueState } from '#server/messages/queue-state.ts';
import { siteCounts } from './counting.ts';
import { feedStates } from './feed-states.ts';
import { lastProof } from './ledger-proofs.ts';
import * as overviews from './queries.ts';

const DAY_MS = 86_400_000;

/** How the site is now. Docs: docs/decisions/033-counting-days.md says what each figure counts. */
export async function overview(deps: Deps): Promise<ReplyOf<typeof getConsoleOverview>> {
  const [about, figures] = await Promise.all([conditions(deps), countedFigures(deps)]);
  return { ...about, ...figures, switches: SWITCHES.map((name) => ({ name, is_on: isOn(deps, name) })) };
}

/** What is right and wrong with the site. */
async function conditions(deps: Deps): Promise<Pick<Overview, 'problems' | 'feeds' | 'contests'>> {
  const [problems, feeds, alarms] = await Promise.all([healthProblems(deps), feedStates(deps), contestAlarms(deps)]);
  const contests = { unresolved: alarms.unresolved.length, blind: alarms.blind.length, corrected: alarms.corrected.length };
  return { problems, feeds, contests };
}

/** What can be counted of it, and what waits for somebody. */
async function countedFigures(deps: Deps): Promise<Omit<Overview, 'problems' | 'feeds' | 'contests' | 'switches'>> {
  const now = deps.now();
  const dayAgo = new Date(now.getTime() - DAY_MS);
  const [site, own, house, withdrawals, redeemed, waiting, messages, proof] = await Promise.all([
    siteCounts(deps),
    overviews.findOwnAccounts(deps.db, dayAgo),
    houseState(deps),
    overviews.findWithdrawals(deps.db, dayAgo),
    overviews.findRedeemed(deps.db, redeemedSpans(now)),
    overviews.findWaiting(deps.db, dayAgo),
    messageQueue(deps),
    lastProof(deps),
  ]);
  const { points, usdt, before } = withdrawals;
  return {
    counted_at: site.counted_at.toISOString(),
    metrics: {
      total_users: { now: site.users, before: site.users_before },
      actives_24h: { now: site.actives, before: site.actives_before },
      points_in_circulation: { now: circulation(own.house, own.issuance), before: circulation(own.houseBefore, own.issuanceBefore) },
      pending_redeems: { ...queueOf(withdrawals.pending, withdrawals.pending_oldest), before, points, usdt },
      redeemed_today: redeemed,
    },
    ledger: { proof, unsealed: waiting.unsealed },
    quarantine: { total: waiting.quarantined, last_24h: waiting.quarantined_lately },
    queues: {
      withdrawals: queueOf(withdrawals.pending, withdrawals.pending_oldest),
      withdrawals_second: queueOf(withdrawals.second, withdrawals.second_oldest),
      withdrawals_unsent: queueOf(withdrawals.unsent, withdrawals.unsent_oldest),
      approvals: queueOf(waiting.approvals, waiting.approvals_oldest),
      invite_reviews: queueOf(waiting.invites, waiting.invites_oldest),
      messages,
    },
    house: { is_closed: house.isClosed, balance: own.house, lost_24h: house.lost, loss_max: house.lossMax },
  };
}

/** All accounts add up to zero: users and contests have what the house and issuance lack. */
const circulation = (house: number, issuance: number): number => 0 - house - issuance;

const queueOf = (count: number, oldest: Date | null): Queue => ({ count, oldest_at: oldest?.toISOString() ?? null });

/** This UTC day so far, and the same hours of the day before. */
function redeemedSpans(now: Date) {
  const from = new Date(`${utcDay(now)}T00:00:00Z`);
  return { from, earlierFrom: new Date(from.getTime() - DAY_MS), earlierUntil: new Date(now.getTime() - DAY_MS) };
}

async function messageQueue(deps: Deps): Promise<Overview['queues']['messages']> {
  const { lengths, ages, isStuck } = await messageQueueState(deps);
  const count = lengths.reduce((sum, { count }) => sum + count, 0);
  const oldest = ages.length === 0 ? null : new Date(deps.now().getTime() - 1_000 * Math.max(...ages.map(({ seconds }) => seconds)));
  return { ...queueOf(count, oldest), is_stuck: isStuck };
}
