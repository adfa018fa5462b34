import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import type { Hono } from 'hono';
import { Gauge, Registry } from 'prom-client';
import { HEALTH_PROBLEMS } from '#contract/overview.ts';
import { DAY_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { contestsUnderWay } from '#server/modules/betting/public.ts';
import { lastLedgerProof } from '#server/modules/ledger/public.ts';
import { countOpinions, scoreFreshness } from '#server/modules/match-data/public.ts';
import { webhookQueue } from '#server/modules/notifications/public.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { apiHeaders } from '#server/platform/http/security-headers.ts';
import { countQuarantine, findNotificationQueues, type NotificationQueues, type SiteCondition, siteCondition } from './service.ts';

const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Mounts `/api/metrics` for Prometheus, with METRICS_TOKEN as bearer token; without that setting the route does not exist. */
export function metricsRoutes(app: Hono, deps: Deps): void {
  const { metricsToken } = deps.config;
  if (metricsToken === undefined) return;
  app.get('/api/metrics', async (c) => {
    if (!isBearer(c.req.header('authorization'), metricsToken)) throw new AppError('token_missing');
    return c.text(await metricsText(deps), 200, { 'Content-Type': CONTENT_TYPE });
  });
}

/**
 * Creates the listener of the separate metrics port, which every process has, whatever its role: `/api/metrics`, and `/api/alive` for
 * supervisors of processes that serve nothing else.
 */
export function metricsListener(deps: Deps): RequestListener {
  const { metricsToken } = deps.config;
  const common = apiHeaders(deps.config);
  const answer = async ({ url, headers }: IncomingMessage): Promise<[status: number, text: string]> => {
    const path = url?.split('?')[0];
    if (path === '/api/alive') return [200, '{"alive":true}\n'];
    if (path !== '/api/metrics') return [404, 'There is /api/metrics, and /api/alive.\n'];
    if (metricsToken !== undefined && !isBearer(headers.authorization, metricsToken))
      return [401, 'METRICS_TOKEN is needed as bearer token.\n'];
    return [200, await metricsText(deps)];
  };
  return (incoming, outgoing) => {
    answer(incoming).then(
      ([status, text]) => outgoing.writeHead(status, { ...common, 'Content-Type': CONTENT_TYPE }).end(text),
      (error) => {
        deps.log.warn({ err: error }, 'could not collect metrics, answered 503');
        outgoing.writeHead(503, { ...common, 'Retry-After': '5' }).end();
      },
    );
  };
}

function isBearer(authorization: string | undefined, wanted: string): boolean {
  const [scheme, token = ''] = (authorization ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' && isSame(token, wanted);
}

/** Compares hashes in constant time, so that the duration reveals neither the token nor its length. */
const isSame = (a: string, b: string): boolean => timingSafeEqual(sha256(a), sha256(b));
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Returns the metrics of the site from the database, followed by those of this process. */
async function metricsText(deps: Deps): Promise<string> {
  const [condition, proof, quarantined, opinions, notifications, webhooks, contests, scores] = await Promise.all([
    siteCondition(deps),
    lastLedgerProof(deps.db),
    countRefused(deps),
    countOpinions(deps.db, new Date(deps.now().getTime() - DAY_MS)),
    findNotificationQueues(deps.db, deps.now()),
    webhookQueue(deps.db),
    contestsUnderWay(deps.db),
    scoreFreshness(deps),
  ]);
  const site = new Registry();
  const gauge: AddGauge = (name, help, samples) => addGauge(site, name, help, samples);
  const { problems } = condition;
  gauge('healthy', 'Whether nothing is wrong', [[{}, problems.length === 0 ? 1 : 0]]);
  gauge(
    'problem',
    'What is wrong',
    HEALTH_PROBLEMS.map((name) => [{ name }, problems.includes(name) ? 1 : 0]),
  );
  if (proof) {
    gauge('ledger_proven', 'Whether the last proofs of the ledger held', [[{}, proof.proven ? 1 : 0]]);
    gauge('ledger_proof_age_seconds', 'Since new blocks or the whole ledger were last proven', [[{}, ageSeconds(deps, proof.at)]]);
  }
  describeWalks(gauge, condition, deps);
  gauge('quarantined', 'What feeds were refused within 24 hours', quarantined);
  gauge(
    'second_opinions',
    'Second opinions about matches since yesterday, by whether they were found among ours',
    opinions.map(({ feed, state, count }) => [{ feed, state }, count]),
  );
  describeMessages(gauge, condition);
  describeNotifications(gauge, notifications, deps);
  gauge('webhook_deliveries', 'Events that wait to be delivered to webhooks', [[{}, webhooks.waiting]]);
  gauge('webhook_oldest_seconds', 'Age of the oldest of these to a receiver that answers', [
    [{}, webhooks.oldest === null ? 0 : ageSeconds(deps, webhooks.oldest)],
  ]);
  gauge('webhooks_disabled', 'Webhooks that were disabled because nothing arrived', [[{}, webhooks.disabled]]);
  gauge(
    'lease_free_seconds',
    'How long no process has held a lease; 0 while one does',
    condition.leases.map(({ name, freeMs }) => [{ lease: name }, Math.round(freeMs / 1000)]),
  );
  gauge('matches_running', 'Matches that a feed should be reporting now', [[{}, scores.running]]);
  gauge('matches_stale', 'Those whose score no feed has confirmed for two minutes', [[{}, scores.stale]]);
  describeContests(gauge, contests, condition, deps);
  describeFeeds(gauge, condition, deps);
  describePayouts(gauge, condition, deps);
  return (await site.metrics()) + ((await deps.metrics?.text()) ?? '');
}

/** Labels and current value. */
type Sample = [labels: Record<string, string>, value: number];
type AddGauge = (name: string, help: string, samples: readonly Sample[]) => void;

/** Adds a gauge; without samples, only its name and help. */
function addGauge(registry: Registry, name: string, help: string, samples: readonly Sample[]): void {
  // A gauge without labels would be 0 until it is set.
  const labelNames = samples[0] === undefined ? ['none'] : Object.keys(samples[0][0]);
  const gauge = new Gauge({ name: `matchpoint_${name}`, help, labelNames, registers: [registry] });
  for (const [labels, value] of samples) gauge.set(labels, value);
}

const ageSeconds = ({ now }: Deps, at: Date): number => Math.round((now().getTime() - at.getTime()) / 1000);

/** Adds how far the walks through the proven ledger are, and since when no round of them has ended. */
function describeWalks(tell: AddGauge, { walks }: SiteCondition, deps: Deps): void {
  const share = (walked: number, total: number) => (total === 0 ? 1 : Math.min(1, walked / total));
  tell(
    'ledger_walk_share',
    'How much of the blocks or accounts the present round has proven again',
    walks.map(({ name, walked, total }) => [{ walk: name }, share(walked, total)]),
  );
  tell(
    'ledger_walk_age_seconds',
    'Since a round through all blocks or accounts last ended',
    walks.flatMap(({ name, since }): Sample[] => (since ? [[{ walk: name }, ageSeconds(deps, since)]] : [])),
  );
}

/** Adds the age of each provider's data, and when each feed last reported a match of these hours; nothing without a feed. */
function describeFeeds(tell: AddGauge, { providers, words }: SiteCondition, deps: Deps): void {
  const ages = providers.flatMap(({ feed, agesSeconds }) =>
    Object.entries(agesSeconds).map(([kind, age]): Sample => [{ feed, kind }, age]),
  );
  const each = (value: (state: (typeof providers)[number]) => number) => providers.map((one): Sample => [{ feed: one.feed }, value(one)]);
  tell('feed_age_seconds', 'Age of each kind of data', ages);
  tell(
    'feed_silent_seconds',
    'Since a feed spoke of a match that is near',
    words.map(({ feed, at }) => [{ feed: feed ?? '' }, ageSeconds(deps, at)]),
  );
  tell(
    'feed_allowance_left',
    'Requests that a provider still allows today',
    each(({ leftToday }) => leftToday),
  );
  tell(
    'feed_allowance_per_day',
    'Requests that a provider allows a day',
    each(({ allowedPerDay }) => allowedPerDay),
  );
  tell(
    'feed_failing',
    'Whether a provider has no good answer',
    each(({ problem }) => (problem === null ? 0 : 1)),
  );
}

/** Adds the contests that have not ended, what is staked in them, and how long the first of those that are due has waited. */
function describeContests(
  tell: AddGauge,
  contests: Awaited<ReturnType<typeof contestsUnderWay>>,
  { contests: { dueSince } }: SiteCondition,
  deps: Deps,
): void {
  tell(
    'contests',
    'Contests that have not ended',
    contests.map(({ market, count }) => [{ market }, count]),
  );
  tell(
    'contests_points',
    'Points that are staked in these',
    contests.map(({ market, points }) => [{ market }, points]),
  );
  tell('settle_oldest_seconds', 'Since the score stands of the contest that has been due to be settled for longest', [
    [{}, dueSince === null ? 0 : ageSeconds(deps, dueSince)],
  ]);
}

/** Adds the number of messages waiting, the age of the oldest, and what became of the others within the last hour. */
function describeMessages(tell: AddGauge, { messages }: SiteCondition): void {
  const { lengths, ages, ended } = messages;
  tell(
    'messages',
    'Messages on their way',
    lengths.map(({ channel, state, count }) => [{ channel, state }, count]),
  );
  tell(
    'messages_oldest_seconds',
    'Age of the oldest message on its way',
    ages.map(({ channel, seconds }) => [{ channel }, seconds]),
  );
  tell(
    'messages_ended',
    'What became of messages within an hour',
    ended.map(({ channel, how, count }) => [{ channel, how }, count]),
  );
}

/** Adds what is owed and on its way, and what is known of the treasury; nothing of the chain without a node. */
function describePayouts(tell: AddGauge, { payouts }: SiteCondition, deps: Deps): void {
  const { to_send, on_the_way, wrong, pending, oldest_on_the_way, isVerified, heardAt, usdt, trx, short, unexplained } = payouts;
  const states = Object.entries({ to_send, on_the_way, wrong, pending });
  tell(
    'payouts',
    'Withdrawals that are not paid, by state',
    states.map(([state, { count }]) => [{ state }, count]),
  );
  tell(
    'payouts_usdt',
    'What these come to',
    states.map(([state, sum]) => [{ state }, Number(sum.usdt)]),
  );
  if (!isVerified) return;
  const one = (value: number | null): Sample[] => (value === null ? [] : [[{}, value]]);
  const oldest = oldest_on_the_way === null ? 0 : ageSeconds(deps, oldest_on_the_way);
  tell('payouts_oldest_seconds', 'Age of the oldest recorded payout that is not final', one(oldest));
  tell('tron_heard_seconds', 'Since nodes of TRON last said what the treasury holds', one(heardAt && ageSeconds(deps, heardAt)));
  tell('tron_failing', 'Whether nodes of TRON say nothing, or disagree', one(payouts.problem === null ? 0 : 1));
  tell('treasury_usdt', 'USDT in the treasury', one(usdt));
  tell('treasury_trx', 'TRX in the treasury, for fees', one(trx));
  tell('treasury_short_usdt', 'USDT that is owed and not in the treasury', one(short));
  tell('treasury_unexplained', 'Transfers from the treasury that no withdrawal explains', one(unexplained));
}

/** Adds pending news and notifications about matches, bets and withdrawals, and how late the first of them is. */
function describeNotifications(tell: AddGauge, { news, due }: NotificationQueues, deps: Deps): void {
  tell('news', 'What happened and was not told to all whom it concerns', news ? [[{}, news.count]] : []);
  tell('news_oldest_seconds', 'Age of the oldest news that was not told to all', news ? [[{}, ageSeconds(deps, news.oldest)]] : []);
  tell(
    'notifications',
    'Notifications that should have been sent by now',
    due.map(({ channel, count }) => [{ channel }, count]),
  );
  tell(
    'notifications_oldest_seconds',
    'How late the latest of these is',
    due.map(({ channel, oldest }) => [{ channel }, ageSeconds(deps, oldest)]),
  );
}

/** Maximum number of reasons, most frequent first, because reasons from files contain text of the file. */
const REASONS_MAX = 50;

/**
 * Counts, by feed and reason, what was quarantined within 24 hours. This is a gauge, not a counter: a row in quarantine is one match and
 * one reason, however often it is reported, and drops out once it is no longer reported.
 */
async function countRefused({ db, now }: Deps): Promise<Sample[]> {
  const counts = await countQuarantine(db, new Date(now().getTime() - DAY_MS), REASONS_MAX);
  return counts.map(({ feed, reason, count }) => [{ feed, reason }, count]);
}
