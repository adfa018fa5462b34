import { useFormatter, useTranslations } from 'use-intl';
import { SETTLEMENT_TIMERS, scaleTimers } from '#domain/contest-state.ts';
import { type SettlingLeague, settlingRule } from '#web/lib/settling-rule.ts';
import { useDuration } from './duration.ts';
import { FactLine } from './fact-line.tsx';

/** The ending that is a sport's own; football that counts extra time has none to explain. */
const OWN_ENDINGS = {
  regular_time: { label: 'what_if_level', answer: 'counts_as_draw' },
  football: null,
  basketball: { label: 'what_if_overtime', answer: 'overtime_decides' },
  tennis: { label: 'what_if_retired', answer: 'points_back' },
  esports: { label: 'what_if_forfeit', answer: 'points_back' },
} as const;

interface OutcomeLinesProps {
  /** All that the user would have in the contest. */
  stake: number;
  league: SettlingLeague;
  matchSpeed: number;
}

/** What becomes of this stake in the endings that nobody thinks of (decisions.md section 3). */
export function OutcomeLines({ stake, league, matchSpeed }: OutcomeLinesProps) {
  const t = useTranslations('bets');
  const format = useFormatter();
  const duration = useDuration();
  const points = format.number(stake);
  const own = OWN_ENDINGS[settlingRule(league)];
  const waits = duration(scaleTimers(SETTLEMENT_TIMERS, matchSpeed).pausedMs);
  return (
    <dl aria-label={t('what_if')} className="mt-3 grid gap-[7px] border-t border-line pt-2.5 text-[13px]">
      {own && (
        <FactLine label={t(own.label)} isText>
          {own.answer === 'points_back' ? t(own.answer, { points }) : t(own.answer)}
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
