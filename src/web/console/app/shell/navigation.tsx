import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { type Messages, useFormatter, useTranslations } from 'use-intl';
import type { Overview } from '#contract/overview.ts';
import { type AdminRole, EVERY_ADMIN, SUPERS, TREASURERS } from '#domain/identity/admin-role.ts';
import { overviewQuery } from '#web/console/lib/overview.ts';
import { classNames } from '#web/lib/class-names.ts';
import { ScrollingBar } from '#web/ui/scrolling-bar.tsx';

/** What waits for somebody, by the part of the console where it is done. */
const waiting = ({ queues, contests, quarantine }: Overview): Record<string, number> => ({
  withdrawals: queues.withdrawals.count,
  approvals: queues.approvals.count,
  users: queues.invite_reviews.count + queues.exclusion_reviews.count,
  chat: queues.chat_reports.count + queues.chat_appeals.count,
  contests: contests.unresolved + quarantine.total,
});

/** The ways to all parts of the console that a role may see: a rail on the desktop, a row that scrolls on what is narrower. */
export function Navigation({ role }: { role: AdminRole }) {
  const t = useTranslations('admin');
  const format = useFormatter();
  const { pathname } = useLocation();
  // Without the numbers the menu is still a menu.
  const { data } = useQuery(overviewQuery);
  const counts = data ? waiting(data) : {};
  const isHere = (path: string) => pathname === path || (path !== '/admin' && pathname.startsWith(`${path}/`));
  const shown = DESTINATIONS.filter(({ roles }) => roles.includes(role));
  return (
    <ScrollingBar active={pathname} className="min-w-0 max-lg:border-b max-lg:border-line">
      <nav aria-label={t('nav')} className="gap-0.5 max-lg:px-3 max-lg:py-1.5 lg:grid">
        {shown.map(({ path, name, parts = [] }) => {
          const count = counts[name] ?? 0;
          return (
            <Link
              key={path}
              to={path}
              aria-current={[path, ...parts].some(isHere) ? 'page' : undefined}
              className={classNames(
                'thumb flex h-9 flex-none items-center justify-between gap-2 rounded-control px-2.5 font-medium whitespace-nowrap text-muted hover:text-text',
                'aria-[current]:bg-bg aria-[current]:text-text',
              )}
            >
              {t(`pages.${name}`)}
              {count > 0 && (
                <span className="num grid h-[19px] min-w-[19px] place-items-center rounded-chip bg-live px-1.5 text-[12px] text-[var(--surface)]">
                  <span aria-hidden>{format.number(count, { notation: 'compact' })}</span>
                  <span className="sr-only">{t('waiting', { count })}</span>
                </span>
              )}
            </Link>
          );
        })}
      </nav>
    </ScrollingBar>
  );
}

interface Destination {
  path: string;
  /** Pages of it that have addresses of their own. */
  parts?: readonly string[];
  name: keyof Messages['admin']['pages'];
  /** Who may see it: the same as its endpoints say. */
  roles: readonly AdminRole[];
}

/** The console's parts, in the order of the menu. */
const DESTINATIONS: readonly Destination[] = [
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
