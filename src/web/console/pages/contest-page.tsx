import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { CaseFacts, CaseSummary, CorrectionsCard, OutlookTable } from '#web/console/features/contests/case-cards.tsx';
import { contestCaseQuery, MatchStanding, useMatchName } from '#web/console/features/contests/contest-case.tsx';
import { HandCard } from '#web/console/features/contests/hand-card.tsx';
import { OpinionsCard } from '#web/console/features/contests/opinions-card.tsx';
import { PageHead } from '#web/console/ui/page-head.tsx';
import { Panel } from '#web/console/ui/panel.tsx';
import { Skeleton } from '#web/ui/placeholders.tsx';

/** A contest with all known facts, the payout of each ending, and the manual actions. */
export function ContestPage() {
  const t = useTranslations();
  const { id = '' } = useParams();
  const nameOf = useMatchName();
  const query = useQuery(contestCaseQuery(id));
  const contest = query.data;
  if (!contest) {
    return (
      <>
        <PageHead title={t('admin_contests.contest')} />
        <Panel query={query} failed={t('admin_contests.failed_one')} skeleton={<Skeleton className="h-[420px]" />}>
          {() => null}
        </Panel>
      </>
    );
  }
  return (
    <>
      <PageHead
        title={nameOf(contest.match)}
        states={<MatchStanding match={contest.match} />}
        aside={
          <Link to={`/match/${contest.match.id}`} reloadDocument className="text-[13px] font-semibold underline underline-offset-2">
            {t('admin_contests.to_match')}
          </Link>
        }
      />
      <div className="grid grid-cols-1 items-start gap-3.5 lg:grid-cols-2">
        <CaseSummary contest={contest} />
        <CaseFacts contest={contest} />
        <div className="grid grid-cols-1 gap-3.5 lg:col-span-2">
          <OpinionsCard contest={contest} />
          <HandCard contest={contest} />
          <OutlookTable contest={contest} />
          <CorrectionsCard contest={contest} />
        </div>
      </div>
    </>
  );
}
