import { lazy, Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useTranslations } from 'use-intl';
import type { SessionUser } from '#contract/auth.ts';
import { MenuButton } from '#web/ui/menu-button.tsx';

const Opened = lazy(async () => ({ default: (await import('./account-menu-opened.tsx')).AccountMenuOpened }));
// Guests have no picture, and do not fetch what draws one.
const Avatar = lazy(async () => ({ default: (await import('#web/ui/avatar.tsx')).Avatar }));

/** The button with the user's picture, and the menu that it opens. */
export function AccountMenu({ user }: { user: SessionUser }) {
  const t = useTranslations('shell');
  const place = <span className="size-[34px] rounded-full bg-raised" />;
  return (
    <MenuButton
      Opened={Opened}
      aria-label={`${t('account_menu')}: ${user.display_name}`}
      className="thumb grid place-items-center rounded-full"
    >
      <ErrorBoundary fallback={place}>
        <Suspense fallback={place}>
          <Avatar handle={user.public_handle} />
        </Suspense>
      </ErrorBoundary>
    </MenuButton>
  );
}
