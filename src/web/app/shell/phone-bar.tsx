import ChevronLeft from 'lucide-react/icons/chevron-left';
import FlaskConical from 'lucide-react/icons/flask-conical';
import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, useLocation, useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { useMeta } from '#web/data/queries.tsx';
import { useUser } from '#web/data/session.ts';
import { openLogin } from '#web/data/ui-state.ts';
import { useCountryName } from '#web/features/leagues/countries.ts';
import { SearchBox } from '#web/features/search/search-box.tsx';
import { useLocale } from '#web/i18n/texts-provider.tsx';
import { LANGUAGES } from '#web/lib/languages.ts';
import { lazyPart, Nothing } from '#web/lib/lazy-part.tsx';
import { usePageBar } from '#web/lib/use-page.ts';
import { Button } from '#web/ui/button.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { DialogFailed } from '#web/ui/part-failed.tsx';
import { SportMenu } from './sport-menu.tsx';
import { PointsPill } from './top-bar.tsx';

/** The phone's bar: the page's title, a back button if there is one, search, language, and signing in or the points. */
export function PhoneBar() {
  const bar = useRef<HTMLElement>(null);
  const [isSearching, setSearching] = useState(false);
  const open = () => {
    // Synchronously within the tap: phones do not open their keyboard for a later focus.
    flushSync(() => setSearching(true));
    bar.current?.querySelector('input')?.focus();
  };
  const wasSearching = useRef(false);
  useEffect(() => {
    if (wasSearching.current && !isSearching) bar.current?.querySelector<HTMLElement>('[data-search]')?.focus();
    wasSearching.current = isSearching;
  }, [isSearching]);
  return (
    <header
      ref={bar}
      className="sticky top-0 z-20 flex h-[48px] items-center gap-1.5 border-b border-line bg-[color-mix(in_oklab,var(--bg)_88%,transparent)] px-3 backdrop-blur-[10px]"
    >
      {isSearching ? <SearchBar onClose={() => setSearching(false)} /> : <Usual onSearch={open} />}
    </header>
  );
}

function Usual({ onSearch }: { onSearch: () => void }) {
  const t = useTranslations();
  const { heading } = usePageBar();
  const { pathname } = useLocation();
  const user = useUser();
  const isList = pathname === '/matches';
  return (
    <>
      <BackButton />
      {heading === null ? (
        <Link to="/matches" className="flex-none rounded-control">
          <Logo isMark={isList} />
        </Link>
      ) : (
        <span className="line-clamp-2 min-w-0 flex-1 text-[16px] leading-[1.15] font-[650]">{heading}</span>
      )}
      {isList && <SportMenu />}
      <DemoMark />
      {heading === null && <span className="flex-1" />}
      <button
        type="button"
        data-search
        aria-label={t('search.label')}
        onClick={onSearch}
        className="grid size-11 flex-none place-items-center rounded-control text-muted"
      >
        <Search size={19} aria-hidden />
      </button>
      <LanguageButton />
      {user ? (
        <PointsPill />
      ) : (
        <Button size="s" onClick={() => openLogin()}>
          {t('shell.sign_in')}
        </Button>
      )}
    </>
  );
}

/** The search takes up the whole bar; its results appear below. */
function SearchBar({ onClose }: { onClose: () => void }) {
  const t = useTranslations('search');
  const countryName = useCountryName();
  return (
    <>
      <SearchBox countryName={countryName} isWide onLeave={onClose} className="h-11 min-w-0 flex-1" />
      <button
        type="button"
        aria-label={t('close')}
        onClick={onClose}
        className="-mr-3 grid size-11 flex-none place-items-center rounded-control text-muted"
      >
        <X size={20} aria-hidden />
      </button>
    </>
  );
}

/** Says that the demo's world is invented, and leads to the messages that it does not send; the footer says it in full. */
function DemoMark() {
  const t = useTranslations('shell');
  if (!useMeta()?.demo) return null;
  return (
    <Link
      to="/outbox"
      aria-label={`${t('demo')}. ${t('outbox')}`}
      title={t('demo_mode')}
      className="thumb grid size-7 flex-none place-items-center rounded-chip border border-line text-warn"
    >
      <FlaskConical size={14} aria-hidden />
    </Link>
  );
}

/** Goes back to the previous page; visitors from an external link go to the parent page. */
function BackButton() {
  const t = useTranslations('common');
  const { back } = usePageBar();
  const { key } = useLocation();
  const navigate = useNavigate();
  if (back === null) return null;
  const isFirstPage = key === 'default';
  return (
    <button
      type="button"
      aria-label={t('back')}
      onClick={() => void (isFirstPage ? navigate(back) : navigate(-1))}
      className="-ml-3 grid size-11 flex-none place-items-center rounded-control"
    >
      <ChevronLeft size={22} aria-hidden />
    </button>
  );
}

const LanguageSheet = lazyPart(async () => (await import('./language-sheet.tsx')).LanguageSheet, {
  fallback: Nothing,
  failed: DialogFailed,
});

/** The phone's language button and its sheet. */
function LanguageButton() {
  const t = useTranslations('shell');
  const { short } = LANGUAGES[useLocale()];
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label={`${t('language')}: ${short}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="grid h-11 min-w-11 flex-none place-items-center rounded-control text-muted"
      >
        {short}
      </button>
      {isOpen && <LanguageSheet onClose={() => setOpen(false)} />}
    </>
  );
}
