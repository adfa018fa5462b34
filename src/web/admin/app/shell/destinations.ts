import type { Messages } from 'use-intl';
import { type AdminRole, EVERY_ADMIN, SUPERS, TREASURERS } from '#domain/admin-role.ts';

interface Destination {
  path: string;
  /** Pages of it that have addresses of their own. */
  parts?: readonly string[];
  name: keyof Messages['admin']['pages'];
  /** Who may see it: the same as its endpoints say. */
  roles: readonly AdminRole[];
}

/** The console's parts, in the order of the menu. */
export const DESTINATIONS: readonly Destination[] = [
  { path: '/admin', name: 'overview', roles: EVERY_ADMIN },
  { path: '/admin/trends', name: 'trends', roles: EVERY_ADMIN },
  { path: '/admin/users', parts: ['/admin/invite-reviews', '/admin/exclusion-reviews'], name: 'users', roles: EVERY_ADMIN },
  { path: '/admin/withdrawals', name: 'withdrawals', roles: EVERY_ADMIN },
  { path: '/admin/contests', parts: ['/admin/quarantine', '/admin/fixtures'], name: 'contests', roles: EVERY_ADMIN },
  { path: '/admin/chat', name: 'chat', roles: EVERY_ADMIN },
  { path: '/admin/approvals', name: 'approvals', roles: EVERY_ADMIN },
  { path: '/admin/audit', name: 'audit', roles: TREASURERS },
  { path: '/admin/admins', name: 'admins', roles: SUPERS },
  { path: '/admin/settings', name: 'settings', roles: EVERY_ADMIN },
];
