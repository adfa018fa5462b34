import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { ViewsBar } from '#web/console/features/list-views/views-bar.tsx';
import { QuarantineList, quarantineQuery } from '#web/console/features/quarantine/quarantine-list.tsx';
import { textUpTo, useAddress } from '#web/console/lib/use-address.ts';
import { TableSkeleton } from '#web/console/ui/data-table.tsx';
import { PageHead } from '#web/console/ui/page-head.tsx';
import { Panel } from '#web/console/ui/panel.tsx';
import { pageNumber } from '#web/lib/address-values.ts';
import { Pager } from '#web/ui/pager.tsx';
import { QuietSelect } from '#web/ui/select-field.tsx';

/** Reports of feeds that were rejected. */
export function QuarantinePage() {
  const t = useTranslations();
  const address = useAddress({ feed: textUpTo(40), kind: textUpTo(40), page: pageNumber });
  const { values, change, hrefWith } = address;
  const { feed, kind, page } = values;
  const query = useQuery(quarantineQuery({ page, ...(feed && { feed }), ...(kind && { kind }) }));
  const choice = (label: string, value: string, options: readonly string[], onChange: (value: string) => void) => (
    <QuietSelect
      label={label}
      value={value}
      // A value from the address stays selectable even if no row has it any more.
      options={[{ value: '', label }, ...[...new Set([...options, ...(value ? [value] : [])])].map((one) => ({ value: one, label: one }))]}
      onChange={onChange}
    />
  );
  return (
    <>
      <PageHead
        title={t('admin_quarantine.title')}
        aside={<ViewsBar list="quarantine" address={address} />}
        filters={
          <>
            {choice(t('admin_quarantine.all_feeds'), feed, query.data?.feeds ?? [], (chosen) => change({ feed: chosen }))}
            {choice(t('admin_quarantine.all_kinds'), kind, query.data?.kinds ?? [], (chosen) => change({ kind: chosen }))}
          </>
        }
      />
      <Panel
        query={query}
        failed={t('admin_quarantine.failed')}
        skeleton={<TableSkeleton rows={10} />}
        empty={({ items }) => (items.length > 0 ? null : t('admin_quarantine.none'))}
      >
        {(list) => (
          <>
            <QuarantineList rows={list.items} isStale={query.isPlaceholderData} />
            <Pager list={list} hrefOf={(to) => hrefWith({ page: to })} />
          </>
        )}
      </Panel>
    </>
  );
}
