import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { USER_SORTS, USER_STATUSES, usersFile } from '#contract/admin-users.ts';
import { listExclusionReviews, listInviteReviews } from '#contract/user-reviews.ts';
import { ViewsBar } from '#web/console/features/list-views/views-bar.tsx';
import { usersQuery } from '#web/console/features/users/api.ts';
import { UserTable } from '#web/console/features/users/user-table.tsx';
import { overviewQuery } from '#web/console/lib/overview.ts';
import { useAdmin } from '#web/console/lib/session.ts';
import { textUpTo, useAddress } from '#web/console/lib/use-address.ts';
import { TableSkeleton } from '#web/console/ui/data-table.tsx';
import { DownloadButton } from '#web/console/ui/download-button.tsx';
import { SearchField } from '#web/console/ui/filter-fields.tsx';
import { PageHead } from '#web/console/ui/page-head.tsx';
import { Panel } from '#web/console/ui/panel.tsx';
import { oneOf, pageNumber } from '#web/lib/address-values.ts';
import { Button } from '#web/ui/button.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { QuietSelect } from '#web/ui/select-field.tsx';

const ORDERS = ['asc', 'desc'] as const;

/** All users; search, filters and sorting are kept in the address. */
export function UsersPage() {
  const t = useTranslations();
  const admin = useAdmin();
  const address = useAddress({
    q: textUpTo(120),
    status: (text) => oneOf(USER_STATUSES, text),
    sort: (text) => oneOf(USER_SORTS, text) ?? 'registered_at',
    order: (text) => oneOf(ORDERS, text) ?? 'desc',
    page: pageNumber,
  });
  const { values, change, hrefWith, isFiltered } = address;
  const { q, status, sort, order } = values;
  const query = useQuery(usersQuery(values));
  const filter = { q, ...(status && { status }) };
  return (
    <>
      <PageHead
        title={t('admin.pages.users')}
        aside={
          <>
            <ViewsBar list="users" address={address} />
            <InviteReviewsLink />
            <ExclusionReviewsLink />
            {admin && usersFile.access.includes(admin.role) && <DownloadButton endpoint={usersFile} input={filter} />}
          </>
        }
        filters={
          <>
            <SearchField label={t('admin_users.search')} value={q} onChange={(text) => change({ q: text })} />
            <QuietSelect
              label={t('admin_users.status_filter')}
              value={status ?? ''}
              options={[
                { value: '', label: t('admin_users.status_all') },
                ...USER_STATUSES.map((value) => ({ value, label: t(`admin_evidence.user_status.${value}`) })),
              ]}
              onChange={(value) => change({ status: oneOf(USER_STATUSES, value) })}
            />
            <span className="ml-auto self-center text-[12.5px] text-muted max-md:hidden">{t('admin.keys')}</span>
          </>
        }
      />
      <Panel
        query={query}
        failed={t('admin_users.failed')}
        skeleton={<TableSkeleton />}
        empty={({ items }) => (items.length === 0 ? t(`admin_users.${isFiltered ? 'none' : 'none_yet'}`) : null)}
      >
        {(list) => (
          <>
            <UserTable
              rows={list.items}
              isStale={query.isPlaceholderData}
              sorting={{ by: sort, order, onSort: (by, way) => change({ sort: oneOf(USER_SORTS, by) ?? sort, order: way }) }}
            />
            <Pager list={list} hrefOf={(page) => hrefWith({ page })} />
          </>
        )}
      </Panel>
    </>
  );
}

/** A link to the held rewards with their number, for those who may review them. */
function InviteReviewsLink() {
  const t = useTranslations('admin_users');
  const admin = useAdmin();
  const { data } = useQuery(overviewQuery);
  if (!admin || !listInviteReviews.access.includes(admin.role)) return null;
  const count = data?.queues.invite_reviews.count ?? 0;
  return (
    <Button asChild look="quiet" size="s">
      <Link to="/admin/invite-reviews">
        {t('invite_reviews')}
        {count > 0 && <span className="num text-live">{count}</span>}
      </Link>
    </Button>
  );
}

/** The same for self-exclusions that may apply to another account. */
function ExclusionReviewsLink() {
  const t = useTranslations('admin_users');
  const admin = useAdmin();
  const { data } = useQuery(overviewQuery);
  const count = data?.queues.exclusion_reviews.count ?? 0;
  if (!admin || !listExclusionReviews.access.includes(admin.role) || count === 0) return null;
  return (
    <Button asChild look="quiet" size="s">
      <Link to="/admin/exclusion-reviews">
        {t('exclusion_reviews')}
        <span className="num text-live">{count}</span>
      </Link>
    </Button>
  );
}
