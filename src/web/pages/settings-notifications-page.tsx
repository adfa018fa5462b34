import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import { CalendarsCard } from '#web/features/calendars/calendars-card.tsx';
import { DeviceCard } from '#web/features/notifications/device-cards.tsx';
import { NotificationCards } from '#web/features/notifications/notification-cards.tsx';
import { SettingsLayout } from '#web/features/settings/settings-layout.tsx';
import { loadWebhookWords } from '#web/i18n/webhook-words.ts';
import { lazyPart } from '#web/lib/lazy-part.tsx';
import { usePage } from '#web/lib/use-page.ts';
import { Skeleton } from '#web/ui/placeholders.tsx';

/** Shown here at #webhooks, until the settings have a page for developers. */
const WebhooksSection = lazyPart(
  async () => {
    const [code] = await Promise.all([import('#web/features/webhooks/webhooks-section.tsx'), loadWebhookWords()]);
    return code.WebhooksSection;
  },
  { fallback: () => <Skeleton className="h-[220px] rounded-card" /> },
);

export function SettingsNotificationsPage() {
  const t = useTranslations('titles');
  const { hash } = useLocation();
  usePage(t('settings_notifications'), { back: '/account' });
  return (
    <SettingsLayout heading={t('settings_notifications')}>
      {({ profile }) => (
        <>
          {hash === '#webhooks' && <WebhooksSection />}
          <DeviceCard profile={profile} />
          <ShieldNote />
          <NotificationCards />
          <CalendarsCard />
        </>
      )}
    </SettingsLayout>
  );
}

/** Notifications respect the spoiler shield, and readers may look for it here. */
function ShieldNote() {
  const t = useTranslations('notifications');
  const link = (words: ReactNode) => (
    <Link to="/spoiler-shield" className="thumb font-semibold whitespace-nowrap underline underline-offset-2">
      {words}
    </Link>
  );
  return <p className="px-1 text-[13px] text-pretty text-muted">{t.rich('shield_note', { link })}</p>;
}
