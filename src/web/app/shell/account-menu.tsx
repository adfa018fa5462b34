import { lazy } from 'react';
import { useTranslations } from 'use-intl';
import type { SessionUser } from '#contract/auth.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { MenuButton } from '#web/ui/menu-button.tsx';

const Opened = lazy(async () => ({ default: (await import('./account-menu-opened.tsx')).AccountMenuOpened }));

/** The button with the user's picture, and the menu that it opens. */
export function AccountMenu({ user }: { user: SessionUser }) {
  const t = useTranslations('shell');
  return (
    <MenuButton
      Opened={Opened}
      aria-label={`${t('account_menu')}: ${user.display_name}`}
      className="thumb grid place-items-center rounded-full"
    >
      <Avatar handle={user.public_handle} />
    </MenuButton>
  );
}
