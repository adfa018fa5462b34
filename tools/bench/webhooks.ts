// Events delivered to a receiver on this machine by one worker, with everything that belongs to a delivery: claimed from the database, signed,
// sent, and stored as delivered, in order for each match. Against a bare client of node:http that posts the same bodies to the same receiver
// with as many requests at once, in the same run. Prints deliveries per second of processor time of this process, too: the receiver and the
// database run elsewhere.
import { Agent, request } from 'node:http';
import { sql } from 'kysely';
import { deliverWebhooks } from '#server/modules/notifications/webhooks/deliver.ts';
import { newSecret } from '#server/modules/notifications/webhooks/signing.ts';
import { bodyOf, storeEvents } from '#server/modules/notifications/webhooks/store-events.ts';
import { createWebhookClient } from '#server/modules/notifications/webhooks/webhook-client.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { createMatch } from '#test/support/factories.ts';
import { median, timed } from '#test/support/measuring.ts';
import { withDatabase } from '#tools/bench/support/app.ts';
import { serviceDeps } from '#tools/bench/support/bets.ts';
import { startBenchReceiver } from '#tools/bench/support/webhooks-receiver.ts';

const EVENTS = Number(process.env.EVENTS ?? 2_000);
const WEBHOOKS = 5;
const MATCHES = 100;
const ROUNDS = Number(process.env.ROUNDS ?? 3);
/** As many as the worker has in flight to one host. */
const AT_ONCE = 64;
const PER_CORE_SECOND_MIN = 1_000;

/** What a goal tells. */
const DATA = {
  match: {
    ...{
      id: 4711,
      sport: 'football',
      league: { id: 1, name: 'Premier League' },
      season: '2026/27',
      round: 'Round 12',
      status: 'h2',
      minute: 67,
    },
    ...{ kickoff_at: '2026-11-20T15:00:00.000Z', home: { id: 1, name: 'Avalon Town' }, away: { id: 2, name: 'Northgate United' } },
    score: { home: 2, away: 1, halftime: [1, 1], fulltime: null, extratime: null, penalty: null },
  },
  ...{ side: 'home', count: 1, is_taken_back: false },
};

type Deps = ReturnType<typeof serviceDeps>;
const receiver = await startBenchReceiver();
const isFastEnough = await withDatabase(async ({ url }) => {
  const deps = serviceDeps(url, 10);
  try {
    await migrate(deps.db);
    const webhookIds = await fill(deps);
    const rates: { ours: number; bare: number; perCore: number }[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const ours = await deliverAll(deps, webhookIds);
      const bare = await postAll(deps);
      // The first round warms up both.
      if (round > 0) rates.push({ ours: ours.rate, perCore: ours.perCore, bare });
    }
    const of = (key: 'ours' | 'bare' | 'perCore') => median(rates.map((rate) => rate[key]));
    console.log(`${EVENTS} events to ${WEBHOOKS} webhooks, ${ROUNDS} rounds`);
    console.log(`delivered: ${of('ours').toFixed(0)} a second, ${of('perCore').toFixed(0)} a second of processor time`);
    console.log(`bare client: ${of('bare').toFixed(0)} a second`);
    console.log(`webhooks-vs-bare-posts ${(of('ours') / of('bare')).toFixed(2)}`);
    return of('perCore') >= PER_CORE_SECOND_MIN;
  } finally {
    await deps.close();
  }
});
receiver.stop();
process.exit(isFastEnough ? 0 : 1);

async function fill(deps: Deps): Promise<string[]> {
  const { db } = deps;
  const at = deps.now();
  const [userId, leagueMatch] = [newId(deps), await createMatch(db, { kickoffAt: at })];
  await sql`insert into users (id, public_handle, invite_code, terms_version, created_at) values (${userId}, 'bench', 'BENCHBNC', '1', ${at})`.execute(
    db,
  );
  const { league_id, home_team_id, away_team_id } = await db
    .selectFrom('matches')
    .selectAll()
    .where('id', '=', leagueMatch)
    .executeTakeFirstOrThrow();
  for (let n = 1; n < MATCHES; n++)
    await createMatch(db, { kickoffAt: at, leagueId: league_id, homeTeamId: home_team_id, awayTeamId: away_team_id });
  const ids: string[] = [];
  for (let n = 0; n < WEBHOOKS; n++) {
    const id = newId(deps);
    ids.push(id);
    await db
      .insertInto('webhooks')
      .values({
        ...{ id, user_id: userId, url: `${receiver.url}/${n}`, description: '', secret: newSecret(deps).sealed, events: ['match.goal'] },
        ...{ sports: ['football'], forecast_points: 10, state_since: at, created_at: at },
      })
      .execute();
  }
  return ids;
}

/** Stores events, and returns deliveries a second, by the clock and by the time of the processor. */
async function deliverAll(deps: Deps, webhookIds: readonly string[]): Promise<{ rate: number; perCore: number }> {
  const { db } = deps;
  await sql`truncate webhook_deliveries, webhook_events`.execute(db);
  const matches = (await db.selectFrom('matches').select('id').execute()).map(({ id }) => id);
  const count = EVENTS / WEBHOOKS;
  await storeEvents(
    deps,
    db,
    Array.from({ length: count }, (_, n) => ({
      ...{ type: 'match.goal' as const, matchId: matches[n % matches.length]!, userId: null, data: DATA, webhookIds },
    })),
  );
  await sql`analyze webhook_deliveries`.execute(db);
  await receiver.taken();
  const client = createWebhookClient({ allowsLoopback: true });
  const before = process.cpuUsage();
  const ms = await timed(() => deliverWebhooks(deps, client));
  const { user, system } = process.cpuUsage(before);
  client.close();
  const taken = await receiver.taken();
  if (taken !== EVENTS) throw new Error(`${EVENTS} were due and ${taken} came`);
  return { rate: (EVENTS * 1_000) / ms, perCore: (EVENTS * 1_000_000) / (user + system) };
}

/** Returns the posts a second of a bare client. */
async function postAll(deps: Deps): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const bodies = Array.from({ length: EVENTS }, () => bodyOf(newId(deps), 'match.goal', deps.now(), DATA));
  const post = (body: string) =>
    new Promise<void>((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
      const asked = request(receiver.url, { method: 'POST', agent, headers }, (response) => response.resume().on('end', resolve));
      asked.on('error', reject).end(body);
    });
  const work = async () => {
    for (let body = bodies.pop(); body !== undefined; body = bodies.pop()) await post(body);
  };
  const ms = await timed(() => Promise.all(Array.from({ length: AT_ONCE }, work)));
  agent.destroy();
  await receiver.taken();
  return (EVENTS * 1_000) / ms;
}
