/** What operators may be (docs/rules.md#admins). */
export const ADMIN_ROLES = ['viewer', 'support', 'reviewer', 'finance', 'super'] as const;
export type AdminRole = (typeof ADMIN_ROLES)[number];

/** Everybody in the console: reads. */
export const EVERY_ADMIN: readonly AdminRole[] = ADMIN_ROLES;
/** Look after users: notes, sessions, disabling, quarantined rows. */
export const SUPPORTERS: readonly AdminRole[] = ['support', 'reviewer', 'finance', 'super'];
/** Judge: withdrawals, rewards in review, contests. */
export const REVIEWERS: readonly AdminRole[] = ['reviewer', 'finance', 'super'];
/** Move points by hand, and tell what was paid out. */
export const TREASURERS: readonly AdminRole[] = ['finance', 'super'];
/** Decide who is an admin, and what the site does. */
export const SUPERS: readonly AdminRole[] = ['super'];

/** Roles that can do harm with a stolen password alone, and so need a second factor before they may do what is grave. */
export const needsSecondFactor = (role: AdminRole): boolean => REVIEWERS.includes(role);

/** Who is shown whole addresses, numbers and wallets of users: those who work with them. All others are shown them masked. */
export const seesContacts = (role: AdminRole): boolean => SUPPORTERS.includes(role);

/** Whether the second role may do more than the first. */
export const isPromotion = (from: AdminRole, to: AdminRole): boolean => ADMIN_ROLES.indexOf(to) > ADMIN_ROLES.indexOf(from);

/** A super who is the only one waits so long for what takes two, in milliseconds; all admins are told meanwhile. */
export const ONLY_SUPER_WAITS_MS = 24 * 3_600_000;
