import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'child'>;

/**
 * One JSON line an event, on standard error: standard output is for what the operator is told. No line holds a secret or
 * somebody's address, whatever is handed over: who reads logs need not be who may read mail.
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
/** Should a whole request, reply or row ever be logged. */
const SECRETS = ['password', 'password_confirm', 'password_hash', 'token', 'access', 'captcha', 'cookie', 'authorization', 'email', 'to'];

/** What an error may say of itself. PostgreSQL's tell whole rows in `detail` and `where`, and queries hold values: both stay here. */
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

/** Mail addresses (and what stands before the host in a database's URL), tokens, hashes of passwords. */
const withoutSecrets = (text: string): string =>
  text
    .replace(/[^\s"'`()<>=:/,;|]+@[^\s"'`()<>=:/,;|]+/g, HIDDEN)
    .replace(/\beyJ[\w-]+\.[\w-]+(\.[\w-]+)?/g, HIDDEN)
    .replace(/\$argon2\w+\$\S+/g, HIDDEN);
