import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { TeamRef } from '#contract/matches.ts';
import { VOID_REASONS } from '#domain/settlement/contest.ts';
import { SETTLEMENT_TIMERS, scaleTimers } from '#domain/settlement/settlement-timers.ts';
import { durationWords } from '#web/lib/duration-words.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { type SettlingLeague, settlingRule } from '#web/lib/settlement-words.ts';
import { Tag, type TagTone } from '#web/ui/card.tsx';
import { Countdown } from '#web/ui/countdown.tsx';
import type { ContestWithMine } from './api.ts';

interface ContestStatusProps {
  contest: ContestWithMine;
  league: SettlingLeague;
  home: TeamRef;
  away: TeamRef;
  matchSpeed: number;
  now: Date;
}

type ClosedState = Exclude<ContestWithMine['state'], 'open'>;

const TONES: Record<ClosedState, TagTone> = { preparing: 'quiet', locked: 'warn', settled: 'good', paused: 'warn', void: 'quiet' };

/** Says why a contest takes no stakes, and what happens to those in it; links to the receipt once it has ended. */
export function ContestStatus(props: ContestStatusProps) {
  const t = useTranslations('bets');
  const state = closedState(props.contest);
  return (
    <div role="status" className="mb-3 grid justify-items-start gap-1.5">
      <Tag tone={TONES[state]}>{t(`state.${state}`)}</Tag>
      <Explanation {...props} />
      {(state === 'settled' || state === 'void') && (
        <Link
          to={`/contests/${props.contest.id}/receipt`}
          className="thumb inline-flex items-center text-[13px] font-semibold text-accent hover:underline"
        >
          {t('to_receipt')}
        </Link>
      )}
    </div>
  );
}

/** An open contest whose deadline has passed is locked, even before a push says so. */
const closedState = ({ state }: ContestWithMine): ClosedState => (state === 'open' ? 'locked' : state);

function Explanation({ contest, league, home, away, matchSpeed, now }: ContestStatusProps) {
  const t = useTranslations('bets');
  const format = useFormatter();
  const duration = useDuration();
  const nameOf = useLocalName();
  const hint = 'text-[13px] text-muted';
  switch (closedState(contest)) {
    case 'preparing': {
      if (contest.deadline_at === null) return <p className={hint}>{t('opens_undated')}</p>;
      const opensAt = new Date(Date.parse(contest.deadline_at) - SETTLEMENT_TIMERS.openAheadMs);
      return <p className={hint}>{t('opens_at', { date: format.dateTime(opensAt, 'day_time_year') })}</p>;
    }
    case 'locked':
      return <p className={hint}>{t('locked_hint', { rule: t(`settled_on.${settlingRule(league)}`) })}</p>;
    case 'settled': {
      const isAway = contest.winner === 'away';
      // In a sentence about the winner, the winner's score comes first.
      const score = (isAway ? contest.result?.toReversed() : contest.result)?.join('–') ?? '';
      const isDraw = contest.winner === 'draw';
      const team = nameOf(isAway ? away : home);
      return <p className="text-[15px] font-[620]">{isDraw ? t('drawn', { score }) : t('won_by', { team, score })}</p>;
    }
    case 'paused': {
      const { pausedMs } = scaleTimers(SETTLEMENT_TIMERS, matchSpeed);
      const until = new Date(Date.parse(contest.state_since) + pausedMs);
      return (
        <>
          <p className={hint}>{t('paused_hint', { duration: duration(pausedMs) })}</p>
          <p className="text-[13px] font-[580]">
            {until > now ? t.rich('paused_left', { time: () => <Countdown until={until.toISOString()} /> }) : t('paused_over')}
          </p>
        </>
      );
    }
    case 'void': {
      const reason = VOID_REASONS.find((known) => known === contest.void_reason);
      return <p className={hint}>{[reason && t(`void_reason.${reason}`), t('void_hint')].filter(Boolean).join(' ')}</p>;
    }
  }
}

/** Returns a function that formats a duration in words. */
function useDuration(): (ms: number) => string {
  const format = useFormatter();
  return (ms) => durationWords(format, ms);
}
