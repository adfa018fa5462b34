import LogOut from 'lucide-react/icons/log-out';
import ShieldCheck from 'lucide-react/icons/shield-check';
import UserRound from 'lucide-react/icons/user-round';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { useUser } from '#web/data/session.ts';
import { toast } from '#web/data/toasts.ts';
import { signOut } from '#web/features/auth/sign-in.ts';
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx';

/** The signed-in user, their settings, and signing out. */
export function AccountMenu({ trigger }: { trigger: ReactElement }) {
  const t = useTranslations('shell');
  const user = useUser();
  const leave = () => void signOut().then(() => toast('info', t('signed_out')));
  return (
    <Menu trigger={trigger}>
      <div className="max-w-[260px] px-2.5 pt-1.5 pb-1">
        <p className="truncate font-[620]">{user?.display_name}</p>
        <p className="truncate text-[12.5px] text-muted">{user?.email}</p>
      </div>
      <MenuLine />
      <MenuItem asChild>
        <Link to="/settings/profile">
          <UserRound size={16} aria-hidden />
          {t('profile')}
        </Link>
      </MenuItem>
      <MenuItem asChild>
        <Link to="/settings/security">
          <ShieldCheck size={16} aria-hidden />
          {t('security')}
        </Link>
      </MenuItem>
      <MenuLine />
      <MenuItem onSelect={leave}>
        <LogOut size={16} aria-hidden />
        {t('sign_out')}
      </MenuItem>
    </Menu>
  );
}
