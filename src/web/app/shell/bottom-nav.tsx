import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import { followKeyboard } from '#web/lib/keyboard.ts';
import { DESTINATIONS } from './destinations.ts';

/** The phone's four destinations, where the thumb is. */
export function BottomNav() {
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

/** By it whatever stands at the lower edge gives way to what is written. */
const markBody = (left: number | null) => void document.body.toggleAttribute('data-keyboard', left !== null);
