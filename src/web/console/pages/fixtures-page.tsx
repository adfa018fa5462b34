import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { createFixture } from '#contract/contest-admin.ts';
import { FixtureTable, fixturesQuery } from '#web/console/features/fixtures/fixture-table.tsx';
import { NewFixtureDialog } from '#web/console/features/fixtures/new-fixture-dialog.tsx';
import { ViewsBar } from '#web/console/features/list-views/views-bar.tsx';
import { useAdmin } from '#web/console/lib/session.ts';
import { useAddress } from '#web/console/lib/use-address.ts';
import { TableSkeleton } from '#web/console/ui/data-table.tsx';
import { DateField } from '#web/console/ui/filter-fields.tsx';
import { PageHead } from '#web/console/ui/page-head.tsx';
import { Panel } from '#web/console/ui/panel.tsx';
import { useLocale } from '#web/i18n/texts-provider.tsx';
import { dateIn, pageNumber } from '#web/lib/address-values.ts';
import { localName } from '#web/lib/local-name.ts';
import { Button } from '#web/ui/button.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { QuietSelect } from '#web/ui/select-field.tsx';

const leagueNumber = (text: string | null): string => (/^[1-9]\d{0,9}$/.test(text ?? '') ? text! : '');

/** Matches of leagues without a feed, which operators enter. */
export function FixturesPage() {
  const t = useTranslations();
  const locale = useLocale();
  const role = useAdmin()?.role;
  const [isAdding, setAdding] = useState(false);
  const address = useAddress({ league: leagueNumber, date: (text) => dateIn(text) ?? '', page: pageNumber });
  const { values, change, hrefWith } = address;
  const { league, date, page } = values;
  const query = useQuery(fixturesQuery({ page, ...(league && { league_id: Number(league) }), ...(date && { date }) }));
  const leagues = query.data?.leagues ?? [];
  return (
    <>
      <PageHead
        title={t('admin_fixtures.title')}
        aside={
          <>
            <ViewsBar list="fixtures" address={address} />
            {query.data && role !== undefined && createFixture.access.includes(role) && (
              <Button size="s" onClick={() => setAdding(true)}>
                {t('admin_fixtures.new')}
              </Button>
            )}
          </>
        }
        filters={
          <>
            <QuietSelect
              label={t('admin_fixtures.league')}
              value={league}
              options={[
                { value: '', label: t('admin_fixtures.all_leagues') },
                ...leagues.map((one) => ({ value: String(one.id), label: localName(one, locale) })),
              ]}
              onChange={(chosen) => change({ league: chosen })}
            />
            <DateField label={t('admin_fixtures.day')} value={date} onChange={(day) => change({ date: day })} />
          </>
        }
      />
      <Panel
        query={query}
        failed={t('admin_fixtures.failed')}
        skeleton={<TableSkeleton rows={10} />}
        empty={({ items }) => (items.length > 0 ? null : t('admin_fixtures.none'))}
      >
        {(list) => (
          <>
            <FixtureTable rows={list.items} isStale={query.isPlaceholderData} />
            <Pager list={list} hrefOf={(to) => hrefWith({ page: to })} />
          </>
        )}
      </Panel>
      {isAdding && <NewFixtureDialog leagues={leagues} onClose={() => setAdding(false)} />}
    </>
  );
}
