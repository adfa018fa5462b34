/** Roles of operators (docs/rules.md#admins), the least powerful first. */
export const ADMIN_ROLES = ['viewer', 'support', 'reviewer', 'finance', 'super'] as const;
export type AdminRole = (typeof ADMIN_ROLES)[number];

/** Every role with access to the console: may read. */
export const EVERY_ADMIN: readonly AdminRole[] = ADMIN_ROLES;
/** Roles that look after users: notes, sessions, disabling accounts, quarantined rows. */
export const SUPPORTERS: readonly AdminRole[] = ['support', 'reviewer', 'finance', 'super'];
/** Roles that decide on withdrawals, rewards in review and contests. */
export const REVIEWERS: readonly AdminRole[] = ['reviewer', 'finance', 'super'];
/** Roles that may adjust points by hand and record payouts. */
export const TREASURERS: readonly AdminRole[] = ['finance', 'super'];
/** Roles that manage admins and the site's configuration. */
export const SUPERS: readonly AdminRole[] = ['super'];

/** Returns whether a role must pass a second factor before sensitive actions, as it could do harm with a stolen password alone. */
export const needsSecondFactor = (role: AdminRole): boolean => REVIEWERS.includes(role);

/** Returns whether a role sees the full addresses, phone numbers and wallets of users. All other roles see them masked. */
export const seesContacts = (role: AdminRole): boolean => SUPPORTERS.includes(role);

/** Returns whether the second role has more powers than the first. */
export const isPromotion = (from: AdminRole, to: AdminRole): boolean => ADMIN_ROLES.indexOf(to) > ADMIN_ROLES.indexOf(from);

/** How long the only super admin waits for an action that needs two admins, in milliseconds. All admins are notified meanwhile. */
export const ONLY_SUPER_WAITS_MS = 24 * 3_600_000;
