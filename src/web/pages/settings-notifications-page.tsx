import { useTranslations } from 'use-intl';
import { DeviceCard } from '#web/features/notifications/device-card.tsx';
import { NotificationCards } from '#web/features/notifications/notification-cards.tsx';
import { SettingsLayout } from '#web/features/settings/settings-layout.tsx';
import { usePage } from '#web/lib/use-page.ts';

export function SettingsNotificationsPage() {
  const t = useTranslations('titles');
  usePage(t('settings_notifications'), { back: '/account' });
  return (
    <SettingsLayout heading={t('settings_notifications')}>
      {() => (
        <>
          <DeviceCard />
          <NotificationCards />
        </>
      )}
    </SettingsLayout>
  );
}
