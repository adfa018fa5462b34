import { type AdminRole, REVIEWERS, SUPERS, TREASURERS } from '#domain/identity/admin-role.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts';

/** Conditions that operators are told of by mail or Telegram (docs/notifications.md#alerts-to-operators). */
export const ALERT_CONDITIONS = [
  'large_request',
  'overdue_request',
  'flagged_request',
  'feed_silent',
  'ledger_unproven',
  'treasury_short',
  'treasury_unexplained',
] as const;
export type AlertCondition = (typeof ALERT_CONDITIONS)[number];

/** All alerts: the conditions, and changes of admins, each of which is told once and at once. */
export const OPERATOR_ALERTS = [...ALERT_CONDITIONS, 'admin_change'] as const;
export type OperatorAlert = (typeof OPERATOR_ALERTS)[number];

/** Roles that an alert concerns: they may open its page and do something about it. */
export const ALERT_ROLES: Record<OperatorAlert, readonly AdminRole[]> = {
  large_request: REVIEWERS,
  overdue_request: REVIEWERS,
  flagged_request: REVIEWERS,
  feed_silent: REVIEWERS,
  ledger_unproven: TREASURERS,
  treasury_short: TREASURERS,
  treasury_unexplained: TREASURERS,
  admin_change: SUPERS,
};

/** Alerts that cannot be switched off: without them, a super could be replaced without noticing. */
export const FIXED_ALERTS: readonly OperatorAlert[] = ['admin_change'];

/** Returns the alerts that concern a role. */
export const alertsFor = (role: AdminRole): OperatorAlert[] => OPERATOR_ALERTS.filter((alert) => ALERT_ROLES[alert].includes(role));

/** How an admin may be told; the names are those of the channels of messages. */
export const ALERT_WAYS = ['email', 'telegram'] as const;
export type AlertWay = (typeof ALERT_WAYS)[number];

/**
 * Returns how an admin is told of a condition, given the ways that they chose and those that work: for Telegram, the site has a bot and may
 * write to their chat. Telegram alone becomes mail where it does not work. Empty if no chosen way works.
 */
export function waysToTell(chosen: readonly AlertWay[], working: readonly AlertWay[]): AlertWay[] {
  const wanted: readonly AlertWay[] = chosen.includes('telegram') && !working.includes('telegram') ? ['email'] : chosen;
  return ALERT_WAYS.filter((way) => wanted.includes(way) && working.includes(way));
}

/** Why operators are told: a condition began, concerns something more, lasts for another day, or ended. */
export const ALERT_STEPS = ['began', 'more', 'lasts', 'ended'] as const;
export type AlertStep = (typeof ALERT_STEPS)[number];

/** A condition that holds, and what operators were last told of it. */
export interface AlertState {
  sinceMs: number;
  /** Since when it has not been found any more; null while it is found. */
  goneSinceMs: number | null;
  toldAtMs: number;
  /** Ids of what it concerned when operators were last told. */
  told: readonly string[];
}

/** A condition that comes and goes is one condition, unless it stays away for this long. */
export const ALERT_GONE_MS = 10 * MINUTE_MS;
/** What joins a condition is told at most so often: who makes many requests does not fill mailboxes. */
export const ALERT_MORE_MS = HOUR_MS;
export const ALERT_REMINDER_MS = DAY_MS;

/**
 * Returns what to tell of a condition now, if anything, and its next state; null while it does not hold. `present` are the ids of what it
 * concerns, empty if it was not found.
 */
export function followAlert(
  state: AlertState | null,
  present: readonly string[],
  nowMs: number,
): { step: AlertStep | null; state: AlertState | null } {
  if (state === null) {
    if (present.length === 0) return { step: null, state: null };
    return { step: 'began', state: { sinceMs: nowMs, goneSinceMs: null, toldAtMs: nowMs, told: present } };
  }
  if (present.length === 0) {
    const goneSinceMs = state.goneSinceMs ?? nowMs;
    return nowMs - goneSinceMs >= ALERT_GONE_MS ? { step: 'ended', state: null } : { step: null, state: { ...state, goneSinceMs } };
  }
  const sinceToldMs = nowMs - state.toldAtMs;
  const step =
    sinceToldMs >= ALERT_MORE_MS && joined(state, present).length > 0 ? 'more' : sinceToldMs >= ALERT_REMINDER_MS ? 'lasts' : null;
  const next = { ...state, goneSinceMs: null };
  return { step, state: step === null ? next : { ...next, toldAtMs: nowMs, told: present } };
}

/** Returns the ids that operators were not told of yet. */
export function joined(state: Pick<AlertState, 'told'> | null, present: readonly string[]): string[] {
  const told = new Set(state?.told);
  return present.filter((id) => !told.has(id));
}
