import type { ReactNode } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { useAwayUntil } from '#web/data/play-limits.ts';
import { classNames } from '#web/lib/class-names.ts';
import { AwayNote } from './obstacles.tsx';
import { ScrollingBar } from './scrolling-bar.tsx';

const OWN = [
  { to: '/account', label: 'account.overview' },
  { to: '/account?tab=redeem', label: 'account.redeem' },
  { to: '/account?tab=history', label: 'account.history' },
  { to: '/account?tab=invite', label: 'account.invite' },
  // A page of its own, open to guests too.
  { to: '/forecast-league?tab=mine', label: 'forecast_league.tabs.mine' },
] as const;

const SETTINGS = [
  { to: '/settings/profile', label: 'account.profile' },
  { to: '/settings/security', label: 'account.security' },
  { to: '/settings/notifications', label: 'account.notifications' },
  { to: '/settings/limits', label: 'account.limits' },
] as const;

/** The pages about the user, side by side: a rail on the desktop, a row that scrolls on the phone. */
export function AccountFrame({ children }: { children: ReactNode }) {
  const t = useTranslations();
  const { pathname } = useLocation();
  const tab = useSearchParams()[0].get('tab');
  const awayUntil = useAwayUntil();
  const here = pathname === '/account' && tab !== null ? `/account?tab=${tab}` : pathname;
  const entry = ({ to, label }: (typeof OWN)[number] | (typeof SETTINGS)[number]) => (
    <Link
      key={to}
      to={to}
      aria-current={to === here ? 'page' : undefined}
      className={classNames(
        'thumb flex flex-none items-center rounded-[8px] px-2.5 py-[7px] font-medium whitespace-nowrap text-muted hover:text-text',
        'aria-[current]:bg-raised aria-[current]:text-text',
      )}
    >
      {t(label)}
    </Link>
  );
  return (
    <div className="page-width grid max-w-[1200px] items-start gap-3 md:gap-7 lg:grid-cols-[208px_minmax(0,1fr)]">
      <ScrollingBar active={here} className="-mx-3 min-w-0 max-lg:border-b max-lg:border-line max-lg:pb-2 lg:sticky lg:top-[84px] lg:mx-0">
        <nav aria-label={t('account.nav')} className="gap-1 px-3 lg:grid lg:px-0">
          {OWN.map(entry)}
          <p aria-hidden className="mt-[18px] mb-2 ml-2.5 text-[12px] font-semibold text-faint max-lg:hidden">
            {t('account.settings')}
          </p>
          {SETTINGS.map(entry)}
        </nav>
      </ScrollingBar>
      <div className="min-w-0">
        {awayUntil && <AwayNote until={awayUntil} className="mb-4" />}
        {children}
      </div>
    </div>
  );
}
