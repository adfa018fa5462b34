import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { needsSecondFactor } from '#domain/admin-role.ts';
import { useAdmin } from '#web/admin/lib/session.ts';
import { Logo } from '#web/ui/logo.tsx';
import { AccountButton } from './account-button.tsx';
import { IdleDialog } from './idle-dialog.tsx';
import { Navigation } from './navigation.tsx';

/** What stands around every page of the console: the menu at the left, who is signed in at its foot. */
export function Shell({ children }: { children: ReactNode }) {
  const t = useTranslations();
  const admin = useAdmin();
  if (!admin) return null;
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[214px_minmax(0,1fr)]">
      <a
        href="#content"
        className="fixed top-2 left-2 z-[70] -translate-y-20 rounded-control bg-accent px-4 py-2.5 font-[680] text-on-accent focus:translate-y-0"
      >
        {t('shell.skip')}
      </a>
      <div className="flex flex-wrap items-center border-line bg-surface lg:sticky lg:top-0 lg:h-dvh lg:flex-col lg:flex-nowrap lg:items-stretch lg:overflow-y-auto lg:border-r lg:px-3.5 lg:py-5">
        <Link to="/admin" aria-label={t('admin.console')} className="rounded-tag max-lg:mx-3 max-lg:mt-3 lg:mx-2 lg:mb-4">
          <Logo />
        </Link>
        <div className="min-w-0 max-lg:order-3 max-lg:mt-1.5 max-lg:w-full">
          <Navigation role={admin.role} />
        </div>
        <div className="min-w-0 max-lg:mt-3 max-lg:mr-3 max-lg:ml-auto lg:mt-auto lg:pt-4 lg:pl-2">
          <AccountButton admin={admin} />
        </div>
      </div>
      <main id="content" tabIndex={-1} className="mx-auto w-full max-w-[1500px] min-w-0 px-3 pt-4 pb-10 outline-none md:px-7 md:pt-5">
        {needsSecondFactor(admin.role) && !admin.totp_enabled && <SecondFactorNote />}
        {children}
      </main>
      <IdleDialog />
    </div>
  );
}

function SecondFactorNote() {
  const t = useTranslations('admin');
  return (
    <p className="mb-4 rounded-control border border-warn bg-[color-mix(in_oklab,var(--warn)_10%,transparent)] px-3.5 py-2.5 text-[13.5px]">
      {t('totp_missing')}{' '}
      <Link to="/admin/account" className="font-semibold underline underline-offset-2">
        {t('totp_set_up')}
      </Link>
    </p>
  );
}
