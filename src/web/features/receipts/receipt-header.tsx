import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { ReceiptView } from '#contract/receipts.ts';
import { LONG_DATE_AND_TIME } from '#web/lib/date-formats.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { Card } from '#web/ui/card.tsx';
import { Tag, type TagTone } from '#web/ui/tag.tsx';
import { TeamName } from '#web/ui/team-name.tsx';
import { isOver } from './api.ts';

type State = ReceiptView['contest']['state'];
const TONES: Record<State, TagTone> = {
  preparing: 'quiet',
  open: 'accent',
  locked: 'warn',
  settled: 'good',
  paused: 'warn',
  void: 'quiet',
};

/** Which contest it was: market, match, and how it stands. */
export function ReceiptHeader({ receipt }: { receipt: ReceiptView }) {
  const t = useTranslations();
  const format = useFormatter();
  const nameOf = useLocalName();
  const { contest, match, facts } = receipt;
  return (
    <Card>
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h2 className="font-[650]">{t(`receipts.market.${contest.market}`)}</h2>
        <Tag tone={TONES[contest.state]}>{t(`bets.state.${contest.state}`)}</Tag>
        {match.kickoff_at && (
          <span className="num text-[13px] text-muted md:ml-auto">{format.dateTime(new Date(match.kickoff_at), LONG_DATE_AND_TIME)}</span>
        )}
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
      {!isOver(receipt) && <p className="mt-3 text-[13px] text-muted">{t('receipts.running')}</p>}
    </Card>
  );
}
