import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { ContestCaseDetail, Outlook } from '#contract/contest-admin.ts';
import type { VoidReason } from '#domain/settlement/contest.ts';
import { type Column, DataTable } from '#web/console/ui/data-table.tsx';
import { TimeAgo } from '#web/console/ui/elapsed-time.tsx';
import { StateDot } from '#web/console/ui/state-dot.tsx';
import { shortId } from '#web/lib/number-formats.ts';
import { Card, FactList } from '#web/ui/card.tsx';
import { CaseState } from './contest-case.tsx';

/** A contest's points and picks, its state, and what the rules would do now. */
export function CaseSummary({ contest }: { contest: ContestCaseDetail }) {
  const t = useTranslations();
  const format = useFormatter();
  const { staked, total_stake, bets, market, verdict, unresolved, result, winner, void_reason, settled_at, resettle_until, id } = contest;
  const time = (at: string) => format.dateTime(new Date(at), 'date_time');
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

/** The known facts of a contest's match, with their sources and times. */
export function CaseFacts({ contest: { match, facts, verdict } }: { contest: ContestCaseDetail }) {
  const t = useTranslations();
  const format = useFormatter();
  const time = (at: string | null) => (at === null ? '–' : format.dateTime(new Date(at), 'date_time'));
  return (
    <Card title={t('admin_contests.known')} aside={verdict.is_blind && <StateDot tone="bad">{t('admin_contests.blind')}</StateDot>}>
      <FactList
        facts={[
          { label: t('admin_contests.kickoff'), value: time(match.kickoff_at) },
          { label: t('admin_contests.started_at'), value: time(facts.started_at) },
          {
            label: t('admin_contests.status'),
            value: (
              <>
                {t(`match.status.long.${match.status}`)} · <TimeAgo at={facts.status_since} />
              </>
            ),
          },
          {
            label: t('admin_contests.result'),
            value: facts.result === null ? '–' : <span className="num">{facts.result.join('–')}</span>,
          },
          { label: t('admin_contests.result_since'), value: time(facts.result_since) },
          { label: t('admin_contests.confirmed'), value: <TimeAgo at={facts.confirmed_at} /> },
          { label: t('admin_contests.told_by'), value: facts.feeds.join(', ') || '–' },
        ]}
      />
    </Card>
  );
}

/** The payout of each possible ending, so that no action is needed to find out. */
export function OutlookTable({ contest: { outlooks } }: { contest: ContestCaseDetail }) {
  const t = useTranslations('admin_contests');
  const format = useFormatter();
  const number = (value: number) => format.number(value);
  const signed = (value: number) => format.number(value, { signDisplay: 'exceptZero' });
  const columns: Column<Outlook>[] = [
    {
      key: 'ending',
      title: t('ending'),
      cell: ({ winner }) => (winner === null ? t('voided') : t('wins', { pick: t(`picks.${winner}`) })),
    },
    { key: 'winners', title: t('winners'), cell: ({ winners }) => number(winners), isNumber: true },
    { key: 'payouts', title: t('payouts'), cell: ({ payouts }) => number(payouts), isNumber: true },
    { key: 'refunded', title: t('refunded_bets'), cell: ({ refunded_bets }) => number(refunded_bets), isNumber: true },
    { key: 'refunds', title: t('refunds'), cell: ({ refunds }) => number(refunds), isNumber: true },
    { key: 'house', title: t('house'), cell: ({ house }) => signed(house), isNumber: true },
    { key: 'changed', title: t('changed'), cell: ({ changed }) => number(changed), isNumber: true },
  ];
  return (
    <Card title={t('outlook')}>
      <DataTable label={t('outlook')} columns={columns} rows={outlooks} keyOf={({ winner }) => winner ?? 'void'} />
      <p className="mt-2 text-[12.5px] text-pretty text-muted">{t('outlook_hint')}</p>
    </Card>
  );
}

/** The resettlements of a contest and their cost for the house. Empty if there were none. */
export function CorrectionsCard({ contest: { corrections } }: { contest: ContestCaseDetail }) {
  const t = useTranslations('admin_contests');
  const format = useFormatter();
  if (corrections.length === 0) return null;
  return (
    <Card title={t('corrections')}>
      <ol className="grid gap-2 text-[13.5px]">
        {corrections.map(({ round, result, house_loss, corrected_at }) => (
          <li key={round}>
            {t('correction', {
              when: format.dateTime(new Date(corrected_at), 'date_time'),
              result: result.join('–'),
              loss: house_loss,
            })}
          </li>
        ))}
      </ol>
    </Card>
  );
}
