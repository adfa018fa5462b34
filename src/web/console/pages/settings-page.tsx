import { useTranslations } from 'use-intl';
import { NoticePanel } from '#web/console/features/switches/notice-panel.tsx';
import { SwitchesPanel } from '#web/console/features/switches/switches-panel.tsx';
import { PageHead } from '#web/console/ui/page-head.tsx';

/** Site-wide settings: switches, and the notice above every page. */
export function SettingsPage() {
  const t = useTranslations('admin.pages');
  return (
    <>
      <PageHead title={t('settings')} />
      <div className="grid items-start gap-3.5 xl:grid-cols-2">
        <SwitchesPanel />
        <NoticePanel />
      </div>
    </>
  );
}
