import { type InviteWay, normaliseInviteCode } from '#domain/ledger/rewards.ts';
import { keptInvite } from './invite-link.ts';

/** A code as a registration names it: what was typed, and whether the last link had it; nothing where none was typed. */
export function inviteFields(typed: string, now: Date): { invite_code?: string; invite_through?: InviteWay } {
  const code = typed.trim();
  if (code === '') return {};
  return { invite_code: code, invite_through: normaliseInviteCode(code) === keptInvite(now) ? 'link' : 'code' };
}
