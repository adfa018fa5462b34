import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StartError } from '#server/platform/lifetime.ts';
import { createPool } from './pool.ts';

type Options = { waitMsMax?: number; onIdleError?: (error: Error) => void; pipeline?: boolean };

/**
 * Returns a pool for a server that answers, accepts the login and is new enough. Throws an error that explains in one sentence what is
 * wrong.
 */
export async function connect(url: string, { waitMsMax = 20_000, onIdleError, pipeline }: Options = {}): Promise<pg.Pool> {
  await waitForServer(url, Date.now() + waitMsMax);
  return createPool(url, { onIdleError, pipeline });
}

const VERSION_MIN = 150_000;
const RETRY_MS = 250;

async function waitForServer(url: string, deadline: number): Promise<void> {
  for (;;) {
    try {
      const version = await readVersion(url, deadline);
      if (version >= VERSION_MIN) return;
      throw new StartError(
        `The database at ${place(url)} is PostgreSQL ${Math.floor(version / 10_000)}: Matchpoint needs version 15 or newer.`,
      );
    } catch (error) {
      if (!mayPass(error) || Date.now() + RETRY_MS > deadline) throw explain(error, url);
      await sleep(RETRY_MS);
    }
  }
}

async function readVersion(url: string, deadline: number): Promise<number> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: Math.max(deadline - Date.now(), 1) });
  // Errors of the connection after its query has finished do not matter.
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query("select current_setting('server_version_num')::int as version");
    return rows[0].version;
  } finally {
    await client.end();
  }
}

/** A server may still be starting, with its name not yet known, its port closed, or answering that it is not ready. */
function mayPass(error: unknown): boolean {
  if (error instanceof StartError) return false;
  return !(error instanceof pg.DatabaseError) || startingCodes.has(error.code ?? '');
}

const startingCodes = new Set(['57P03', '53300', '57P01']);

const reasons: Record<string, (url: string) => string> = {
  '28P01': (url) => `The database at ${place(url)} refuses the user name or password in DATABASE_URL.`,
  '28000': (url) => `The database at ${place(url)} does not let this user in from here: see its pg_hba.conf.`,
  '3D000': (url) =>
    `The server at ${new URL(url).host} has no database "${decodeURIComponent(new URL(url).pathname.slice(1))}": create it, or correct DATABASE_URL.`,
};

function explain(error: unknown, url: string): StartError {
  if (error instanceof StartError) return error;
  const { code = '', message } = error as { code?: string; message: string };
  const sentence =
    reasons[code]?.(url) ?? `The database at ${place(url)} does not answer (${message || code}): start it, or correct DATABASE_URL.`;
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
