import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { AppealsTab } from '#web/console/features/chat/appeals-tab.tsx';
import { MutesTab } from '#web/console/features/chat/mutes-tab.tsx';
import { ReportsTab } from '#web/console/features/chat/reports-tab.tsx';
import { WordsTab } from '#web/console/features/chat/words-tab.tsx';
import { PageHead } from '#web/console/ui/page-head.tsx';
import { oneOf } from '#web/lib/address-values.ts';
import { Tabs } from '#web/ui/tabs.tsx';

const TABS = ['reports', 'mutes', 'appeals', 'words'] as const;
const CONTENTS: Record<(typeof TABS)[number], () => ReactNode> = {
  reports: () => <ReportsTab />,
  mutes: () => <MutesTab />,
  appeals: () => <AppealsTab />,
  words: () => <WordsTab />,
};

/** Moderation of the chat: reports, mutes, appeals, and listed words. */
export function ChatPage() {
  const t = useTranslations();
  const [params, setParams] = useSearchParams();
  const tab = oneOf(TABS, params.get('tab')) ?? 'reports';
  return (
    <>
      <PageHead title={t('admin.pages.chat')} />
      <Tabs
        label={t('admin_chat.tabs_label')}
        value={tab}
        // Filters belong to the tab they were chosen in.
        onChange={(chosen) => setParams(chosen === 'reports' ? {} : { tab: chosen }, { replace: true, preventScrollReset: true })}
        tabs={TABS.map((value) => ({
          value,
          label: t(`admin_chat.tabs.${value}`),
          content: value === tab ? CONTENTS[value]() : null,
        }))}
      />
    </>
  );
}
