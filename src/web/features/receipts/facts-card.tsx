import { useFormatter, useTranslations } from 'use-intl';
import type { ReceiptView } from '#contract/receipts.ts';
import type { Pick } from '#domain/matches/sport.ts';
import { VOID_REASONS } from '#domain/settlement/contest.ts';
import { OWN_STATUS_WORDS } from '#texts/status-words.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { Card, FactList } from '#web/ui/card.tsx';

type Facts = NonNullable<ReceiptView['facts']>;

/** Shows the result that settled the contest, and when each part of it was observed. */
export function FactsCard({ receipt }: { receipt: ReceiptView }) {
  const t = useTranslations('receipts');
  const { facts, facts_hash, corrections } = receipt;
  const lines = [...useEnd(receipt), ...useSeen(receipt, facts)];
  return (
    <Card title={t('result_heading')} aside={corrections.length > 0 ? t('corrected', { n: corrections.length }) : null}>
      {facts ? <FactList facts={lines} /> : <p className="text-[13px] text-muted">{t('facts_missing')}</p>}
      {facts_hash && <Fingerprint label={t('facts_hash')} hash={facts_hash} />}
      {corrections.map((correction) => (
        <Correction key={correction.round} correction={correction} />
      ))}
    </Card>
  );
}

/** Returns the result, or why there is none. */
function useEnd({ contest, match, rules, facts }: ReceiptView) {
  const t = useTranslations();
  const pickWord = usePickWord(match);
  const reason = VOID_REASONS.find((known) => known === contest.void_reason);
  return [
    ...(facts?.score ? [{ label: t(`receipts.counts.${rules.score}`), value: <span className="num">{facts.score.join('–')}</span> }] : []),
    ...(contest.winner ? [{ label: t('receipts.right_pick'), value: pickWord(contest.winner) }] : []),
    ...(reason ? [{ label: t('receipts.void_because'), value: t(`bets.void_reason.${reason}`) }] : []),
  ];
}

function useSeen({ match }: ReceiptView, facts: Facts | null) {
  const t = useTranslations();
  const format = useFormatter();
  if (!facts) return [];
  const status = OWN_STATUS_WORDS[match.sport][facts.match_status] ?? facts.match_status;
  const at = (
    label: 'unchanged_since' | 'started_at' | 'match_status_since' | 'confirmed_at' | 'told_at' | 'decided_at',
    time: string | null,
  ) => ({
    label: t(`receipts.${label}`),
    value: (
      <span className="num">{time ? format.dateTime(new Date(time), 'day_time', { second: '2-digit' }) : t('receipts.not_told')}</span>
    ),
  });
  return [
    ...(facts.told_by ? [{ label: t('receipts.told_by'), value: t('receipts.told_by_operator') }] : []),
    ...(facts.score ? [at('unchanged_since', facts.score_since)] : []),
    at('started_at', facts.started_at),
    { label: t('receipts.match_status'), value: t(`match.status.long.${status}`) },
    at('match_status_since', facts.match_status_since),
    at('confirmed_at', facts.confirmed_at),
    at('told_at', facts.told_at),
    at('decided_at', facts.decided_at),
  ];
}

/** Shows a result that was replaced. */
function Correction({ correction }: { correction: ReceiptView['corrections'][number] }) {
  const t = useTranslations('receipts');
  const format = useFormatter();
  const { facts, corrected_at, house_loss, facts_hash } = correction;
  const when = format.dateTime(new Date(corrected_at), 'day_time');
  return (
    <div className="mt-3 border-t border-line pt-3">
      <p className="num">{t('correction', { when, score: facts.score?.join('–') ?? '' })}</p>
      {house_loss > 0 && <p className="text-[13px] text-muted">{t('house_loss', { points: house_loss })}</p>}
      <Fingerprint label={t('facts_hash')} hash={facts_hash} />
    </div>
  );
}

/** Shows a whole hash, for comparison. */
export function Fingerprint({ label, hash }: { label: string; hash: string }) {
  return (
    <p className="mt-2.5 text-[12px] text-muted">
      <span className="block">{label}</span>
      <code className="block text-[11.5px] break-all text-text select-all">{hash}</code>
    </p>
  );
}

/** Returns a function with a pick's short name for columns: the team, or a draw. */
export function usePickWord({ home, away }: ReceiptView['match']): (pick: Pick) => string {
  const t = useTranslations('receipts');
  const nameOf = useLocalName();
  return (pick) => (pick === 'draw' ? t('draw') : nameOf(pick === 'home' ? home : away));
}
