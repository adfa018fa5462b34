import { useFormatter, useTranslations } from 'use-intl';
import { SETTLEMENT_TIMERS, scaleTimers } from '#domain/contest-state.ts';
import { useDuration } from './duration.ts';
import { FactLine } from './fact-line.tsx';

interface OutcomeLinesProps {
  /** All that the user would have in the contest. */
  stake: number;
  /** Whether the contest knows a draw, and so ends with the 90 minutes. */
  hasDraw: boolean;
  matchSpeed: number;
}

/** What becomes of this stake in the endings that nobody thinks of (decisions.md section 3). */
export function OutcomeLines({ stake, hasDraw, matchSpeed }: OutcomeLinesProps) {
  const t = useTranslations('bets');
  const format = useFormatter();
  const duration = useDuration();
  const points = format.number(stake);
  const waits = duration(scaleTimers(SETTLEMENT_TIMERS, matchSpeed).pausedMs);
  return (
    <dl aria-label={t('what_if')} className="mt-3 grid gap-[7px] border-t border-line pt-2.5 text-[13px]">
      {hasDraw && (
        <FactLine label={t('what_if_level')} isText>
          {t('counts_as_draw')}
        </FactLine>
      )}
      <FactLine label={t('what_if_postponed')} isText>
        {t('waits_then_back', { duration: waits, points })}
      </FactLine>
      <FactLine label={t('what_if_off')} isText>
        {t('points_back', { points })}
      </FactLine>
      <FactLine label={t('what_if_nobody')} isText>
        {t('points_back', { points })}
      </FactLine>
    </dl>
  );
}
