import type { CSSProperties } from 'react';
import { useTranslations } from 'use-intl';
import type { Lineup, MatchDetail } from '#contract/matches.ts';
import { SIDES, type Side } from '#domain/matches/sport.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { MatchPlayer } from './match-player.tsx';
import { type PitchPlace, pitchPlaces } from './pitch-places.ts';
import { PITCH_SIZE } from './placeholders.tsx';
import { Marks, Rating } from './player-marks.tsx';
import type { SideMarks } from './use-player-marks.ts';

interface PitchProps {
  match: MatchDetail;
  /** Returns the text for the half of a team whose positions are unknown. */
  reasonOf: (lineup: Lineup) => string | null;
  marks: Record<Side, SideMarks>;
}

/** Shows both elevens on the pitch: horizontal on desktops, vertical on phones. */
export function Pitch({ match, reasonOf, marks }: PitchProps) {
  return (
    <div
      className={classNames(
        'relative overflow-hidden rounded-[12px] border border-line bg-[color-mix(in_oklab,var(--good)_7%,var(--surface))]',
        PITCH_SIZE,
      )}
    >
      <Lines />
      {SIDES.map((side) => (
        <Half key={side} match={match} side={side} reason={reasonOf(match.lineups[side])} marks={marks[side]} />
      ))}
    </div>
  );
}

function Half({ match, side, reason, marks }: { match: MatchDetail; side: Side; reason: string | null; marks: SideMarks }) {
  const t = useTranslations('match');
  const nameOf = useLocalName();
  const lineup = match.lineups[side];
  const places = pitchPlaces(lineup);
  if (places === null) {
    return (
      <p
        className={classNames(
          'absolute grid h-1/2 w-full place-items-center px-8 text-center text-[13px] text-muted md:h-full md:w-1/2',
          side === 'home' ? 'top-0 left-0' : 'right-0 bottom-0',
        )}
      >
        <span className="max-w-[34ch] rounded-control bg-surface px-3 py-2">{reason ?? t('places_unknown')}</span>
      </p>
    );
  }
  const label = [
    nameOf(match[side]),
    t(lineup.fallback === null ? 'official' : 'probable'),
    lineup.formation !== null && t('formation', { formation: lineup.formation }),
  ];
  return (
    <ul aria-label={label.filter(Boolean).join(', ')}>
      {places.map((place, index) => (
        <Player
          key={`${index} ${place.player.name}`}
          match={match}
          place={place}
          side={side}
          isProbable={lineup.fallback !== null}
          marks={marks}
        />
      ))}
    </ul>
  );
}

const RINGS: Record<Side, string> = { home: 'border-home', away: 'border-away' };

interface PlayerProps {
  match: MatchDetail;
  place: PitchPlace;
  side: Side;
  /** A probable line-up has broken rings. */
  isProbable: boolean;
  marks: SideMarks;
}

function Player({ match, place: { player, along, across }, side, isProbable, marks }: PlayerProps) {
  const own = marks.of(player);
  // Each team has its half; the away team is rotated.
  const where = side === 'home' ? { '--along': along / 2, '--across': across } : { '--along': 1 - along / 2, '--across': 1 - across };
  return (
    <li
      style={where as CSSProperties}
      title={player.name}
      className="absolute top-[calc(var(--along)*100%)] left-[calc(var(--across)*100%)] grid w-[70px] -translate-1/2 justify-items-center gap-0.5 text-center md:top-[calc(var(--across)*100%)] md:left-[calc(var(--along)*100%)] md:w-[76px]"
    >
      <span className="relative">
        <span
          className={classNames(
            'num grid size-7 place-items-center rounded-full border-2 bg-raised text-[13px]',
            RINGS[side],
            isProbable && 'border-dashed',
          )}
        >
          {player.number ?? '–'}
        </span>
        <Rating rating={own?.rating ?? null} isBest={marks.isBest(player)} className="absolute -top-1.5 left-5" />
      </span>
      <span className="w-full truncate text-[11.5px] leading-tight font-medium">
        {/* The whole player can be pressed. */}
        <MatchPlayer match={match} side={side} name={player.name} className="static! before:absolute before:inset-0">
          <span className="sr-only">{player.name}</span>
          <span aria-hidden>{lastName(player.name)}</span>
        </MatchPlayer>
      </span>
      {own && <Marks marks={own} className="max-w-full flex-wrap justify-center rounded-[5px] bg-surface/80 px-1" />}
    </li>
  );
}

/** Returns the name used by commentators: the last word in alphabetic scripts, the whole name in Chinese characters. */
const lastName = (name: string): string => (/\p{Script=Han}/u.test(name) ? name : (name.trim().split(/\s+/).at(-1) ?? name));

/** The lines of a pitch, drawn once horizontally and once vertically. */
function Lines() {
  return (
    <>
      <svg aria-hidden viewBox="0 0 105 68" preserveAspectRatio="none" className="absolute inset-0 size-full max-md:hidden" {...STROKE}>
        <path d="M52.5 0V68M0 14H16.5V54H0M105 14H88.5V54H105M0 25H5.5V43H0M105 25H99.5V43H105" vectorEffect="non-scaling-stroke" />
        <ellipse cx="52.5" cy="34" rx="9.15" ry="9.15" vectorEffect="non-scaling-stroke" />
      </svg>
      <svg aria-hidden viewBox="0 0 68 105" preserveAspectRatio="none" className="absolute inset-0 size-full md:hidden" {...STROKE}>
        <path d="M0 52.5H68M14 0V16.5H54V0M14 105V88.5H54V105M25 0V5.5H43V0M25 105V99.5H43V105" vectorEffect="non-scaling-stroke" />
        <ellipse cx="34" cy="52.5" rx="9.15" ry="9.15" vectorEffect="non-scaling-stroke" />
      </svg>
    </>
  );
}

const STROKE = { fill: 'none', stroke: 'color-mix(in oklab, var(--good) 26%, var(--line))', strokeWidth: 1.5 } as const;
