import { LogOut, ShieldCheck, UserRound } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { SessionUser } from '#contract/auth.ts';
import { signOut } from '#web/features/auth/sign-in.ts';
import { toast } from '#web/lib/toasts.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx';

/** Who is signed in, their settings, and the way out. */
export function AccountMenu({ user }: { user: SessionUser }) {
  const t = useTranslations('shell');
  const leave = () => void signOut().then(() => toast('info', t('signed_out')));
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={`${t('account_menu')}: ${user.display_name}`}
          className="thumb grid place-items-center rounded-full"
        >
          <Avatar handle={user.public_handle} name={user.display_name} />
        </button>
      }
    >
      <div className="max-w-[260px] px-2.5 pt-1.5 pb-1">
        <p className="truncate font-[620]">{user.display_name}</p>
        <p className="truncate text-[12.5px] text-muted">{user.email}</p>
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
