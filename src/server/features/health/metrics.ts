import { createHash, timingSafeEqual } from 'node:crypto';
import type { Hono } from 'hono';
import { HEALTH_PROBLEMS } from '#contract/overview.ts';
import type { Deps } from '#server/deps.ts';
import { lastLedgerProof } from '#server/features/points/service.ts';
import { type ProviderState, providerStates } from '#server/feeds/api-sports/state.ts';
import { AppError } from '#server/http/app-error.ts';
import { messageQueueState } from '#server/messages/queue-state.ts';
import { countQuarantine } from './queries.ts';
import { healthProblems } from './service.ts';

/** `/api/metrics` for Prometheus, with METRICS_TOKEN as bearer token; without that setting there is no such address. */
export function metricsRoutes(app: Hono, deps: Deps): void {
  const { metricsToken } = deps.config;
  if (metricsToken === undefined) return;
  app.get('/api/metrics', async (c) => {
    const [scheme, token = ''] = (c.req.header('authorization') ?? '').split(' ');
    if (scheme?.toLowerCase() !== 'bearer' || !isSame(token, metricsToken)) throw new AppError('token_missing');
    c.header('Cache-Control', 'no-store');
    return c.text(await metrics(deps), 200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' });
  });
}

/** Compared as hashes, so that the time that it takes tells nothing of the token, nor of its length. */
const isSame = (a: string, b: string): boolean => timingSafeEqual(sha256(a), sha256(b));
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

async function metrics(deps: Deps): Promise<string> {
  const [problems, providers, quarantine, messages, isLedgerProven] = await Promise.all([
    healthProblems(deps),
    providerStates(deps),
    quarantineLines(deps),
    messageLines(deps),
    lastLedgerProof(deps.db),
  ]);
  const lines = [
    ...gauge('healthy', [['', problems.length === 0 ? 1 : 0]]),
    ...gauge(
      'problem',
      HEALTH_PROBLEMS.map((problem) => [`name="${problem}"`, problems.includes(problem) ? 1 : 0]),
    ),
    ...(isLedgerProven === null ? [] : gauge('ledger_proven', [['', isLedgerProven ? 1 : 0]])),
    ...quarantine,
    ...messages,
    ...providerLines(providers),
  ];
  return `${lines.join('\n')}\n`;
}

/** How the data of each provider are; nothing where none is followed. */
function providerLines(providers: readonly ProviderState[]): string[] {
  const each = (value: (state: ProviderState) => number) => providers.map((one): Sample => [`feed="${one.feed}"`, value(one)]);
  const ages = providers.flatMap(({ feed, agesSeconds }) =>
    Object.entries(agesSeconds).map(([kind, seconds]): Sample => [`feed="${feed}",kind="${kind}"`, seconds]),
  );
  return [
    ...gauge('feed_age_seconds', ages),
    ...gauge(
      'feed_allowance_left',
      each(({ leftToday }) => leftToday),
    ),
    ...gauge(
      'feed_allowance_per_day',
      each(({ allowedPerDay }) => allowedPerDay),
    ),
    ...gauge(
      'feed_failing',
      each(({ problem }) => (problem === null ? 0 : 1)),
    ),
  ];
}

/** Labels as Prometheus writes them, empty without any, and the value now. */
type Sample = [labels: string, value: number];

/** A gauge with its samples; nothing without any. */
function gauge(name: string, samples: readonly Sample[]): string[] {
  const lines = samples.map(([labels, value]) => `matchpoint_${name}${labels === '' ? '' : `{${labels}}`} ${value}`);
  return lines.length === 0 ? [] : [`# TYPE matchpoint_${name} gauge`, ...lines];
}

const DAY_MS = 86_400_000;
/** Reasons of files hold what stood in them: so many lines at most, the most frequent ones. */
const REASONS_MAX = 50;

/**
 * How many things each feed was refused within 24 hours, by reason. A gauge and no counter: a row of the quarantine is a match and a
 * reason, however often it is told, and one that is no longer told falls out.
 */
async function quarantineLines({ db, now }: Deps): Promise<string[]> {
  const counts = await countQuarantine(db, new Date(now().getTime() - DAY_MS), REASONS_MAX);
  return gauge(
    'quarantined',
    counts.map(({ feed, reason, count }) => [`feed=${label(feed)},reason=${label(reason)}`, count]),
  );
}

/** What is on its way to people, how old the oldest of it is, and what became of the rest within the last hour. */
async function messageLines(deps: Deps): Promise<string[]> {
  const { lengths, ages, ended } = await messageQueueState(deps);
  return [
    ...gauge(
      'messages',
      lengths.map(({ channel, state, count }) => [`channel="${channel}",state="${state}"`, count]),
    ),
    ...gauge(
      'messages_oldest_seconds',
      ages.map(({ channel, seconds }) => [`channel="${channel}"`, seconds]),
    ),
    ...gauge(
      'messages_ended',
      ended.map(({ channel, how, count }) => [`channel="${channel}",how="${how}"`, count]),
    ),
  ];
}

/** A label's value as Prometheus quotes it. */
const label = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
