import type { ReactNode } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { useAwayUntil } from '#web/data/play-limits.ts';
import { AwayNote } from './obstacles.tsx';
import { ScrollingBar } from './scrolling-bar.tsx';

/** The pages about the user in groups; a group's own link leads to its first page. */
const GROUPS = [
  { label: 'account.overview', pages: [{ to: '/account', label: 'account.overview' }] },
  {
    label: 'account.points',
    pages: [
      { to: '/account?tab=history', label: 'account.history' },
      { to: '/account?tab=redeem', label: 'account.redeem' },
    ],
  },
  { label: 'account.invite', pages: [{ to: '/account?tab=invite', label: 'account.invite' }] },
  {
    label: 'account.settings',
    pages: [
      { to: '/settings/profile', label: 'account.profile' },
      { to: '/settings/security', label: 'account.security' },
      { to: '/settings/notifications', label: 'account.notifications' },
      { to: '/settings/limits', label: 'account.limits' },
      { to: '/settings/developers', label: 'account.developers' },
    ],
  },
] as const;

const ENTRY =
  'thumb flex flex-none items-center rounded-[8px] px-2.5 py-[7px] font-medium whitespace-nowrap text-muted hover:text-text aria-[current]:bg-raised aria-[current]:text-text';

/** The pages about the user: groups, and the pages of the current one; a rail on the desktop, two rows on the phone. */
export function AccountFrame({ children }: { children: ReactNode }) {
  const t = useTranslations();
  const { pathname } = useLocation();
  const tab = useSearchParams()[0].get('tab');
  const awayUntil = useAwayUntil();
  const here = pathname === '/account' && tab !== null ? `/account?tab=${tab}` : pathname;
  const current = GROUPS.find(({ pages }) => pages.some(({ to }) => to === here)) ?? GROUPS[0];
  return (
    <div className="page-width grid max-w-[1200px] items-start gap-3 md:gap-7 lg:grid-cols-[208px_minmax(0,1fr)]">
      <nav
        aria-label={t('account.nav')}
        className="-mx-3 grid min-w-0 gap-1 *:min-w-0 max-lg:border-b max-lg:border-line max-lg:pb-2 lg:sticky lg:top-[84px] lg:mx-0"
      >
        <ScrollingBar active={here}>
          <ul className="gap-1 px-3 lg:grid lg:px-0">
            {GROUPS.map((group) => (
              <li key={group.label} className="flex-none">
                <Link
                  to={group.pages[0].to}
                  aria-current={group !== current ? undefined : group.pages.length > 1 ? 'true' : 'page'}
                  className={ENTRY}
                >
                  {t(group.label)}
                </Link>
              </li>
            ))}
          </ul>
        </ScrollingBar>
        {current.pages.length > 1 && (
          <ScrollingBar active={here}>
            <ul className="gap-1 px-3 lg:mt-2 lg:grid lg:border-t lg:border-line lg:px-0 lg:pt-3">
              {current.pages.map(({ to, label }) => (
                <li key={to} className="flex-none">
                  <Link to={to} aria-current={to === here ? 'page' : undefined} className={`${ENTRY} text-[13px]`}>
                    {t(label)}
                  </Link>
                </li>
              ))}
            </ul>
          </ScrollingBar>
        )}
      </nav>
      <div className="min-w-0">
        {awayUntil && <AwayNote until={awayUntil} className="mb-4" />}
        {children}
      </div>
    </div>
  );
}
