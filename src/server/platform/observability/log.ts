import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'child'>;

/**
 * Creates the log: one JSON line per event, on standard error, as standard output is for the operator. No line contains a secret or an
 * address of a user, whatever is passed: readers of logs may not be allowed to read mail.
 */
export const createLog = (level: string, out: DestinationStream = pino.destination(2)): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: (error: unknown) => errorForLog(error) },
      redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`]), censor: HIDDEN },
    },
    out,
  );

const HIDDEN = '...';
/** Fields removed in case a whole request, reply or row is ever logged. */
const SECRETS = ['password', 'password_confirm', 'password_hash', 'token', 'access', 'captcha', 'cookie', 'authorization', 'email', 'to'];

/**
 * Fields of errors that are logged. PostgreSQL puts whole rows into `detail` and `where`, and queries contain values: these are left out.
 */
const TOLD = ['code', 'errno', 'syscall', 'severity', 'schema', 'table', 'column', 'constraint', 'routine', 'status'] as const;
const CAUSES_MAX = 5;

function errorForLog(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? withoutSecrets(error) : HIDDEN;
  const given = error as unknown as Record<string, unknown>;
  const told = TOLD.filter((name) => ['string', 'number'].includes(typeof given[name])).map((name) => [name, given[name]]);
  const others = depth < CAUSES_MAX ? [error.cause, ...(error instanceof AggregateError ? error.errors : [])] : [];
  const causes = others.filter((other) => other !== undefined).map((other) => errorForLog(other, depth + 1));
  return {
    type: error.name,
    message: withoutSecrets(error.message),
    stack: withoutSecrets(error.stack ?? ''),
    ...Object.fromEntries(told),
    ...(causes.length > 0 && { causes }),
  };
}

/** Removes mail addresses (and what precedes the host in a database URL), tokens, API keys, and hashes of passwords. */
const withoutSecrets = (text: string): string =>
  text
    .replace(/[^\s"'`()<>=:/,;|]+@[^\s"'`()<>=:/,;|]+/g, HIDDEN)
    .replace(/\beyJ[\w-]+\.[\w-]+(\.[\w-]+)?/g, HIDDEN)
    .replace(/\bmp_[\w-]{20,}/g, HIDDEN)
    .replace(/\$argon2\w+\$\S+/g, HIDDEN);
