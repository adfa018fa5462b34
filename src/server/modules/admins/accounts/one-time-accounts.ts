import type { AdminRole } from '#domain/identity/admin-role.ts';
import { normaliseEmail } from '#domain/identity/email.ts';
import { INVITE_ALPHABET } from '#domain/ledger/rewards.ts';
import type { Deps } from '#server/deps.ts';
import { removeChat } from '#server/modules/admins/alert-chats/queries.ts';
import { type AdminRow, deleteDevices, endSessions, setPassword } from '#server/modules/admins/sign-in/queries.ts';
import { ADMINS, isEmail, removeFactor } from '#server/modules/identity/public.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { insertAdmin } from './queries.ts';

/** The dependencies that the command line also has. */
export type AccountDeps = Pick<Deps, 'db' | 'now' | 'randomBytes' | 'serverKeys' | 'passwords'>;

/** A password that is handed over once. */
export interface OneTime {
  password: string;
  hash: string;
  until: Date;
}

/** Generates a one-time password, valid for 24 hours from now. Call it before locking anything, as hashing is slow. */
export async function prepareOneTime(deps: Pick<AccountDeps, 'now' | 'randomBytes' | 'passwords'>): Promise<OneTime> {
  const password = generateOneTimePassword(deps);
  return { password, hash: await deps.passwords.hash(password), until: new Date(deps.now().getTime() + ONE_TIME_MS) };
}

export interface AdminToAdd {
  /** As typed. */
  email: string;
  role: AdminRole;
  /** Generated if absent. */
  id?: string;
  createdBy: string | null;
}

/** Adds an admin with a one-time password. Throws `invalid_email`, `email_taken`. */
export async function addAdmin(
  deps: Pick<AccountDeps, 'now' | 'randomBytes'>,
  db: Db,
  { id = newId(deps), email, role, createdBy }: AdminToAdd,
  { hash, until }: OneTime,
): Promise<AdminRow> {
  if (!isEmail(email)) throw new AppError('invalid_email');
  const account = { id, email: normaliseEmail(email), role, created_by: createdBy, created_at: deps.now() };
  const added = await insertAdmin(db, { ...account, password_hash: hash, one_time_until: until });
  if (!added) throw new AppError('email_taken');
  return added;
}

/**
 * Resets an account: sets a one-time password, removes the second factor, ends sessions, deletes remembered devices, and unlinks the chat of
 * its alerts. Locks the admin.
 */
export async function putBack(deps: Pick<AccountDeps, 'now'>, db: Db, id: string, { hash, until }: OneTime): Promise<void> {
  await setPassword(db, id, hash, until);
  await removeFactor(db, ADMINS, id);
  await endSessions(db, { adminId: id }, 'revoked', deps.now());
  await deleteDevices(db, id);
  await removeChat(db, id);
}

/** Lifetime of a one-time password. */
const ONE_TIME_MS = 24 * 3_600_000;

const GROUPS = 4;
const GROUP_LENGTH = 4;

/**
 * Generates a password to be handed over: "K7QM-2WXP-9FHC-RT4B", 80 bits in letters and digits that are not easily confused. It contains no
 * lower-case letter, which the rules require, so that nobody can choose it as their own password.
 */
export function generateOneTimePassword({ randomBytes }: Pick<Deps, 'randomBytes'>): string {
  // 256 is a multiple of the alphabet's size, so every letter is equally likely.
  const letters = Array.from(randomBytes(GROUPS * GROUP_LENGTH), (byte) => INVITE_ALPHABET[byte % INVITE_ALPHABET.length]).join('');
  return Array.from({ length: GROUPS }, (_, group) => letters.slice(group * GROUP_LENGTH, (group + 1) * GROUP_LENGTH)).join('-');
}
