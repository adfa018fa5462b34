// A goal in a match with very many followers: time until all notifications are queued, against PostgreSQL's plain insert of as many such
// rows, 500 per statement, in the same run; and the rate of sending them to a push service, against encryption alone with the same library.
// The limits: a reader's card needs two budget rows and eight lookups, and nothing is sent before it is stored. At six plain inserts per
// card, queueing is still twice as fast as sending in one process, so it delays nothing. Encryption, which cannot be avoided, must be at
// least a fifth of the time of a push. The time until a goal reaches everybody is printed, too: after many minutes it is no longer news.
import pg from 'pg';
import webPush from 'web-push';
import type { Deps } from '#server/deps.ts';
import { notifyFollowers } from '#server/modules/notifications/news/notify-followers.ts';
import { createPushService } from '#server/modules/notifications/news/push-service.ts';
import { sendPushes } from '#server/modules/notifications/news/send-push.ts';
import { watchMatches } from '#server/modules/notifications/news/watch.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { inTurn, median, percentile, timed } from '#test/support/measuring.ts';
import { withDatabase } from '#tools/bench/support/app.ts';
import { serviceDeps } from '#tools/bench/support/bets.ts';
import { createFollowers, type GameName, tellGoal, tellKickOffs, toldOf } from '#tools/bench/support/notifications.ts';
import { startBenchPushService } from '#tools/bench/support/notifications-service.ts';

const USERS = Number(process.env.USERS ?? 100_000);
/** Pushes per round, so that there are enough for the near and the far service. */
const PUSHES = Math.min(Number(process.env.PUSHES ?? 5_000), USERS / 5);
const ROUNDS = Number(process.env.ROUNDS ?? 2);
/** Response time of a distant push service, in milliseconds. */
const FAR_MS = Number(process.env.FAR_MS ?? 100);
const AT_ONCE = 500;
/** Followers of the other match, and how many pages they may wait. */
const FEW = 10;
const WAIT_PAGES_MAX = 3;
const TELL_RATIO_MAX = 6;
const SEND_RATIO_MIN = 0.2;

type Games = Record<GameName, number>;

const isFastEnough = await withDatabase(async ({ url }) => {
  const deps = serviceDeps(url, 10);
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  try {
    await migrate(deps.db);
    const games = await fill(deps);
    const tellRatio = await tellRounds(deps, database, games);
    const sendRatio = await send(deps, database);
    console.log(`pushes-vs-encrypting ${sendRatio.toFixed(2)}`);
    console.log(`notifications-vs-insert ${tellRatio.toFixed(2)}`);
    return tellRatio <= TELL_RATIO_MAX && sendRatio >= SEND_RATIO_MIN;
  } finally {
    await database.end();
    await deps.close();
  }
});
process.exit(isFastEnough ? 0 : 1);

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1);
}

async function fill(deps: Deps): Promise<Games> {
  const games = await tellKickOffs(deps);
  const ms = await timed(async () => {
    await createFollowers(deps, games.crowded, USERS);
    await createFollowers(deps, games.quiet, FEW);
  });
  for (let look = 0; look < 2; look++) await watchMatches(deps);
  console.log(`${USERS} followers of one match and ${FEW} of another in ${seconds(ms)} s`);
  return games;
}

/** Alternates goals and plain inserts; returns the ratio of their total times. */
async function tellRounds(deps: Deps, database: pg.Client, games: Games): Promise<number> {
  let [ours, theirs] = [0, 0];
  for (let goals = 1; goals <= ROUNDS; goals++) {
    await database.query('truncate notifications');
    await database.query('checkpoint');
    ours += await notifyAll(deps, games, goals);
    await database.query('checkpoint');
    theirs += await insertRows(database);
  }
  console.log(`${ROUNDS} goals told in ${seconds(ours)} s; as many plain rows inserted in ${seconds(theirs)} s`);
  return ours / theirs;
}

/** Returns the milliseconds of a goal's pages, excluding the other match's goal, which is scored after a tenth of them. */
async function notifyAll(deps: Deps, games: Games, goals: number): Promise<number> {
  await tellGoal(deps, 'crowded', goals);
  await watchMatches(deps);
  const pages: number[] = [];
  const turn = async () => {
    let [asked, told] = [0, 0];
    const ms = await timed(async () => {
      told = await notifyFollowers(deps, () => asked++ === 0);
    });
    if (told > 0) pages.push(ms);
    return told > 0;
  };
  for (let page = 0; page < USERS / AT_ONCE / 10; page++) await turn();
  await tellGoal(deps, 'quiet', goals);
  await watchMatches(deps);
  let waited = 0;
  for (; (await toldOf(deps, games.quiet)).missed > 0; waited++)
    if (!(await turn())) throw new Error('readers of the other match were not notified');
  if (waited > WAIT_PAGES_MAX) throw new Error(`the other match has waited ${waited} pages`);
  while (await turn());
  const { cards, missed } = await toldOf(deps, games.crowded);
  if (missed > 0) throw new Error(`${missed} readers were not notified`);
  const [p50, p99] = [50, 99].map((percent) => percentile(pages, percent).toFixed(0));
  const total = pages.reduce((sum, ms) => sum + ms, 0);
  console.log(`goal ${goals}: ${cards} cards in ${pages.length} pages of ${p50} ms (median), ${p99} ms (99 of 100), ${seconds(total)} s`);
  console.log(`        of another match told ${waited} pages after it was known`);
  return total;
}

/**
 * Creates a table like the notifications table, with its indexes, checks and reference, and fills it with the same rows by plain inserts in
 * pages.
 */
async function insertRows(database: pg.Client): Promise<number> {
  await database.query(`
    drop table if exists plain_rows;
    create table plain_rows (like notifications including all);
    alter table plain_rows add foreign key (user_id) references users on delete cascade`);
  const columns = 'target, tag, channel, user_id, news_id, payload, loud, next_try_at, not_after';
  const { rows } = await database.query<{ row: string }>(`
    select format('(%L, %L, %L, %L, %L, %L, %L, %L, %L)', ${columns}) as row from notifications order by user_id`);
  const statements: string[] = [];
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const values = rows.slice(from, from + AT_ONCE).map(({ row }) => row);
    statements.push(`insert into plain_rows (${columns}) values ${values.join(',')}`);
  }
  return timed(async () => {
    for (const statement of statements) await database.query(statement);
  });
}

/** Returns the rate of complete sending relative to encryption alone. */
async function send(deps: Deps, database: pg.Client): Promise<number> {
  const rounds = await inTurn(
    ROUNDS,
    () => sendTo(deps, 0),
    () => encrypt(database),
  );
  const [near, encrypting] = rounds.map(median) as [number, number];
  const far = await sendTo(deps, FAR_MS);
  console.log(`encrypting alone: ${encrypting.toFixed(0)} a second`);
  console.log(`sending: ${near.toFixed(0)} a second to a service that answers at once, ${far.toFixed(0)} where it takes ${FAR_MS} ms`);
  console.log(`one process sends ${USERS} in ${seconds((USERS * 1_000) / far)} s`);
  return near / encrypting;
}

/** Returns encrypted payloads per second, one at a time, with the sender's library. */
async function encrypt(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ p256dh: string; auth: string; payload: object }>(
    `select p256dh, auth, payload from notifications n join push_devices d on d.id = n.target limit ${PUSHES}`,
  );
  const ms = await timed(async () => {
    for (const { p256dh, auth, payload } of rows) webPush.encrypt(p256dh, auth, JSON.stringify(payload), 'aes128gcm');
  });
  return (rows.length * 1_000) / ms;
}

/** Returns pushes per second, for `PUSHES` due notifications or a few more. */
async function sendTo(deps: Deps, answerMs: number): Promise<number> {
  const service = await startBenchPushService(answerMs);
  const push = createPushService(deps, { standIn: service.url });
  let asked = 0;
  const counted: typeof push = {
    ...push,
    send: (...one) => {
      asked++;
      return push.send(...one);
    },
  };
  try {
    const ms = await timed(() => sendPushes(deps, counted, () => asked < PUSHES));
    const taken = await service.taken();
    if (asked < PUSHES || taken !== asked) throw new Error(`${PUSHES} were due, ${asked} were sent and ${taken} taken`);
    return (taken * 1_000) / ms;
  } finally {
    push.close();
    service.stop();
  }
}
