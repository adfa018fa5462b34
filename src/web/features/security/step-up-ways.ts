import type { Overview } from '#contract/account.ts';
import type { CodeContact } from './api.ts';

/** What proves without leaving the page that the owner is here. */
export type StepUpWay = 'password' | 'totp' | 'code';

/** The ways that a user has, the quickest first. */
export function stepUpWays(overview: Overview): StepUpWay[] {
  const ways: [StepUpWay, boolean][] = [
    ['password', overview.profile.has_password],
    ['totp', overview.two_factor],
    ['code', codeContact(overview) !== null],
  ];
  return ways.flatMap(([way, isThere]) => (isThere ? [way] : []));
}

/** Where a code would go: the server sends it to the first of these that was confirmed. */
export function codeContact({ profile, telegram_bound }: Overview): CodeContact | null {
  if (profile.email !== null && profile.email_verified) return { channel: 'email', to: profile.email };
  if (telegram_bound) return { channel: 'telegram', to: null };
  if (profile.phone !== null && profile.phone_verified) return { channel: 'sms', to: profile.phone };
  return null;
}
