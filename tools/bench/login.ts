// Signing in over HTTP against argon2id alone with the same password and cost in the same run; and the latency of match list requests
// beside fifty pending sign-ins, against the same requests without sign-ins.
import type pg from 'pg';
import { passwords } from '#server/modules/identity/auth/passwords.ts';
import { inTurn, median, percentile, timed } from '#test/support/measuring.ts';
import { type BenchApp, withApp } from '#tools/bench/support/app.ts';
import { solveCaptchaAt } from '#tools/bench/support/captcha.ts';
import { createBenchClient } from '#tools/bench/support/client.ts';
import { openReaders, openSignIns } from '#tools/bench/support/threads.ts';

const WAITING = 50;
const MATCHES = 100;
const ROUND_SECONDS = Number(process.env.ROUND_SECONDS ?? 5);
const ROUNDS = Number(process.env.ROUNDS ?? 9);
/** Milliseconds between read requests. */
const READ_EVERY_MS = 5;
const SINGLE_LOGINS = 100;
const P99_RATIO_MAX = 5;
/**
 * Besides the hash, a sign-in consumes a captcha, counts two rate limits and reverts them, and creates a session, which waits for the disk.
 */
const LOGIN_RATIO_MAX = 2.5;
const PASSWORD = 'Correct7Horse';
const LIST = '/api/matches?date=2026-11-20&tz=UTC';

const ENVIRONMENT = { LOGIN_PER_15_MINUTES: '1000000', LOGIN_PER_IP_15_MINUTES: '1000000', CAPTCHA_WORK: '1' };

process.exit((await withApp(ENVIRONMENT, isFastEnough)) ? 0 : 1);

async function isFastEnough({ url, database }: BenchApp): Promise<boolean> {
  const passwordHash = await passwords.hash(PASSWORD);
  await fill(database, passwordHash);
  const loginRatio = await compareSingle(url, passwordHash);
  const p99Ratio = await compareReaders(url);
  console.log(`login-vs-argon2id ${loginRatio.toFixed(2)}`);
  console.log(`match-list-p99-with-${WAITING}-logins-vs-idle ${p99Ratio.toFixed(2)}`);
  return loginRatio <= LOGIN_RATIO_MAX && p99Ratio <= P99_RATIO_MAX;
}

/** Inserts a day of matches, and a user for each concurrent sign-in. */
async function fill(database: pg.Client, passwordHash: string): Promise<void> {
  await database.query(`
    insert into leagues (sport, name, form, draw_possible, current_season) values ('football', 'Bench', 'league', true, '2026/27');
    insert into teams (sport, name) select 'football', 'Athletic Team ' || n from generate_series(1, ${2 * MATCHES}) n;
    insert into matches (league_id, season, round, home_team_id, away_team_id, draw_possible, kickoff_at)
      select 1, '2026/27', 'Round 12', 2 * n - 1, 2 * n, true, timestamptz '2026-11-20 08:00Z' + n * interval '8 minutes' from generate_series(1, ${MATCHES}) n`);
  await database.query(
    `insert into users (id, email, email_identity, public_handle, display_name, invite_code, terms_version, password_hash, created_at)
      select gen_random_uuid(), n || '@bench.example', n || '@bench.example', 'bench' || n, 'Bench ' || n, 'BENCH' || n, '1', $1, now()
      from generate_series(1, ${WAITING}) n`,
    [passwordHash],
  );
  await database.query('analyze');
}

/** Measures sign-ins one after another, alternating with argon2id alone; returns the ratio of the medians. */
async function compareSingle(url: string, passwordHash: string): Promise<number> {
  const client = createBenchClient(url);
  const logins: number[] = [];
  const hashes: number[] = [];
  for (let round = -10; round < SINGLE_LOGINS; round++) {
    const captcha = await solveCaptchaAt(client, 'login');
    const body = { email: emailOf(1), password: PASSWORD, captcha };
    const login = await timed(() => client.ask('/api/auth/login', { method: 'POST', body }));
    const hash = await timed(() => passwords.isRight(passwordHash, PASSWORD));
    if (round < 0) continue;
    logins.push(login);
    hashes.push(hash);
  }
  client.close();
  const [ours, theirs] = [median(logins), median(hashes)];
  console.log(`login: ${ours.toFixed(1)} ms, argon2id alone ${theirs.toFixed(1)} ms (medians)`);
  return ours / theirs;
}

/** Measures read requests with and without concurrent sign-ins, alternating; returns the ratio of the medians of the rounds' p99. */
async function compareReaders(url: string): Promise<number> {
  const readers = openReaders({ url, path: LIST, everyMs: READ_EVERY_MS });
  const emails = Array.from({ length: WAITING }, (_, user) => emailOf(user + 1));
  const signIns = openSignIns({ url, emails, password: PASSWORD, captchas: ROUND_SECONDS * 200 + 4 * WAITING });
  const idle = async () => percentile(await readers.readFor(ROUND_SECONDS * 1_000), 99);
  const busy = async () => {
    await signIns.begin();
    const p99 = await idle();
    console.log(`${((await signIns.end()) / ROUND_SECONDS).toFixed(0)} logins/s`);
    return p99;
  };
  await inTurn(1, idle, busy);
  const [alone, beside] = await inTurn(ROUNDS, idle, busy);
  await Promise.all([readers.close(), signIns.close()]);
  report(`${WAITING} logins waiting`, beside);
  report('none', alone);
  return median(beside) / median(alone);
}

function report(name: string, p99s: readonly number[]): void {
  const rounds = p99s.map((p99) => p99.toFixed(1)).join(', ');
  console.log(`match list, p99 with ${name}: ${median(p99s).toFixed(1)} ms (rounds ${rounds})`);
}

function emailOf(user: number): string {
  return `${user}@bench.example`;
}
