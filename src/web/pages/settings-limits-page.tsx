import { useTranslations } from 'use-intl';
import { HelpLines } from '#web/features/play-limits/help-lines.tsx';
import { LimitsCard } from '#web/features/play-limits/limits-card.tsx';
import { TimeAwayCard } from '#web/features/play-limits/time-away-card.tsx';
import { SettingsLayout } from '#web/features/settings/settings-layout.tsx';
import { usePage } from '#web/lib/use-page.ts';

export function SettingsLimitsPage() {
  const t = useTranslations('titles');
  usePage(t('settings_limits'), { back: '/account' });
  return (
    <SettingsLayout heading={t('settings_limits')}>
      {() => (
        <>
          <LimitsCard />
          <TimeAwayCard />
          <HelpLines />
        </>
      )}
    </SettingsLayout>
  );
}
