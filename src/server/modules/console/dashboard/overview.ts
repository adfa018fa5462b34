import type { ReplyOf } from '#contract/endpoint.ts';
import { SWITCHES } from '#contract/feature-flags.ts';
import type { FeedState, getConsoleOverview, Overview, Queue } from '#contract/overview.ts';
import { utcDay } from '#domain/ledger/check-in.ts';
import { DAY_MS } from '#domain/time.ts';
import type { Config } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { houseState } from '#server/modules/betting/public.ts';
import { findWaitingAppeals, findWaitingReports } from '#server/modules/chat/public.ts';
import { type SiteCondition, siteCondition } from '#server/modules/console/health/service.ts';
import { isOn } from '#server/platform/feature-flags/feature-flags.ts';
import { siteCounts } from './counting.ts';
import { lastProof } from './ledger-proofs.ts';
import * as overviews from './queries.ts';

/** Returns the state of the site; docs/decisions/033-counting-days.md defines each figure. */
export async function overview(deps: Deps): Promise<ReplyOf<typeof getConsoleOverview>> {
  const now = deps.now();
  const dayAgo = new Date(now.getTime() - DAY_MS);
  const [condition, site, own, house, withdrawals, redeemed, waiting, proof, reports, appeals] = await Promise.all([
    siteCondition(deps),
    siteCounts(deps),
    overviews.findOwnAccounts(deps.db, dayAgo),
    houseState(deps),
    overviews.findWithdrawals(deps.db, dayAgo),
    overviews.findRedeemed(deps.db, redeemedSpans(now)),
    overviews.findWaiting(deps.db, now, dayAgo),
    lastProof(deps),
    findWaitingReports(deps.db),
    findWaitingAppeals(deps.db),
  ]);
  const { unresolved, blind, corrected } = condition.contests;
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
    problems: condition.problems,
    ledger: { proof, unsealed: waiting.unsealed },
    feeds: feedStates(deps.config, condition),
    contests: { unresolved: unresolved.length, blind: blind.length, corrected: corrected.length },
    quarantine: { total: waiting.quarantined, last_24h: waiting.quarantined_lately },
    queues: {
      ...queuesOf(withdrawals, waiting, messageQueue(condition.messages, now)),
      chat_reports: queueOf(reports.count, reports.oldest),
      chat_appeals: queueOf(appeals.count, appeals.oldest),
    },
    house: { is_closed: house.isClosed, balance: own.house, lost_24h: house.lost, loss_max: house.lossMax },
    switches: SWITCHES.map((name) => ({ name, is_on: isOn(deps, name) })),
  };
}

type Queues = Overview['queues'];

const queuesOf = (withdrawals: overviews.WithdrawalFigures, waiting: overviews.WaitingRow, messages: Queues['messages']) => ({
  withdrawals: queueOf(withdrawals.pending, withdrawals.pending_oldest),
  withdrawals_second: queueOf(withdrawals.second, withdrawals.second_oldest),
  withdrawals_unsent: queueOf(withdrawals.unsent, withdrawals.unsent_oldest),
  approvals: queueOf(waiting.approvals, waiting.approvals_oldest),
  invite_reviews: queueOf(waiting.invites, waiting.invites_oldest),
  exclusion_reviews: queueOf(waiting.exclusions, waiting.exclusions_oldest),
  messages,
});

/** Returns the points in circulation. All accounts add up to zero, so users and contests hold what the house and issuance lack. */
const circulation = (house: number, issuance: number): number => 0 - house - issuance;

const queueOf = (count: number, oldest: Date | null): Queue => ({ count, oldest_at: oldest?.toISOString() ?? null });

/** Returns this UTC day so far and the same hours of the day before. */
function redeemedSpans(now: Date) {
  const from = new Date(`${utcDay(now)}T00:00:00Z`);
  return { from, earlierFrom: new Date(from.getTime() - DAY_MS), earlierUntil: new Date(now.getTime() - DAY_MS) };
}

function messageQueue({ lengths, ages, isStuck }: SiteCondition['messages'], now: Date): Queues['messages'] {
  const count = lengths.reduce((sum, { count }) => sum + count, 0);
  const oldest = ages.length === 0 ? null : new Date(now.getTime() - 1_000 * Math.max(...ages.map(({ seconds }) => seconds)));
  return { ...queueOf(count, oldest), is_stuck: isStuck };
}

/** Returns the freshness of each feed: the feeds of the settings, and any other that should report a match now. */
function feedStates({ feeds }: Pick<Config, 'feeds'>, { words, providers }: Pick<SiteCondition, 'words' | 'providers'>): FeedState[] {
  const names = new Set<string>([...feeds, ...words.flatMap(({ feed }) => feed ?? [])]);
  return [...names].map((feed) => {
    const word = words.find((one) => one.feed === feed);
    const provider = providers.find((one) => one.feed === feed);
    return {
      feed,
      state: provider?.problem?.isSetting ? 'refused' : word?.isLate ? 'late' : 'ok',
      heard_at: word?.at.toISOString() ?? null,
      ages: Object.entries(provider?.agesSeconds ?? {}).map(([kind, seconds]) => ({ kind, seconds })),
      allowance: provider ? { left: provider.leftToday, per_day: provider.allowedPerDay } : null,
      problem: provider?.problem?.message ?? null,
    };
  });
}
