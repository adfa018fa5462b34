import { type ReactNode, useId, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { Market } from '#domain/settlement/contest.ts';
import { type EndingCase, endingsOf } from '#domain/settlement/endings.ts';
import { POOL_RULES } from '#domain/settlement/pool.ts';
import { SETTLEMENT_TIMERS, scaleTimers } from '#domain/settlement/settlement-timers.ts';
import { classNames } from '#web/lib/class-names.ts';
import { endingWords, type SettlingLeague, settlingRule } from '#web/lib/settlement-words.ts';

/** The unexpected ending that is specific to each settlement rule. */
const OWN: Record<ReturnType<typeof settlingRule>, EndingCase> = {
  regular_time: 'won_on_penalties',
  football: 'won_on_penalties',
  basketball: 'won_in_extra_time',
  tennis: 'awarded',
  esports: 'walkover',
};
const LIKELIEST: readonly EndingCase[] = ['postponed', 'moved_far', 'abandoned', 'cancelled', 'nobody_right'];

interface OutcomeLinesProps {
  /** The user's whole stake in the contest. */
  stake: number;
  league: SettlingLeague;
  /** Whether the contest has a draw to pick. */
  drawPossible: boolean;
  market: Market;
  matchSpeed: number;
  /** How long an ended match waits for a second data source; 0 if there is none. */
  confirmMs: number;
}

/** Shows what happens to a stake in unexpected endings and, on request, in every ending (docs/rules.md#settlement). */
export function OutcomeLines({ stake, league, drawPossible, market, matchSpeed, confirmMs }: OutcomeLinesProps) {
  const t = useTranslations();
  const words = { t: useTranslations('endings'), format: useFormatter() };
  const listId = useId();
  const [isWhole, setWhole] = useState(false);
  const kind = settlingRule(league);
  const endings = endingsOf({
    market,
    sport: league.sport,
    settlesOn: league.settles_on,
    drawPossible,
    timers: scaleTimers(SETTLEMENT_TIMERS, matchSpeed),
    rules: POOL_RULES,
  });
  // Few pool matches are moved by a week; at fixed odds the limit of two days is passed more easily.
  const isLikely = (on: EndingCase) => on === OWN[kind] || (LIKELIEST.includes(on) && (on !== 'moved_far' || market === '1x2'));
  const shown = endings.filter(({ on }) => isWhole || isLikely(on));
  return (
    <section aria-label={t('bets.what_if')} className="mt-3 border-t border-line pt-2.5">
      <dl id={listId} className="grid gap-[7px] text-[13px]">
        {shown.map((ending) => {
          const { label, answer } = endingWords(words, ending, kind, stake, confirmMs);
          return (
            <FactLine key={ending.on} label={label} isText>
              {answer}
            </FactLine>
          );
        })}
      </dl>
      <button
        type="button"
        aria-expanded={isWhole}
        aria-controls={listId}
        onClick={() => setWhole(!isWhole)}
        className="thumb -mb-1 inline-flex items-center py-1.5 text-[12.5px] font-semibold text-muted hover:text-text"
      >
        {t(isWhole ? 'endings.fewer' : 'endings.all')}
      </button>
    </section>
  );
}

interface FactLineProps {
  label: ReactNode;
  children: ReactNode;
  /** Whether the value is words instead of a number. */
  isText?: boolean;
}

/** Renders a fact on its own line in a <dl>. */
export function FactLine({ label, children, isText }: FactLineProps) {
  return (
    <div className="flex items-baseline justify-between gap-3.5">
      <dt className="text-muted">{label}</dt>
      <dd className={classNames('max-w-[64%] flex-none text-right', isText ? 'font-[580]' : 'num font-bold')}>{children}</dd>
    </div>
  );
}
