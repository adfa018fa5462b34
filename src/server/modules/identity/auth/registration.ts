import { disposableEmailBlocklistSet } from 'disposable-email-domains-js';
import type { Transaction } from 'kysely';
import { z } from 'zod';
import type { register } from '#contract/auth.ts';
import type { ParsedInputOf } from '#contract/endpoint.ts';
import { emailIdentity, normaliseEmail } from '#domain/identity/email.ts';
import { nameFault } from '#domain/identity/misleading-name.ts';
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN, passwordFaults } from '#domain/identity/password.ts';
import { canonicalTimeZone } from '#domain/identity/region.ts';
import { type InviteWay, inviteCode, normaliseInviteCode } from '#domain/ledger/rewards.ts';
import type { Deps } from '#server/deps.ts';
import { openAccounts } from '#server/modules/ledger/public.ts';
import type { Trait } from '#server/modules/play-limits/public.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { transact } from '#server/platform/transact.ts';
import type { SolvedCaptcha } from './captcha.ts';
import { isPasswordCommon } from './passwords.ts';
import * as auth from './queries.ts';

/** Minimum age in years, which users confirm. */
export const AGE_MIN = 18;

export type Registration = ParsedInputOf<typeof register>;

/** A form submitted faster than this was not filled in by a person. */
const HASTE_MS = 1_500;

/** Validates the input without asking the database, in the order of the form's fields by importance. */
export function validateRegistration(input: Registration): void {
  validateConsent(input);
  validateEmail(input.email);
  validatePassword(input.password, input.password_confirm);
  validateDetails(input);
}

/** Checks that the user agreed to our terms and is of age: throws `agree_required`, `age_required`. */
export function validateConsent(input: Pick<Registration, 'agree' | 'adult'>): void {
  if (!input.agree) throw new AppError('agree_required');
  if (!input.adult) throw new AppError('age_required');
}

/**
 * Validates the optional fields of every registration: throws `invalid_payload`, `name_misleading`, `invalid_time_zone`,
 * `invalid_invite_code`.
 */
export function validateDetails(input: Pick<Registration, 'display_name' | 'time_zone' | 'invite_code'>): void {
  if (input.display_name) validateName(input.display_name, 'display_name');
  if (input.time_zone && canonicalTimeZone(input.time_zone) === null) throw new AppError('invalid_time_zone');
  if (input.invite_code && !normaliseInviteCode(input.invite_code)) throw new AppError('invalid_invite_code');
}

/** Throws `bot_detected` for programs: they fill in the invisible field, or finish before a person could have read the form. */
export function validateHumanity(input: Registration, { issuedAt }: SolvedCaptcha, now: Date): void {
  if (input.website || now.getTime() - issuedAt.getTime() < HASTE_MS) throw new AppError('bot_detected');
}

/** Validates an address without asking the database: throws `invalid_email`, `disposable_email`. */
export function validateEmail(typed: string): void {
  if (!isEmail(typed)) throw new AppError('invalid_email');
  if (isDisposable(normaliseEmail(typed))) throw new AppError('disposable_email');
}

/** Validates a new password: throws the first rule that it breaks, `password_common` or `password_mismatch`. */
export function validatePassword(password: string, again: string): void {
  const [fault] = passwordFaults(password);
  if (fault) throw new AppError(fault, { min: PASSWORD_LENGTH_MIN, max: PASSWORD_LENGTH_MAX });
  if (isPasswordCommon(password)) throw new AppError('password_common');
  if (password !== again) throw new AppError('password_mismatch');
}

/** The inviter, the invite code in canonical form, and how the new user got it, if known. */
interface Invitation {
  inviterId: string;
  code: string;
  through?: InviteWay | undefined;
}

/**
 * Returns the invitation that a registration names; null if it names none. Throws `invalid_invite_code` also if the inviter is
 * self-excluded.
 */
export async function findInvitation(
  deps: Deps,
  { invite_code, invite_through }: Pick<Registration, 'invite_code' | 'invite_through'>,
): Promise<Invitation | null> {
  if (!invite_code) return null;
  const code = normaliseInviteCode(invite_code);
  const inviter = code && (await auth.findInviter(deps.db, code));
  if (!inviter || (await deps.wiring.exclusionOf(deps.db, inviter.id, deps.now()))) throw new AppError('invalid_invite_code');
  return { inviterId: inviter.id, code, through: invite_through };
}

export interface UserToCreate {
  /** Null for a linked sign-in without an address. */
  email: string | null;
  /** Null for an account without password sign-in. */
  password: string | null;
  displayName?: string | undefined;
  timeZone?: string | undefined;
  locale: string;
  ip: string | null;
  /** Device id of the browser; undefined if there was none. */
  deviceId?: string;
  invitation: Invitation | null;
  emailVerifiedAt?: Date;
}

/**
 * Creates a validated user with the accounts that their points will lie in, and runs `within` in the same transaction: an error that it
 * throws rolls everything back. Throws `email_taken`.
 */
export async function createUser(
  deps: Deps,
  user: UserToCreate,
  within: (db: Transaction<DB>, created: auth.UserRow) => Promise<void> = async () => {},
): Promise<auth.UserRow> {
  const email = user.email === null ? null : normaliseEmail(user.email);
  const identity = email === null ? null : emailIdentity(email);
  if (email !== null && identity !== null && (await auth.isEmailTaken(deps.db, email, identity))) throw new AppError('email_taken');
  const now = deps.now();
  const row = {
    id: newId(deps),
    email,
    email_identity: identity,
    email_verified_at: user.emailVerifiedAt ?? null,
    password_hash: user.password === null ? null : await deps.passwords.hash(user.password, user.ip ?? undefined),
    display_name: user.displayName?.normalize('NFC') || null,
    invited_by: user.invitation?.inviterId ?? null,
    invited_with: user.invitation?.code ?? null,
    invited_through: user.invitation?.through ?? null,
    time_zone: user.timeZone || 'UTC',
    locale: user.locale,
    registration_ip: user.ip,
    registration_country: user.ip === null ? null : deps.countryOf(user.ip),
    registration_device_id: user.deviceId ?? null,
    terms_version: deps.config.termsVersion,
    created_at: now,
  };
  for (let attempt = 1; ; attempt++) {
    const drawn = { public_handle: `player_${generateInviteCode(deps).toLowerCase()}`, invite_code: generateInviteCode(deps) };
    try {
      return await transact(deps, async (db) => {
        const created = await auth.insertUser(db, { ...row, ...drawn });
        await openAccounts(db, created.id, now);
        await deps.wiring.carryExclusions(deps, db, created.id, traitsOf(created));
        await within(db, created);
        return created;
      });
    } catch (error) {
      if (meansEmailTaken(error)) throw new AppError('email_taken');
      if (!DRAWN_CONSTRAINTS.has(constraintOf(error)) || attempt === DRAWS_MAX) throw error;
    }
  }
}

/** Returns the traits of a new user that self-exclusions match. */
const traitsOf = ({ email_identity, registration_device_id }: auth.UserRow): Trait[] => [
  ...(email_identity === null ? [] : [{ kind: 'email' as const, value: email_identity }]),
  ...(registration_device_id === null ? [] : [{ kind: 'device' as const, value: registration_device_id }]),
];

/** Returns whether an error of the database means that the address was registered at the same time by another request. */
export const meansEmailTaken = (error: unknown): boolean => EMAIL_CONSTRAINTS.has(constraintOf(error));

const constraintOf = (error: unknown): string => (error as { constraint?: string }).constraint ?? '';
const EMAIL_CONSTRAINTS = new Set(['users_email_key', 'users_by_email_identity']);
const DRAWN_CONSTRAINTS = new Set(['users_public_handle_key', 'users_invite_code_key']);
const DRAWS_MAX = 5;

const generateInviteCode = (deps: Deps) => inviteCode(deps.randomBytes(8));

const emailAddress = z.email().max(254);
/** Returns whether a text has the form of an address. */
export const isEmail = (typed: string) => emailAddress.safeParse(normaliseEmail(typed)).success;

/** Returns whether a name may be shown to others: it is visible and not misleading. */
export const isDisplayName = (name: string) => nameFault(name.normalize('NFC')) === null;

/** Validates a name that others see. Throws `invalid_payload` for invalid characters, else `name_misleading` with the reason. */
export function validateName(name: string, field: string): void {
  const reason = nameFault(name.normalize('NFC'));
  if (reason === 'characters') throw new AppError('invalid_payload', { field });
  if (reason !== null) throw new AppError('name_misleading', { field, reason });
}

/** Built once on first use, as it has thousands of entries. */
let listed: Set<string> | undefined;

/** Returns whether an address is at a disposable email host or one of its subdomains. */
function isDisposable(email: string): boolean {
  listed ??= disposableEmailBlocklistSet();
  const labels = email.slice(email.lastIndexOf('@') + 1).split('.');
  return labels.some((_, index) => listed!.has(labels.slice(index).join('.')));
}
