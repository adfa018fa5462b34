import { createHmac, timingSafeEqual } from 'node:crypto';
import { createChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { sql } from 'kysely';
import { z } from 'zod';
import type { CaptchaAction, getCaptcha } from '#contract/auth.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { canonicalJson } from '#domain/canonical-json.ts';
import type { Deps } from '#server/deps.ts';
import { derivedKey } from '#server/platform/crypto/server-keys.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { isEnoughWork } from '#server/platform/http/network-load.ts';
import { transact } from '#server/platform/transact.ts';

/** How long a challenge may be solved, and the solution lie there until a button is pressed. */
export const CAPTCHA_LIFE_SECONDS = 600;

/** Iterations of a try: about a millisecond, here as in a browser, so that `CAPTCHA_WORK` counts milliseconds at most. */
const COST = 5_000;

/** Clocks of several processes differ a little, so that what one holds to be over another may still take. */
const PURGED_AFTER_MS = 60_000;

/** A captcha that was solved, and may have been taken already. */
export interface SolvedCaptcha {
  signature: Buffer;
  issuedAt: Date;
  expiresAt: Date;
  /** How many times the usual work it took. */
  work: number;
}

/**
 * A proof of work for an action, `work` times as much as usual (1 to 16). It is signed, so that nothing has to be kept of those that nobody
 * solves.
 */
export async function issueCaptcha(deps: Deps, action: CaptchaAction, work = 1): Promise<ReplyOf<typeof getCaptcha>> {
  const now = deps.now();
  const [signing, proving] = secretsOf(deps.serverKeys[0], action);
  const { parameters, signature } = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: COST,
    counter: Buffer.from(deps.randomBytes(4)).readUInt32BE() % (deps.config.captchaWork * work),
    deriveKey,
    expiresAt: Math.floor(now.getTime() / 1000) + CAPTCHA_LIFE_SECONDS,
    data: { issuedAt: now.getTime(), work },
    hmacSignatureSecret: signing,
    hmacKeySignatureSecret: proving,
  });
  return { parameters: { ...parameters }, signature: signature! };
}

/**
 * Reads a solved captcha without taking it: two hashes, no query. Throws `captcha_required` without one, `captcha_expired`, and
 * `captcha_failed` for what is not the solution of a challenge that we gave for this action.
 */
export function validateCaptcha(
  { serverKeys, now }: Pick<Deps, 'serverKeys' | 'now'>,
  action: CaptchaAction,
  sent: string | undefined,
): SolvedCaptcha {
  if (!sent) throw new AppError('captcha_required');
  const payload = parsePayload(sent);
  if (!payload || !serverKeys.some((key) => isOurs(key, action, payload))) throw new AppError('captcha_failed');
  const { parameters, signature } = payload.challenge;
  const expiresAt = new Date(parameters.expiresAt * 1000);
  if (expiresAt <= now()) throw new AppError('captcha_expired');
  return {
    signature: Buffer.from(signature, 'hex'),
    issuedAt: new Date(parameters.data.issuedAt),
    expiresAt,
    work: parameters.data.work ?? 1,
  };
}

/** Takes a captcha that was judged; throws `captcha_failed` where it was taken before. Of several at once one succeeds. */
export async function spendCaptcha(deps: Deps, { signature, expiresAt }: SolvedCaptcha): Promise<void> {
  if (!(await insertTaken(deps.db, signature, expiresAt))) throw new AppError('captcha_failed');
}

/**
 * Makes a captcha that was just taken good for another time: for who gave the right password, and is now asked for the rest. Whoever tries
 * passwords gets none back.
 */
export const returnCaptcha = (deps: Deps, { signature }: SolvedCaptcha): Promise<void> => forgetTaken(deps.db, signature);

/** Judges and takes a captcha. Call it after the judgements that cost nothing, so that a typing error does not use one up. */
export async function takeCaptcha(deps: Deps, action: CaptchaAction, sent: string | undefined): Promise<SolvedCaptcha> {
  const captcha = validateCaptcha(deps, action, sent);
  await spendCaptcha(deps, captcha);
  return captcha;
}

/** Throws `captcha_failed` where a captcha took less work than is asked for by now: the next one takes more. */
export function requireWork({ work }: SolvedCaptcha, asked: number): void {
  if (!isEnoughWork(work, asked)) throw new AppError('captcha_failed');
}

/** Forgets which captchas were taken once they could not be taken anyway; returns how many. Run it hourly. */
export const purgeCaptchas = (deps: Deps): Promise<number> =>
  transact(deps, (db) => deleteTaken(db, new Date(deps.now().getTime() - PURGED_AFTER_MS)));

const hexadecimal = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`));

/** What ALTCHA's solvers send, as far as we look at it; the rest of the parameters is signed like these. */
const solvedPayload = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      expiresAt: z.number(),
      keySignature: hexadecimal(32),
      data: z.looseObject({ issuedAt: z.number(), work: z.number().optional() }),
    }),
    signature: hexadecimal(32),
  }),
  solution: z.object({ derivedKey: hexadecimal(32) }),
});
type SolvedPayload = z.output<typeof solvedPayload>;

function parsePayload(sent: string): SolvedPayload | null {
  try {
    return solvedPayload.parse(JSON.parse(Buffer.from(sent, 'base64').toString('utf8')));
  } catch {
    return null;
  }
}

/**
 * Whether the challenge is as we signed it, and the key is the one that had to be found. These are ALTCHA's two signatures, compared by
 * ourselves: its `verifySolution` would judge the expiry as well, by a clock that is not ours.
 */
function isOurs(serverKey: Uint8Array, action: CaptchaAction, { challenge, solution }: SolvedPayload): boolean {
  const [signing, proving] = secretsOf(serverKey, action);
  const isSigned = isSame(challenge.signature, hmac(signing, canonicalJson(challenge.parameters)));
  return isSigned && isSame(challenge.parameters.keySignature, hmac(proving, Buffer.from(solution.derivedKey, 'hex')));
}

const hmac = (secret: string, data: string | Buffer): Buffer => createHmac('sha256', secret).update(data).digest();
const isSame = (hex: string, wanted: Buffer): boolean => timingSafeEqual(Buffer.from(hex, 'hex'), wanted);

/** A pair of keys per action: what was solved to sign in is worth nothing for signing up. */
const secretsOf = (serverKey: Uint8Array, action: CaptchaAction) =>
  [derivedKey(serverKey, `captcha:${action}`).toString('hex'), derivedKey(serverKey, `captcha-key:${action}`).toString('hex')] as const;

/**
 * Whether this was the first time; the unique index tells several at once apart. It does not wait for the disk: a crash of the database may
 * forget what was taken in the last half second, which is worth less than the wait of everybody who signs in.
 */
async function insertTaken(db: Db, signature: Buffer, expiresAt: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into captchas_taken (signature, expires_at)
    select ${signature}::bytea, ${expiresAt}::timestamptz from (select set_config('synchronous_commit', 'off', true)) as this_statement
    on conflict do nothing returning 1`.execute(db);
  return rows.length > 0;
}

async function forgetTaken(db: Db, signature: Buffer): Promise<void> {
  await db.deleteFrom('captchas_taken').where('signature', '=', signature).execute();
}

/** Removes those that expired before a moment; returns how many. */
async function deleteTaken(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('captchas_taken').where('expires_at', '<', before).executeTakeFirst();
  return Number(numDeletedRows);
}
