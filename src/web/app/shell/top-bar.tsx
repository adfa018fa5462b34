import { lazy } from 'react';
import { Link, useLocation } from 'react-router';
import { useLocale, useTranslations } from 'use-intl';
import { useUser } from '#web/data/session.ts';
import { openLogin } from '#web/data/ui-state.ts';
import { useCountryName } from '#web/features/leagues/countries.ts';
import { SearchBox } from '#web/features/search/search-box.tsx';
import { LANGUAGES } from '#web/lib/languages.ts';
import { useMedia } from '#web/lib/use-media.ts';
import { Button } from '#web/ui/button.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { MenuButton } from '#web/ui/menu-button.tsx';
import { AccountMenu } from './account-menu.tsx';
import { DESTINATIONS } from './destinations.ts';
import { PointsPill } from './points-pill.tsx';

/** The desktop's bar: where to go, what to look for, who is here. */
export function TopBar() {
  const t = useTranslations('shell');
  const { pathname } = useLocation();
  const user = useUser();
  const countryName = useCountryName();
  const isNarrow = useMedia('(width < 1024px)');
  return (
    <header className="sticky top-0 z-20 flex h-[60px] items-center gap-3 border-b border-line bg-[color-mix(in_oklab,var(--bg)_88%,transparent)] px-4 backdrop-blur-[10px] lg:gap-7 lg:px-7">
      <Link to="/matches" className="rounded-control">
        <Logo />
      </Link>
      <nav aria-label={t('main_nav')} className="flex gap-1">
        {DESTINATIONS.map(({ to, within, label, shortLabel }) => (
          <Link
            key={to}
            to={to}
            aria-current={within.test(pathname) ? 'page' : undefined}
            className="rounded-[8px] px-2 py-2 lg:px-3 font-[550] whitespace-nowrap text-muted hover:text-text aria-[current]:bg-raised aria-[current]:text-text"
          >
            {t(isNarrow ? shortLabel : label)}
          </Link>
        ))}
      </nav>
      <SearchBox countryName={countryName} className="ml-auto w-[250px] min-w-[110px] shrink" />
      <div className="flex flex-none items-center gap-2 lg:gap-5">
        <LanguageMenu />
        {user ? (
          <>
            <PointsPill />
            <AccountMenu user={user} />
          </>
        ) : (
          <Button size="s" onClick={() => openLogin()}>
            {t('sign_in')}
          </Button>
        )}
      </div>
    </header>
  );
}

const Opened = lazy(async () => ({ default: (await import('./language-menu-opened.tsx')).LanguageMenuOpened }));

/** The desktop's button for language and theme, and the menu that it opens. */
function LanguageMenu() {
  const t = useTranslations('shell');
  const { short } = LANGUAGES[useLocale()];
  return (
    <MenuButton
      Opened={Opened}
      aria-label={`${t('language')}, ${t('theme')}: ${short}`}
      className="thumb grid h-9 min-w-9 place-items-center rounded-control px-1.5 text-muted hover:text-text"
    >
      {short}
    </MenuButton>
  );
}
