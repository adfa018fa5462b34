import { Settings2 } from 'lucide-react';
import { lazy, type ReactNode, useEffect, useEffectEvent } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { SessionAdmin } from '#contract/admin-auth.ts';
import { needsSecondFactor } from '#domain/identity/admin-role.ts';
import { IDLE_MINUTES, tellActive, useEnds, WARN_MS, watchInput } from '#web/console/lib/idle.ts';
import { useAdmin } from '#web/console/lib/session.ts';
import { loginPath, signOut } from '#web/console/lib/sign-in.ts';
import { useTicking } from '#web/lib/clock.ts';
import { durationWords } from '#web/lib/duration-words.ts';
import { Button, MenuButton } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Logo } from '#web/ui/logo.tsx';
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

const Opened = lazy(async () => ({ default: (await import('./account-menu.tsx')).AccountMenu }));

/** Who is signed in and for how long, and the menu of what is theirs. */
function AccountButton({ admin }: { admin: SessionAdmin }) {
  const t = useTranslations('admin');
  return (
    <div className="flex min-w-0 items-center gap-2">
      <div className="min-w-0 flex-1 text-[12.5px] leading-[1.5] text-muted max-md:sr-only">
        <p className="truncate font-[550] text-text" title={admin.email}>
          {admin.email}
        </p>
        <p className="truncate">{t(`roles.${admin.role}`)}</p>
        <p className="max-lg:sr-only">{t('ends_idle', { minutes: IDLE_MINUTES })}</p>
      </div>
      <MenuButton
        Opened={Opened}
        aria-label={t('account_menu')}
        className="thumb grid size-9 flex-none place-items-center rounded-control text-muted hover:bg-bg hover:text-text"
      >
        <Settings2 size={18} aria-hidden />
      </MenuButton>
    </div>
  );
}

/** Asks whoever has not typed or clicked for long whether they are there, and signs them out when nobody answers. */
function IdleDialog() {
  const t = useTranslations('admin');
  const format = useFormatter();
  const navigate = useNavigate();
  const location = useLocation();
  const { idleAt, endsAt } = useEnds();
  const untilMs = idleAt === null ? null : Math.min(idleAt, endsAt ?? Number.POSITIVE_INFINITY);
  useEffect(watchInput, []);

  // Whole seconds where somebody is asked, else nothing that changes.
  const left = useTicking(1_000, (now) => {
    const ms = untilMs === null ? WARN_MS + 1 : untilMs - now.getTime();
    return ms > WARN_MS ? null : Math.max(0, Math.ceil(ms / 1_000));
  });
  const leave = useEffectEvent(() => {
    navigate(loginPath(location));
    void signOut({ hasIdled: idleAt !== null && idleAt === untilMs });
  });
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) leave();
  }, [isOver]);

  const stay = () => void tellActive().catch(() => undefined);
  return (
    <Dialog
      open={left !== null && !isOver}
      onClose={stay}
      title={t('idle_title')}
      lead={t('idle_lead', { time: durationWords(format, (left ?? 0) * 1_000) })}
    >
      <div className="grid gap-2">
        <Button wide onClick={stay}>
          {t('idle_stay')}
        </Button>
        <Button wide look="plain" onClick={() => leave()}>
          {t('sign_out')}
        </Button>
      </div>
    </Dialog>
  );
}
