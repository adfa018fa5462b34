import { useQuery } from '@tanstack/react-query';
import Search from 'lucide-react/icons/search';
import Settings2 from 'lucide-react/icons/settings-2';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { type Messages, useFormatter, useTranslations } from 'use-intl';
import type { SessionAdmin } from '#contract/admin-auth.ts';
import type { Overview } from '#contract/overview.ts';
import { type AdminRole, EVERY_ADMIN, needsSecondFactor, REVIEWERS, SUPERS, TREASURERS } from '#domain/identity/admin-role.ts';
import { IDLE_MINUTES, reportActivity, useEnds, WARN_MS, watchInput } from '#web/console/lib/idle.ts';
import { overviewQuery } from '#web/console/lib/overview.ts';
import { useAdmin } from '#web/console/lib/session.ts';
import { loginPath, signOut } from '#web/console/lib/sign-in.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useTicking } from '#web/lib/clock.ts';
import { durationWords } from '#web/lib/duration-words.ts';
import { lazyPart, QUIET } from '#web/lib/lazy-part.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { MenuButton, menuPart } from '#web/ui/menu-button.tsx';
import { ScrollingBar } from '#web/ui/scrolling-bar.tsx';

/** The frame around every page of the console: the menu on the left, the signed-in admin below it. */
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
        <JumpButton role={admin.role} />
        <div className="min-w-0 max-lg:mt-3 max-lg:mr-3 max-lg:ml-2 lg:mt-auto lg:pt-4 lg:pl-2">
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

const AccountMenu = menuPart(async () => (await import('./account-menu.tsx')).AccountMenu);

/** The signed-in admin, when the session ends, and the account menu. */
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
        Menu={AccountMenu}
        aria-label={t('account_menu')}
        className="thumb grid size-9 flex-none place-items-center rounded-control text-muted hover:bg-bg hover:text-text"
      >
        <Settings2 size={18} aria-hidden />
      </MenuButton>
    </div>
  );
}

/** Asks inactive admins whether they are still there, and signs them out without an answer. */
function IdleDialog() {
  const t = useTranslations('admin');
  const format = useFormatter();
  const navigate = useNavigate();
  const location = useLocation();
  const { idleAt, endsAt } = useEnds();
  const untilMs = idleAt === null ? null : Math.min(idleAt, endsAt ?? Number.POSITIVE_INFINITY);
  useEffect(watchInput, []);

  // Whole seconds while the question is shown; otherwise a constant, to avoid rendering.
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

  const stay = () => void reportActivity().catch(() => undefined);
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

const CommandPalette = lazyPart(async () => (await import('./command-palette.tsx')).CommandPalette, QUIET);

/** Opens the search for anything; so does Ctrl+K or Cmd+K, also while typing. */
function JumpButton({ role }: { role: AdminRole }) {
  const t = useTranslations();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      // Another dialog keeps what was typed in it.
      if (document.querySelector('[role="dialog"]') === null) setOpen(true);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  const pages = PLACES.filter(({ roles }) => roles.includes(role)).map(({ to, key }) => ({ to, label: t(key) }));
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        aria-keyshortcuts="Control+K Meta+K"
        className="thumb flex h-9 items-center gap-2 rounded-control border border-line px-2.5 text-[13px] text-muted hover:text-text max-lg:mt-3 max-lg:ml-auto lg:mt-3"
      >
        <Search size={15} aria-hidden />
        <span className="max-sm:sr-only">{t('admin.jump.open')}</span>
        <kbd aria-hidden className="ml-auto text-[11.5px] max-lg:hidden">
          Ctrl K
        </kbd>
      </button>
      {isOpen && <CommandPalette pages={pages} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The amount of waiting work per section of the console. */
const waiting = ({ queues, contests, quarantine }: Overview): Record<string, number> => ({
  withdrawals: queues.withdrawals.count,
  approvals: queues.approvals.count,
  users: queues.invite_reviews.count + queues.exclusion_reviews.count,
  chat: queues.chat_reports.count + queues.chat_appeals.count,
  contests: contests.unresolved + quarantine.total,
});

/** The sections that a role may see: a rail on the desktop, a scrolling row on narrower screens. */
function Navigation({ role }: { role: AdminRole }) {
  const t = useTranslations('admin');
  const format = useFormatter();
  const { pathname } = useLocation();
  // The menu also works without the numbers.
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
  /** Pages of the section that have addresses of their own. */
  parts?: readonly string[];
  name: keyof Messages['admin']['pages'];
  /** The roles that may see it, as for its endpoints. */
  roles: readonly AdminRole[];
}

/** The console's sections, in menu order. */
const DESTINATIONS: readonly Destination[] = [
  { path: '/admin', name: 'overview', roles: EVERY_ADMIN },
  { path: '/admin/trends', name: 'trends', roles: EVERY_ADMIN },
  { path: '/admin/users', parts: ['/admin/invite-reviews', '/admin/exclusion-reviews'], name: 'users', roles: EVERY_ADMIN },
  { path: '/admin/withdrawals', name: 'withdrawals', roles: EVERY_ADMIN },
  { path: '/admin/payouts', name: 'payouts', roles: TREASURERS },
  { path: '/admin/treasury', name: 'treasury', roles: TREASURERS },
  { path: '/admin/contests', parts: ['/admin/quarantine', '/admin/fixtures'], name: 'contests', roles: EVERY_ADMIN },
  { path: '/admin/chat', name: 'chat', roles: EVERY_ADMIN },
  { path: '/admin/approvals', name: 'approvals', roles: EVERY_ADMIN },
  { path: '/admin/audit', name: 'audit', roles: TREASURERS },
  { path: '/admin/admins', name: 'admins', roles: SUPERS },
  { path: '/admin/settings', name: 'settings', roles: EVERY_ADMIN },
];

/** Where the search jumps to by name: the sections, and pages that have no entry in the menu. */
const PLACES = [
  ...DESTINATIONS.map(({ path, name, roles }) => ({ to: path, key: `admin.pages.${name}` as const, roles })),
  { to: '/admin/invite-reviews', key: 'admin_users.invite_reviews', roles: REVIEWERS },
  { to: '/admin/exclusion-reviews', key: 'admin_users.exclusion_reviews', roles: REVIEWERS },
  { to: '/admin/quarantine', key: 'admin_quarantine.title', roles: EVERY_ADMIN },
  { to: '/admin/fixtures', key: 'admin_fixtures.title', roles: EVERY_ADMIN },
  { to: '/admin/account', key: 'admin.pages.account', roles: EVERY_ADMIN },
] as const;
