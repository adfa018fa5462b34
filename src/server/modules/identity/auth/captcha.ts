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

/** How long a challenge is valid; this includes the time between solving it and submitting the form. */
export const CAPTCHA_LIFE_SECONDS = 600;

/** Iterations per try: about a millisecond, here and in a browser, so that `CAPTCHA_WORK` counts milliseconds at most. */
const COST = 5_000;

/** Captchas are kept this long after they expire: clocks differ between processes, so another process may still accept one. */
const PURGED_AFTER_MS = 60_000;

/** A solved captcha, which may have been used already. */
export interface SolvedCaptcha {
  signature: Buffer;
  issuedAt: Date;
  expiresAt: Date;
  /** Work factor of the challenge: a multiple of the usual work. */
  work: number;
}

/**
 * Issues a proof-of-work challenge for an action, with `work` times the usual work (1 to 16). It is signed, so that the server stores
 * nothing for challenges that are never solved.
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
 * Validates a solved captcha without consuming it: two hashes, no query. Throws `captcha_required` if there is none, `captcha_expired`, and
 * `captcha_failed` if it is not the solution of a challenge that we issued for this action.
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

/** Consumes a validated captcha; throws `captcha_failed` if it was used before. Of simultaneous calls one succeeds. */
export async function spendCaptcha(deps: Deps, { signature, expiresAt }: SolvedCaptcha): Promise<void> {
  if (!(await insertTaken(deps.db, signature, expiresAt))) throw new AppError('captcha_failed');
}

/**
 * Makes a captcha usable again after it was consumed: used when the password was right and the second factor is asked for. Wrong passwords
 * get no captcha back.
 */
export const returnCaptcha = (deps: Deps, { signature }: SolvedCaptcha): Promise<void> => deleteTaken(deps.db, signature);

/** Validates and consumes a captcha. Call it after the checks that cost nothing, so that a typing error does not use up a captcha. */
export async function takeCaptcha(deps: Deps, action: CaptchaAction, sent: string | undefined): Promise<SolvedCaptcha> {
  const captcha = validateCaptcha(deps, action, sent);
  await spendCaptcha(deps, captcha);
  return captcha;
}

/** Throws `captcha_failed` if a captcha took less work than is required by now; the next one takes more. */
export function requireWork({ work }: SolvedCaptcha, asked: number): void {
  if (!isEnoughWork(work, asked)) throw new AppError('captcha_failed');
}

/** Deletes used captchas that have expired; returns how many. Run it hourly. */
export const purgeCaptchas = (deps: Deps): Promise<number> =>
  transact(deps, (db) => purgeTaken(db, new Date(deps.now().getTime() - PURGED_AFTER_MS)));

const hexadecimal = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`));

/** The fields that we read of the payload from ALTCHA's solver; the other parameters are covered by the same signature. */
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
 * Returns whether we signed the challenge and the solution is right. This compares ALTCHA's two signatures directly: its `verifySolution`
 * would also check the expiry, by the machine's clock.
 */
function isOurs(serverKey: Uint8Array, action: CaptchaAction, { challenge, solution }: SolvedPayload): boolean {
  const [signing, proving] = secretsOf(serverKey, action);
  const isSigned = isSame(challenge.signature, hmac(signing, canonicalJson(challenge.parameters)));
  return isSigned && isSame(challenge.parameters.keySignature, hmac(proving, Buffer.from(solution.derivedKey, 'hex')));
}

const hmac = (secret: string, data: string | Buffer): Buffer => createHmac('sha256', secret).update(data).digest();
const isSame = (hex: string, wanted: Buffer): boolean => timingSafeEqual(Buffer.from(hex, 'hex'), wanted);

/** Derives a pair of keys per action: a captcha solved for signing in is not valid for registration. */
const secretsOf = (serverKey: Uint8Array, action: CaptchaAction) =>
  [derivedKey(serverKey, `captcha:${action}`).toString('hex'), derivedKey(serverKey, `captcha-key:${action}`).toString('hex')] as const;

/**
 * Records a used captcha; returns whether this was the first use, which the unique index decides between simultaneous calls. Commits
 * asynchronously: a crash of the database may lose the last half second of used captchas, which costs less than a disk flush per sign-in.
 */
async function insertTaken(db: Db, signature: Buffer, expiresAt: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into captchas_taken (signature, expires_at)
    select ${signature}::bytea, ${expiresAt}::timestamptz from (select set_config('synchronous_commit', 'off', true)) as this_statement
    on conflict do nothing returning 1`.execute(db);
  return rows.length > 0;
}

async function deleteTaken(db: Db, signature: Buffer): Promise<void> {
  await db.deleteFrom('captchas_taken').where('signature', '=', signature).execute();
}

/** Deletes captchas that expired before a moment; returns how many. */
async function purgeTaken(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('captchas_taken').where('expires_at', '<', before).executeTakeFirst();
  return Number(numDeletedRows);
}
