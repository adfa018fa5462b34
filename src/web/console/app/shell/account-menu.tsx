import LogOut from 'lucide-react/icons/log-out';
import UserRound from 'lucide-react/icons/user-round';
import type { ReactElement } from 'react';
import { Link, useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { signOut } from '#web/console/lib/sign-in.ts';
import { useLooks } from '#web/lib/use-appearance.ts';
import { Menu, MenuChoice, MenuItem, MenuLine } from '#web/ui/menu.tsx';

/** The admin's account, the console's appearance, and signing out. */
export function AccountMenu({ trigger }: { trigger: ReactElement }) {
  const t = useTranslations('admin');
  const navigate = useNavigate();
  const looks = useLooks();
  function leave() {
    // Navigates before the guard would store where to return.
    navigate('/admin/login');
    void signOut();
  }
  return (
    <Menu trigger={trigger}>
      <MenuItem asChild>
        <Link to="/admin/account">
          <UserRound size={16} aria-hidden />
          {t('pages.account')}
        </Link>
      </MenuItem>
      <MenuLine />
      <MenuChoice {...looks.language} />
      <MenuLine />
      <MenuChoice {...looks.theme} />
      <MenuLine />
      <MenuItem onSelect={leave}>
        <LogOut size={16} aria-hidden />
        {t('sign_out')}
      </MenuItem>
    </Menu>
  );
}
