import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StartError } from '#server/platform/lifetime.ts';
import { createPool, settingsOf, startupOptions } from './pool.ts';

type PoolOptions = NonNullable<Parameters<typeof createPool>[1]>;

/**
 * Returns a pool for a server that answers, accepts the login, is new enough and applies our settings. Throws an error that explains in one
 * sentence what is wrong.
 */
export async function connect(
  url: string,
  { waitMsMax = 20_000, ...options }: PoolOptions & { waitMsMax?: number } = {},
): Promise<pg.Pool> {
  await waitForServer(url, Date.now() + waitMsMax, options);
  return createPool(url, options);
}

const VERSION_MIN = 150_000;
const RETRY_MS = 250;

async function waitForServer(url: string, deadline: number, options: PoolOptions): Promise<void> {
  for (;;) {
    try {
      return await checkServer(url, deadline, options);
    } catch (error) {
      if (!mayPass(error) || Date.now() + RETRY_MS > deadline) throw explain(error, url);
      await sleep(RETRY_MS);
    }
  }
}

async function checkServer(url: string, deadline: number, options: PoolOptions): Promise<void> {
  const settings = settingsOf(options);
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: Math.max(deadline - Date.now(), 1),
    ...(!options.isPooled && { options: startupOptions(settings) }),
  });
  // Errors of the connection after its query has finished do not matter.
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query("select current_setting('server_version_num')::int as version");
    const { version } = rows[0] as { version: number };
    if (version < VERSION_MIN)
      throw new StartError(
        `The database at ${place(url)} is PostgreSQL ${Math.floor(version / 10_000)}: Matchpoint needs version 15 or newer.`,
      );
    await rejectOtherSettings(client, url, settings);
  } finally {
    await client.end();
  }
}

/** A pooler keeps its own connections to the server, and opens them with its own settings. */
async function rejectOtherSettings(client: pg.Client, url: string, settings: Record<string, string>): Promise<void> {
  const { rows } = await client.query<{ name: string; setting: string }>('select name, setting from pg_settings where name = any ($1)', [
    Object.keys(settings),
  ]);
  const other = rows.find(({ name, setting }) => setting !== settings[name]);
  if (other === undefined) return;
  throw new StartError(
    `The pooler at ${place(url)} opens connections with ${other.name} = ${other.setting} and not ${settings[other.name]}: correct its connect_query (docs/operations.md, "A pooler").`,
  );
}

/** A server may still be starting, with its name not yet known, its port closed, or answering that it is not ready. */
function mayPass(error: unknown): boolean {
  if (error instanceof StartError) return false;
  return !(error instanceof pg.DatabaseError) || (startingCodes.has(error.code ?? '') && reasonOf(error) === undefined);
}

const POOLER_REFUSAL = '08P01';
/** A pooler answers with its one code also while the server behind it is still starting. */
const startingCodes = new Set(['57P03', '53300', '57P01', POOLER_REFUSAL]);

const reasons: Record<string, (url: string) => string> = {
  '28P01': (url) => `The database at ${place(url)} refuses the user name or password in DATABASE_URL.`,
  '28000': (url) => `The database at ${place(url)} does not let this user in from here: see its pg_hba.conf.`,
  '3D000': (url) =>
    `The server at ${new URL(url).host} has no database "${decodeURIComponent(new URL(url).pathname.slice(1))}": create it, or correct DATABASE_URL.`,
  [POOLER_REFUSAL]: (url) =>
    `The address ${place(url)} leads to a pooler that keeps no sessions: set DATABASE_URL to the pooler, and DATABASE_SESSION_URL to PostgreSQL itself (docs/operations.md, "A pooler").`,
};

/** Returns the code whose sentence explains an error. A pooler tells its reasons in words only. */
function reasonOf({ code = '', message }: { code?: string | undefined; message: string }): string | undefined {
  if (code !== POOLER_REFUSAL) return code in reasons ? code : undefined;
  if (/^unsupported startup parameter/.test(message)) return POOLER_REFUSAL;
  if (/authentication failed/.test(message)) return '28P01';
  return /^database .* does not exist|^no such database/.test(message) ? '3D000' : undefined;
}

function explain(error: unknown, url: string): StartError {
  if (error instanceof StartError) return error;
  const { code = '', message } = error as { code?: string; message: string };
  const sentence =
    reasons[reasonOf({ code, message }) ?? '']?.(url) ??
    `The database at ${place(url)} does not answer (${message || code}): start it, or correct DATABASE_URL.`;
  return new StartError(sentence, { cause: error });
}

/** Returns the address of the database, without the password. */
function place(url: string): string {
  const { host, pathname } = new URL(url);
  return host + pathname;
}

/**
 * Returns whether an error is the database's fault and worth a retry: connection refused, lost or shut down, unreachable or unknown host,
 * no free connection, no space left, or a server that is read-only because another one has taken over. The driver's own errors have no code.
 */
export function isDatabaseAway(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === 'string') return CONNECTION_CODE.test(code) || SERVER_CODE.test(code);
  return typeof message === 'string' && DRIVER_LOST_CONNECTION.test(message);
}

const CONNECTION_CODE = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
const SERVER_CODE = /^(57P0[123]|53[13]00|25006|25P03|08\w{3})$/;
const DRIVER_LOST_CONNECTION =
  /^(Query read timeout|Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect)/;
