import { useTranslations } from 'use-intl';
import { Card } from '#web/ui/card.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { HistoryFile } from './history-file.tsx';
import { HistoryFilters } from './history-filters.tsx';
import { HistoryList } from './history-list.tsx';
import { useHistoryFilter } from './use-history-filter.ts';

/** The whole points history, by filters and pages that the address keeps. */
export function HistoryTab() {
  const t = useTranslations('account');
  const filter = useHistoryFilter();
  return (
    <Card title={t('history')} aside={<HistoryFile filters={filter.filters} disabled={filter.isBadRange} />}>
      <HistoryFilters filter={filter} />
      {!filter.isBadRange && (
        <HistoryList filter={{ ...filter.filters, page: filter.page }} isFiltered={filter.isFiltered}>
          {(page) => <Pager list={page} hrefOf={filter.hrefOf} />}
        </HistoryList>
      )}
    </Card>
  );
}
