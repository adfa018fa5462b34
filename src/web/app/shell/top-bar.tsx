import { Link, useLocation } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { SessionUser } from '#contract/auth.ts';
import { useOverview } from '#web/data/queries.tsx';
import { useUser } from '#web/data/session.ts';
import { openLogin } from '#web/data/ui-state.ts';
import { useCountryName } from '#web/features/leagues/countries.ts';
import { SearchBox } from '#web/features/search/search-box.tsx';
import { useLocale } from '#web/i18n/texts-provider.tsx';
import { LANGUAGES } from '#web/lib/languages.ts';
import { lazyPart } from '#web/lib/lazy-part.tsx';
import { useMedia } from '#web/lib/use-media.ts';
import { Button } from '#web/ui/button.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { MenuButton, menuPart } from '#web/ui/menu-button.tsx';
import { DESTINATIONS } from './destinations.tsx';

/** The desktop's bar: navigation, search, and account. */
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
        <LanguageButton />
        {user ? (
          <>
            <PointsPill />
            <AccountButton user={user} />
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

const LanguageMenu = menuPart(async () => (await import('./language-menu.tsx')).LanguageMenu);

/** The desktop's button for language and theme, and its menu. */
function LanguageButton() {
  const t = useTranslations('shell');
  const { short } = LANGUAGES[useLocale()];
  return (
    <MenuButton
      Menu={LanguageMenu}
      aria-label={`${t('language')}, ${t('theme')}: ${short}`}
      className="thumb grid h-9 min-w-9 place-items-center rounded-control px-1.5 text-muted hover:text-text"
    >
      {short}
    </MenuButton>
  );
}

/** The user's points, always visible. */
export function PointsPill() {
  const t = useTranslations();
  const format = useFormatter();
  const { data } = useOverview();
  if (!data) return <span aria-hidden className="h-9 w-[92px] flex-none animate-skeleton rounded-chip bg-accent-soft max-md:h-8" />;
  const points = format.number(data.stats.points_balance);
  return (
    <Link
      to="/account"
      aria-label={t('shell.your_points', { points })}
      className="num flex h-9 flex-none items-center gap-2 rounded-chip bg-accent-soft px-[13px] font-[650] text-accent max-md:h-8"
    >
      {points}
      <small className="text-[12px] font-medium max-md:hidden">{t('common.points_short')}</small>
    </Link>
  );
}

const AccountMenu = menuPart(async () => (await import('./account-menu.tsx')).AccountMenu);
const NoAvatar = () => <span className="size-[34px] rounded-full bg-raised" />;
// Guests have no picture, and do not load the code that draws one.
const Avatar = lazyPart(async () => (await import('#web/ui/avatar.tsx')).Avatar, { fallback: NoAvatar, failed: NoAvatar });

/** The button with the user's picture, and its menu. */
function AccountButton({ user }: { user: SessionUser }) {
  const t = useTranslations('shell');
  return (
    <MenuButton
      Menu={AccountMenu}
      aria-label={`${t('account_menu')}: ${user.display_name}`}
      className="thumb grid place-items-center rounded-full"
    >
      <Avatar handle={user.public_handle} />
    </MenuButton>
  );
}
