import { Settings2 } from 'lucide-react';
import { lazy } from 'react';
import { useTranslations } from 'use-intl';
import type { SessionAdmin } from '#contract/admin-auth.ts';
import { IDLE_MINUTES } from '#web/admin/lib/idle.ts';
import { MenuButton } from '#web/ui/menu-button.tsx';

const Opened = lazy(async () => ({ default: (await import('./account-menu.tsx')).AccountMenu }));

/** Who is signed in and for how long, and the menu of what is theirs. */
export function AccountButton({ admin }: { admin: SessionAdmin }) {
  const t = useTranslations('admin');
  return (
    <div className="flex min-w-0 items-center gap-2">
      <div className="min-w-0 flex-1 text-[12.5px] leading-[1.5] text-muted max-md:sr-only">
        <p className="truncate font-[550] text-text" title={admin.email}>
          {admin.email}
        </p>
        <p className="truncate">{t(`roles.${admin.role}`)}</p>
        <p className="max-lg:sr-only">{t('ends_idle', { minutes: IDLE_MINUTES })}</p>
      </div>
      <MenuButton
        Opened={Opened}
        aria-label={t('account_menu')}
        className="thumb grid size-9 flex-none place-items-center rounded-control text-muted hover:bg-bg hover:text-text"
      >
        <Settings2 size={18} aria-hidden />
      </MenuButton>
    </div>
  );
}
