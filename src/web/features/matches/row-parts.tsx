import type { MatchState } from '#contract/matches.ts';
import type { Side, Sport } from '#domain/sport.ts';

type Parts = MatchState['score']['parts'];

/** Where the score counts sets or maps, each of them is worth a figure; a quarter is not. */
export const hasPartFigures = (sport: Sport): boolean => sport === 'tennis' || sport === 'esports';

/** A side's sets or maps one by one, behind its name where the desktop has room; a tie-break's points stand above its games. */
export function PartFigures({ parts = [], side }: { parts: Parts; side: Side }) {
  if (parts.length === 0) return null;
  const other = side === 'home' ? 'away' : 'home';
  return (
    <span aria-hidden className="num ml-auto flex flex-none text-[13px] leading-[18px] max-lg:hidden">
      {parts.map((part, index) => (
        <span key={index} className={`relative w-[26px] pr-2 text-right ${part[side] < part[other] ? 'text-faint' : 'text-muted'}`}>
          {part[side]}
          {part.tiebreak && (
            // Beside the flow: a raised figure would make the line, and so the row, higher.
            <sup className="absolute top-0 right-0 w-2 text-left text-[9px] leading-[10px]">{part.tiebreak[side === 'home' ? 0 : 1]}</sup>
          )}
        </span>
      ))}
    </span>
  );
}

/** The parts as they are read out: "6–4, 6–7 (5–7)"; empty where none are told. */
export const spokenParts = (parts: Parts = []): string =>
  parts.map(({ home, away, tiebreak }) => `${home}–${away}${tiebreak ? ` (${tiebreak.join('–')})` : ''}`).join(', ');
