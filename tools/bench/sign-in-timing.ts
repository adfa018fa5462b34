// Checks that response times do not reveal whether an account exists: sign-in, forgotten password and reset over HTTP, for addresses with
// and without an account, in pairs of random order. The rank-sum test must find no difference.
import type pg from 'pg';
import { passwords } from '#server/modules/identity/auth/passwords.ts';
import { median, timed } from '#test/support/measuring.ts';
import { rankSumP } from '#test/support/rank-sum.ts';
import { type BenchApp, withApp } from '#tools/bench/support/app.ts';
import { solveCaptchaAt } from '#tools/bench/support/captcha.ts';
import { type BenchClient, createBenchClient } from '#tools/bench/support/client.ts';

const PAIRS = Number(process.env.PAIRS ?? 500);
/** Not counted: the first requests compile code and open connections. */
const WARM_UP_PAIRS = 40;
const P_MIN = 0.01;
const PASSWORD = 'Wrong7Horse';

const ENVIRONMENT = { LOGIN_PER_15_MINUTES: '1000000', LOGIN_PER_IP_15_MINUTES: '1000000', CODES_PER_HOUR: '1000000', CAPTCHA_WORK: '1' };

process.exit((await withApp(ENVIRONMENT, isSilent)) ? 0 : 1);

async function isSilent({ url, database }: BenchApp): Promise<boolean> {
  await fill(database);
  const client = createBenchClient(url, { connections: 1 });
  const found = [
    await compare(client, 'login', 401, async (email) => ({ email, password: PASSWORD, captcha: await solveCaptchaAt(client, 'login') })),
    await compare(client, 'password/forgot', 200, async (email) => ({ email, captcha: await solveCaptchaAt(client, 'forgot') })),
    await compare(client, 'password/reset', 422, async (email) => ({
      email,
      code: '000000',
      password: PASSWORD,
      password_confirm: PASSWORD,
    })),
  ];
  client.close();
  console.log(`sign-in-timing-p ${Math.min(...found).toFixed(3)}`);
  return found.every((p) => p > P_MIN);
}

/** All addresses have the same length and are used once each, so that per-address counters treat them alike. */
function addressOf(pair: number, isKnown: boolean): string {
  return `${isKnown ? 'known' : 'empty'}${String(pair).padStart(4, '0')}@bench.example`;
}

/** Creates an account for one address of each pair. */
async function fill(database: pg.Client): Promise<void> {
  const emails = Array.from({ length: WARM_UP_PAIRS + PAIRS }, (_, pair) => addressOf(pair, true));
  await database.query(
    `insert into users (id, email, email_identity, public_handle, display_name, invite_code, terms_version, password_hash, created_at)
      select gen_random_uuid(), email, email, 'bench' || n, 'Bench ' || n, 'BENCH' || n, '1', $2, now()
      from unnest($1::text[]) with ordinality as t (email, n)`,
    [emails, await passwords.hash('Correct7Horse')],
  );
  await database.query('analyze');
}

/** Returns the p-value of the time difference between known and unknown addresses. */
async function compare({ ask }: BenchClient, path: string, status: number, bodyOf: (email: string) => Promise<object>): Promise<number> {
  const took = { known: [] as number[], unknown: [] as number[] };
  for (let pair = 0; pair < WARM_UP_PAIRS + PAIRS; pair++) {
    const isKnownFirst = Math.random() < 0.5;
    for (const isKnown of [isKnownFirst, !isKnownFirst]) {
      const body = await bodyOf(addressOf(pair, isKnown));
      const ms = await timed(() => ask(`/api/auth/${path}`, { method: 'POST', body, status }));
      if (pair >= WARM_UP_PAIRS) took[isKnown ? 'known' : 'unknown'].push(ms);
    }
  }
  const p = rankSumP(took.known, took.unknown);
  const middle = (values: number[]) => `${median(values).toFixed(2)} ms`;
  console.log(`${path}: known ${middle(took.known)}, unknown ${middle(took.unknown)}, p ${p.toFixed(3)}`);
  return p;
}
