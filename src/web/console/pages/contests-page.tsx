import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { CASE_STATES } from '#contract/contest-admin.ts';
import { CaseTable } from '#web/console/features/contests/case-table.tsx';
import { contestCasesQuery } from '#web/console/features/contests/contest-case.tsx';
import { ViewsBar } from '#web/console/features/list-views/views-bar.tsx';
import { textUpTo, useAddress } from '#web/console/lib/use-address.ts';
import { TableSkeleton } from '#web/console/ui/data-table.tsx';
import { SearchField } from '#web/console/ui/filter-fields.tsx';
import { PageHead } from '#web/console/ui/page-head.tsx';
import { Panel } from '#web/console/ui/panel.tsx';
import { oneOf, pageNumber } from '#web/lib/address-values.ts';
import { Button } from '#web/ui/button.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { Segmented } from '#web/ui/switches.tsx';

/** Unresolved contests, and all others by state and search; links to rejected reports of feeds, and to matches without a feed. */
export function ContestsPage() {
  const t = useTranslations();
  const address = useAddress({
    state: (text) => oneOf(CASE_STATES, text) ?? 'unresolved',
    q: textUpTo(100),
    page: pageNumber,
  });
  const { values, change, hrefWith } = address;
  const { state, q, page } = values;
  const query = useQuery(contestCasesQuery({ state, page, ...(q && { q }) }));
  return (
    <>
      <PageHead
        title={t('admin.pages.contests')}
        aside={
          <>
            <ViewsBar list="contests" address={address} />
            <Button look="quiet" size="s" asChild>
              <Link to="/admin/quarantine">{t('admin_quarantine.title')}</Link>
            </Button>
            <Button look="quiet" size="s" asChild>
              <Link to="/admin/fixtures">{t('admin_fixtures.title')}</Link>
            </Button>
          </>
        }
        filters={
          <>
            <Segmented
              label={t('admin_contests.state')}
              value={state}
              options={CASE_STATES.map((value) => ({ value, label: t(`admin_contests.filter.${value}`) }))}
              onChange={(chosen) => change({ state: chosen })}
            />
            <SearchField label={t('admin_contests.search')} value={q} lengthMax={100} onChange={(text) => change({ q: text })} />
          </>
        }
      />
      <Panel
        query={query}
        failed={t('admin_contests.failed')}
        skeleton={<TableSkeleton />}
        empty={({ items }) =>
          items.length > 0 ? null : t(state === 'unresolved' && q === '' ? 'admin_contests.none_waits' : 'admin_contests.none')
        }
      >
        {(list) => (
          <>
            <CaseTable rows={list.items} isStale={query.isPlaceholderData} />
            <Pager list={list} hrefOf={(to) => hrefWith({ page: to })} />
          </>
        )}
      </Panel>
    </>
  );
}
