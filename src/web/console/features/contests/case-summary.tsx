import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { ContestCaseDetail } from '#contract/contest-admin.ts';
import type { VoidReason } from '#domain/settlement/contest.ts';
import { LONG_DATE_AND_TIME } from '#web/lib/dates.ts';
import { shortId } from '#web/lib/number-formats.ts';
import { Card, FactList } from '#web/ui/card.tsx';
import { CaseState } from './case-state.tsx';

/** What a contest holds and on whom, how it stands, and what the rules would do with it by themselves. */
export function CaseSummary({ contest }: { contest: ContestCaseDetail }) {
  const t = useTranslations();
  const format = useFormatter();
  const { staked, total_stake, bets, market, verdict, unresolved, result, winner, void_reason, settled_at, resettle_until, id } = contest;
  const time = (at: string) => format.dateTime(new Date(at), LONG_DATE_AND_TIME);
  const isOver = settled_at !== null;
  return (
    <Card title={t('admin_contests.contest')} aside={<span className="num">{shortId(id)}</span>}>
      <FactList
        facts={[
          { label: t('admin_contests.market'), value: t(`bets.markets.${market}`) },
          { label: t('admin_contests.state'), value: <CaseState contest={contest} /> },
          { label: t('admin_contests.held'), value: <span className="num">{format.number(total_stake)}</span> },
          {
            label: t('admin_contests.staked'),
            value: (
              <span className="num">{[staked.home, staked.draw, staked.away].map((points) => format.number(points)).join(' · ')}</span>
            ),
          },
          { label: t('admin_contests.bets'), value: <span className="num">{format.number(bets)}</span> },
          ...(unresolved ? [{ label: t('admin_contests.waits'), value: t(`admin_contests.why.${unresolved.why}`) }] : []),
          ...(isOver ? [] : [{ label: t('admin_contests.by_rules'), value: t(`admin_contests.verdict.${verdict.kind}`) }]),
          ...(result ? [{ label: t('admin_contests.stands_on'), value: <span className="num">{result.join('–')}</span> }] : []),
          ...(winner ? [{ label: t('admin_contests.winner'), value: t(`admin_contests.picks.${winner}`) }] : []),
          ...(void_reason ? [{ label: t('admin_contests.void_reason'), value: t(`bets.void_reason.${void_reason as VoidReason}`) }] : []),
          ...(isOver ? [{ label: t('admin_contests.ended_at'), value: time(settled_at) }] : []),
          ...(resettle_until ? [{ label: t('admin_contests.resettle_until'), value: time(resettle_until) }] : []),
        ]}
      />
      {isOver && (
        <Link to={`/contests/${id}/receipt`} reloadDocument className="mt-2 inline-block font-semibold underline underline-offset-2">
          {t('admin_contests.receipt')}
        </Link>
      )}
    </Card>
  );
}
