import CloudOff from 'lucide-react/icons/cloud-off';
import FlaskConical from 'lucide-react/icons/flask-conical';
import { type ReactNode, useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { followNetwork, useOffline } from '#web/data/offline.ts';
import { useMeta } from '#web/data/queries.tsx';
import { useUser } from '#web/data/session.ts';
import { useShield } from '#web/data/shield.ts';
import { useStepUp } from '#web/data/step-up.ts';
import { useToasts } from '#web/data/toasts.ts';
import { isAnythingShown, useUiState } from '#web/data/ui-state.ts';
import { useInviteLink } from '#web/features/auth/invite-link.ts';
import { usePromo } from '#web/features/auth/use-promo.ts';
import { loadAllWords } from '#web/i18n/locale-store.ts';
import { useNow } from '#web/lib/clock.ts';
import { InTurn } from '#web/lib/in-turn.tsx';
import { followKeyboard } from '#web/lib/keyboard.ts';
import { lazyPart, Nothing, QUIET } from '#web/lib/lazy-part.tsx';
import { useIsPhone } from '#web/lib/use-media.ts';
import { useScrollToTop } from '#web/lib/use-page.ts';
import { LiveRegion } from '#web/ui/live-region.tsx';
import { DESTINATIONS } from './destinations.tsx';
import { NoticeBanner } from './notice-banner.tsx';
import { NoStepUp, useEver } from './overlay-state.tsx';
import { PhoneBar } from './phone-bar.tsx';
import { TopBar } from './top-bar.tsx';

/** The frame around every page, and the overlays above it. */
export function Shell({ children }: { children: ReactNode }) {
  const t = useTranslations('shell');
  const isPhone = useIsPhone();
  const isShielded = useShield(({ shield }) => shield !== null);
  useScrollToTop();
  useInviteLink();
  usePromo();
  return (
    <div className="flex min-h-dvh flex-col max-md:pb-[calc(66px+env(safe-area-inset-bottom))]">
      <a
        href="#content"
        className="fixed top-2 left-2 z-[70] -translate-y-20 rounded-control bg-accent px-4 py-2.5 font-[680] text-on-accent focus:translate-y-0"
      >
        {t('skip')}
      </a>
      {!isPhone && <DemoBanner />}
      <NoticeBanner />
      {/* Most visitors use no shield, and do not load its code. */}
      {isShielded && <ShieldNote />}
      {isPhone ? <PhoneBar /> : <TopBar />}
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <InTurn>
        {() => (
          <>
            <PageFooter />
            {isPhone && <BottomNav />}
            <OfflineBanner />
            <NeededOverlays />
            <LiveRegion />
          </>
        )}
      </InTurn>
    </div>
  );
}

const ShieldNote = lazyPart(async () => {
  const [code] = await Promise.all([import('./shield-note.tsx'), loadAllWords()]);
  return code.ShieldNote;
}, QUIET);

/** States on every page that the demo's world is invented, and links to the messages that it does not send; the phone's bar has a mark instead. */
function DemoBanner() {
  const t = useTranslations('shell');
  if (!useMeta()?.demo) return null;
  return (
    <aside
      aria-label={t('demo_mode')}
      className="flex items-center justify-center gap-2 border-b border-line bg-surface px-4 py-1.5 text-[12.5px] text-muted"
    >
      <FlaskConical size={14} aria-hidden className="flex-none text-warn" />
      <span className="min-w-0 truncate">{t('demo')}</span>
      <Link to="/outbox" className="thumb flex-none font-semibold text-text underline underline-offset-2">
        {t('outbox')}
      </Link>
    </aside>
  );
}

/** States that there is no network, and how old the data is. */
function OfflineBanner() {
  const t = useTranslations('shell');
  const format = useFormatter();
  const { savedAt, isUnreachable } = useOffline();
  const now = useNow(30_000);
  useEffect(followNetwork, []);
  if (!isUnreachable) return null;
  return (
    <p
      role="status"
      className="fixed inset-x-0 bottom-[calc(66px+env(safe-area-inset-bottom))] z-20 flex items-center justify-center gap-2 border-y border-line bg-raised px-4 py-2 text-[13px] font-[550] text-warn in-data-[keyboard]:hidden md:bottom-0"
    >
      <CloudOff size={15} aria-hidden className="flex-none" />
      {savedAt === null ? t('offline_now') : t('offline', { ago: format.relativeTime(new Date(savedAt), now) })}
    </p>
  );
}

function PageFooter() {
  const t = useTranslations('shell');
  const titles = useTranslations('titles');
  const isDemo = useMeta()?.demo;
  const isPhone = useIsPhone();
  const links = [
    ['/groups', t('groups')],
    ['/track-record', t('track_record')],
    ['/spoiler-shield', t('spoiler_shield')],
    ['/developers', t('developers')],
    ['/terms', t('terms')],
    ['/privacy', t('privacy')],
    ['/responsible-play', titles('responsible_play')],
  ] as const;
  return (
    <footer className="flex flex-wrap items-center justify-center gap-x-5 gap-y-1 border-t border-line px-4 py-5 text-[12.5px] text-faint">
      {links.map(([to, label]) => (
        // Rows of links are far enough apart to be told apart by a thumb, however they wrap.
        <Link key={to} to={to} className="thumb inline-flex min-h-6 min-w-6 items-center justify-center hover:text-text">
          {label}
        </Link>
      ))}
      <span>{t('adults_only')}</span>
      {isDemo && isPhone && <span>{t('demo')}</span>}
    </footer>
  );
}

/** The phone's four sections, within reach of the thumb. */
function BottomNav() {
  const t = useTranslations('shell');
  const { pathname } = useLocation();
  useEffect(() => followKeyboard(markBody), []);
  return (
    <nav
      aria-label={t('main_nav')}
      className="fixed inset-x-0 bottom-0 z-20 grid grid-cols-4 border-t border-line bg-[color-mix(in_oklab,var(--surface)_94%,transparent)] pb-[env(safe-area-inset-bottom)] backdrop-blur-[12px] in-data-[keyboard]:hidden"
    >
      {DESTINATIONS.map(({ to, within, shortLabel, Icon }) => (
        <Link
          key={to}
          to={to}
          aria-current={within.test(pathname) ? 'page' : undefined}
          className="grid h-[66px] place-content-center justify-items-center gap-[3px] text-[11px] font-[560] text-faint focus-visible:outline-offset-[-4px] aria-[current]:text-accent"
        >
          <Icon size={21} aria-hidden />
          {t(shortLabel)}
        </Link>
      ))}
    </nav>
  );
}

/** Lets elements at the bottom edge make room for the on-screen keyboard. */
const markBody = (left: number | null) => void document.body.toggleAttribute('data-keyboard', left !== null);

const overlaysCode = () => import('./overlays.tsx');
const Overlays = lazyPart(async () => (await overlaysCode()).Overlays, { fallback: Nothing, failed: NoStepUp });

/** The overlays above the page. Most visits begin without any, so even their list is only loaded when needed. */
function NeededOverlays() {
  const isSignedIn = useUser() !== null;
  const hasToasts = useToasts(({ toasts }) => toasts.length > 0);
  const isAsked = useStepUp(({ showStepUp }) => showStepUp);
  const hasChannel = Boolean(useMeta()?.telegram_channel_url);
  const isWanted = useEver([useUiState(isAnythingShown), isSignedIn, isAsked, hasToasts, hasChannel].includes(true));
  useEffect(fetchAtFirstTouch, []);
  return (
    <>
      {/* Lets the end of the page scroll clear of the channel's button. */}
      {hasChannel && <div aria-hidden className="h-14 md:hidden" />}
      {isWanted && <Overlays />}
    </>
  );
}

/** Prefetches the overlays at the first touch: they may be needed soon, and the connection may be lost by then. */
function fetchAtFirstTouch(): () => void {
  const touched = new AbortController();
  const fetchAll = () => {
    touched.abort();
    overlaysCode()
      .then(({ fetchOverlays }) => fetchOverlays())
      .catch(() => undefined);
  };
  for (const event of ['pointerdown', 'keydown']) window.addEventListener(event, fetchAll, { signal: touched.signal, passive: true });
  return () => touched.abort();
}
