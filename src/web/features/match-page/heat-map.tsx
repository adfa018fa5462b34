import { useTranslations } from 'use-intl';
import type { MatchDetail } from '#contract/matches.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { isMarked, LAST_SHOWN, type Mark } from './score-marks.ts';
import { usePercentNumber } from './use-percent.ts';

interface HeatMapProps {
  match: Pick<MatchDetail, 'home' | 'away'>;
  /** 7 by 7, see the contract. */
  matrix: readonly (readonly number[])[];
  /** The highlighted cells; null for no highlight. */
  mark: Mark | null;
}

/** Shows the probability of each final score in a table that is readable without colour, coloured by winner and probability. */
export function HeatMap({ match, matrix, mark }: HeatMapProps) {
  const t = useTranslations('forecast');
  const nameOf = useLocalName();
  const percent = usePercentNumber();
  const most = Math.max(...matrix.flat());
  const goals = (n: number) => (n === LAST_SHOWN ? t('and_more', { goals: n }) : String(n));
  return (
    <table className="num w-full table-fixed border-separate border-spacing-[3px] text-center text-[12px] font-semibold">
      <caption className="sr-only">{t('matrix_caption', { home: nameOf(match.home), away: nameOf(match.away) })}</caption>
      <thead>
        <tr>
          <td className="w-5" />
          {matrix.map((_, away) => (
            <th key={goals(away)} scope="col" className="pb-0.5 font-medium text-faint">
              {goals(away)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {matrix.map((row, home) => (
          <tr key={goals(home)}>
            <th scope="row" className="font-medium text-faint">
              {goals(home)}
            </th>
            {row.map((probability, away) => (
              <td
                key={goals(away)}
                data-lit={mark ? isMarked(mark, home, away) : undefined}
                className={classNames('h-9 rounded-[6px] transition-colors duration-150 md:h-[38px]', lookOf(mark, home, away))}
                style={{ backgroundColor: cellColour(home, away, probability / most) }}
              >
                {percent(probability)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const lookOf = (mark: Mark | null, home: number, away: number) =>
  mark !== null && isMarked(mark, home, away) && 'outline-2 -outline-offset-2 outline-accent';

/** Returns a mix with at most half the winner's colour, so that the numbers stay readable. */
function cellColour(home: number, away: number, share: number): string {
  const colour = home > away ? 'home' : home < away ? 'away' : 'draw';
  return `color-mix(in oklab, var(--${colour}) ${Math.round(5 + 43 * share)}%, var(--raised))`;
}
