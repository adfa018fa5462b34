import { useTranslations } from 'use-intl';
import type { MatchDetail } from '#contract/matches.ts';
import { isInPlay } from '#domain/matches/match-status.ts';
import { type PartScore, partName } from '#domain/matches/score.ts';
import { SIDES, type Side, type Sport } from '#domain/matches/sport.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { ServeMark } from '#web/ui/match-marks.tsx';

/** Minimum number of columns: basketball always has four quarters; sets and maps vary. */
const PARTS_MIN: Record<Exclude<Sport, 'football'>, number> = { basketball: 4, tennis: 0, esports: 0 };

/** Shows the score by part: quarters with their total, sets or maps. Renders nothing without parts. */
export function PartsTable({ match }: { match: MatchDetail }) {
  const t = useTranslations('match');
  const nameOf = useLocalName();
  const { sport } = match.league;
  const { parts = [] } = match.score;
  if (sport === 'football' || parts.length === 0) return null;
  const hasTotal = sport === 'basketball';
  const hasGame = sport === 'tennis' && isInPlay(match.status);
  const columns = Array.from({ length: Math.max(parts.length, PARTS_MIN[sport]) }, (_, index) => partName(sport, index + 1));
  return (
    <div className="overflow-x-auto pb-3">
      <table className="num mx-auto text-[14px] [&_td]:min-w-[34px] [&_td]:px-1.5 [&_td]:py-1 [&_td]:text-right [&_th]:px-1.5 [&_th]:py-1 md:[&_td]:min-w-[52px]">
        <caption className="sr-only">{t(`parts_caption.${sport}`)}</caption>
        <thead className="text-[12px] whitespace-nowrap text-faint [&_th]:text-right [&_th]:font-medium">
          <tr>
            <td />
            {columns.map(({ kind, n }) => (
              <th key={`${kind} ${n}`} scope="col" abbr={t(`part.${kind}`, { n })}>
                {t(`part_short.${kind}`, { n })}
              </th>
            ))}
            {hasTotal && <th scope="col">{t('parts_total')}</th>}
            {hasGame && <th scope="col">{t('game_points')}</th>}
          </tr>
        </thead>
        <tbody>
          {SIDES.map((side) => (
            <tr key={side} className="border-t border-line">
              <th
                scope="row"
                title={nameOf(match[side])}
                className="max-w-[112px] text-left font-medium [font-stretch:100%] md:max-w-[220px]"
              >
                <span className="flex items-center gap-2">
                  <span className="truncate">{nameOf(match[side])}</span>
                  {parts.at(-1)?.serving === side && <ServeMark />}
                </span>
              </th>
              {columns.map(({ kind, n }, index) => (
                <td key={`${kind} ${n}`} className={classNames(!isWon(parts[index], side) && 'text-muted')}>
                  <Figure part={parts[index]} side={side} />
                </td>
              ))}
              {hasTotal && <td className="text-[15px] font-bold">{match.score[side]}</td>}
              {hasGame && <td className="font-bold text-live">{pointsOfGame(parts.at(-1), side)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Returns the points of the current game, or of a tie-break; null between two sets. */
function pointsOfGame(part: PartScore | undefined, side: Side) {
  if (part?.serving === undefined) return null;
  return (part.points ?? part.tiebreak ?? [0, 0])[side === 'home' ? 0 : 1];
}

const isWon = (part: PartScore | undefined, side: Side): boolean =>
  part !== undefined && part[side] > part[side === 'home' ? 'away' : 'home'];

/** Shows a side's score in a part, with tie-break points raised beside its games. */
function Figure({ part, side }: { part: PartScore | undefined; side: Side }) {
  if (!part) return <span className="text-faint">–</span>;
  return (
    <>
      {part[side]}
      {part.tiebreak && <sup className="ml-0.5 text-[10px]">{part.tiebreak[side === 'home' ? 0 : 1]}</sup>}
    </>
  );
}
