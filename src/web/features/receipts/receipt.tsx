import Users from 'lucide-react/icons/users';
import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { ReceiptView } from '#contract/receipts.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { Card, FactList, Tag, type TagTone } from '#web/ui/card.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { EmptyState, Skeleton } from '#web/ui/placeholders.tsx';
import { TeamName } from '#web/ui/team-name.tsx';
import { isOver } from './api.ts';
import { FactsCard, Fingerprint, usePickWord } from './facts-card.tsx';
import { ReceiptBet } from './receipt-bet.tsx';
import { VerifyCard } from './verify-card.tsx';

interface ReceiptProps {
  receipt: ReceiptView;
  isStale: boolean;
  hrefOf: (page: number) => string;
}

/** Shows a contest's receipt: header, the user's own bet, the result, its proof (beside these on wide screens), and all bets. */
export function Receipt({ receipt, isStale, hrefOf }: ReceiptProps) {
  const t = useTranslations('receipts');
  const over = isOver(receipt);
  return (
    <>
      <div className="grid min-w-0 gap-4">
        <ReceiptHeader receipt={receipt} />
        {receipt.mine && (
          <Card title={t('mine')} className="border-accent!">
            <ReceiptBet receipt={receipt} bet={receipt.mine} />
          </Card>
        )}
        {over && <FactsCard receipt={receipt} />}
      </div>
      <div className="grid min-w-0 gap-4 lg:row-span-2">
        {over && <VerifyCard contestId={receipt.contest.id} />}
        <TotalsCard receipt={receipt} />
        {over && <BlockCard receipt={receipt} />}
      </div>
      <BetsCard receipt={receipt} isStale={isStale} hrefOf={hrefOf} />
    </>
  );
}

/** Shows where in the sealed ledger the contest's transfers are. */
function BlockCard({ receipt: { block, bets } }: { receipt: ReceiptView }) {
  const t = useTranslations('receipts');
  const format = useFormatter();
  return (
    <Card title={t('block_heading')}>
      <p className="text-[13px] text-muted">{t('block_lead')}</p>
      {block ? (
        <>
          <p className="mt-3 flex flex-wrap items-baseline justify-between gap-x-4">
            <span>
              {t('block_number')} <b className="num">{format.number(block.number)}</b>
            </span>
            <span className="num text-[13px] text-muted">
              {t('sealed_at')} {format.dateTime(new Date(block.sealed_at), 'day_time', { second: '2-digit' })}
            </span>
          </p>
          <Fingerprint label={t('block_hash')} hash={block.hash} />
          {block.previous_hash && <Fingerprint label={t('previous_hash')} hash={block.previous_hash} />}
        </>
      ) : (
        <p className="mt-3 text-[13px]">{t(bets.total === 0 ? 'block_none' : 'block_waiting')}</p>
      )}
    </Card>
  );
}

interface BetsCardProps {
  receipt: ReceiptView;
  /** Whether another page is loading. */
  isStale: boolean;
  hrefOf: (page: number) => string;
}

/** Lists all bets by page. */
function BetsCard({ receipt, isStale, hrefOf }: BetsCardProps) {
  const t = useTranslations('receipts');
  const { bets } = receipt;
  if (!isOver(receipt)) {
    return (
      <Card title={t('bets_heading')}>
        <p className="text-[13px] text-muted">{t('bets_later')}</p>
      </Card>
    );
  }
  return (
    <Card title={t('bets_heading')} aside={bets.total_exact === false ? null : t('bets_count', { count: bets.total })}>
      {bets.total === 0 && <EmptyState icon={<Users size={28} />} title={t('no_bets')} hint={t('no_bets_hint')} />}
      <ul aria-busy={isStale}>
        {bets.items.map((bet) => (
          <li key={bet.id} className="border-b border-line py-3 first:pt-0 last:border-0 last:pb-0">
            <ReceiptBet receipt={receipt} bet={bet} />
          </li>
        ))}
      </ul>
      <Pager list={bets} hrefOf={hrefOf} />
    </Card>
  );
}

/** Shows the totals staked, paid, refunded and kept by the house, and the rules. */
function TotalsCard({ receipt }: { receipt: ReceiptView }) {
  const t = useTranslations('receipts');
  const format = useFormatter();
  const pickWord = usePickWord(receipt.match);
  const { contest, rules, totals } = receipt;
  const line = (label: string, value: number | string) => ({
    label,
    value: <span className="num">{typeof value === 'number' ? format.number(value) : value}</span>,
  });
  const isPool = contest.market === 'wdl';
  const percent = format.number(rules.fee_percent / 100, { style: 'percent', maximumFractionDigits: 2 });
  return (
    <Card title={t('totals_heading')}>
      <FactList
        facts={[
          ...contest.picks.map((pick) => line(t('staked_on', { pick: pickWord(pick) }), totals.staked[pick])),
          line(t('players'), totals.participants),
          ...(isOver(receipt)
            ? [
                line(t('payouts'), totals.payouts),
                line(t('refunds'), totals.refunds),
                line(houseLabel(totals.house), Math.abs(totals.house)),
              ]
            : []),
          ...(isPool ? [line(t('fee_rule'), percent), line(t('participants_min'), rules.participants_min)] : []),
          line(t('rule_version'), rules.version),
        ]}
      />
    </Card>
  );

  function houseLabel(points: number): string {
    if (points === 0) return t('house_even');
    return t(points > 0 ? 'house_put_in' : 'house_took');
  }
}

type State = ReceiptView['contest']['state'];
const TONES: Record<State, TagTone> = {
  preparing: 'quiet',
  open: 'accent',
  locked: 'warn',
  settled: 'good',
  paused: 'warn',
  void: 'quiet',
};

/** Shows the contest's market, match and state. */
function ReceiptHeader({ receipt }: { receipt: ReceiptView }) {
  const t = useTranslations();
  const format = useFormatter();
  const nameOf = useLocalName();
  const { contest, match, facts } = receipt;
  const times = [
    ['kickoff_at', match.kickoff_at],
    ['result_decided_at', facts?.decided_at ?? null],
    ['settled_at', contest.settled_at],
  ] as const;
  return (
    <Card>
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h2 className="font-[650]">{t(`bets.markets.${contest.market}`)}</h2>
        <Tag tone={TONES[contest.state]}>{t(`bets.state.${contest.state}`)}</Tag>
      </div>
      <Link
        to={`/match/${match.id}`}
        aria-label={`${nameOf(match.home)} – ${nameOf(match.away)}`}
        className="-mx-2 grid gap-2 rounded-control px-2 py-1.5 text-[15px] hover:bg-raised"
      >
        {(['home', 'away'] as const).map((side, index) => (
          <span key={side} className="flex min-w-0 items-center justify-between gap-4">
            <TeamName team={match[side]} isBehind={contest.winner !== null && contest.winner !== side} />
            {facts?.score && <span className="num text-[19px]">{facts.score[index]}</span>}
          </span>
        ))}
      </Link>
      <dl className="mt-3 flex flex-wrap gap-x-6 gap-y-1 text-[13px]">
        {times.map(
          ([label, at]) =>
            at && (
              <div key={label} className="flex gap-1.5">
                <dt className="text-muted">{t(`receipts.${label}`)}</dt>
                <dd className="num">{format.dateTime(new Date(at), 'date_time')}</dd>
              </div>
            ),
        )}
      </dl>
      {!isOver(receipt) && <p className="mt-3 text-[13px] text-muted">{t('receipts.running')}</p>}
    </Card>
  );
}

/** Placeholders for a receipt's cards. */
export function ReceiptSkeleton() {
  return (
    <>
      <div className="grid min-w-0 gap-4">
        <Skeleton className="h-[146px] rounded-card" />
        <Skeleton className="h-[460px] rounded-card" />
      </div>
      <div className="grid min-w-0 gap-4 lg:row-span-2">
        <Skeleton className="h-[222px] rounded-card" />
        <Skeleton className="h-[476px] rounded-card" />
        <Skeleton className="h-[276px] rounded-card" />
      </div>
      <Skeleton className="h-[320px] rounded-card" />
    </>
  );
}
