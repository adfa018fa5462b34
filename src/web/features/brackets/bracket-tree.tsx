import Check from 'lucide-react/icons/check';
import { type ReactNode, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { TeamRef } from '#contract/matches.ts';
import { stageName } from '#domain/matches/bracket.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { useRoundName } from '#web/lib/round-name.ts';
import { LINE_FROM_BEFORE, LINE_FROM_BEFORE_WIDE, lineToNext } from '#web/ui/bracket-lines.ts';
import { TeamName } from '#web/ui/team-name.tsx';

/** A tie as shown: its teams as far as they are known, and who advances. */
export interface ShownTie {
  home: number | null;
  away: number | null;
  winner: number | null;
  /** It is no tie: one team is through without a match. */
  isBye: boolean;
  /** Null if it is not to be changed. */
  onPick: ((team: number) => void) | null;
  /** Beside each team, such as the field for its goals. */
  aside?: (team: number) => ReactNode;
  /** How a prediction came out, by the team that was predicted to advance. */
  mark?: 'right' | 'wrong' | null;
}

interface BracketTreeProps {
  sport: Sport;
  teams: ReadonlyMap<number, TeamRef>;
  rounds: readonly (readonly ShownTie[])[];
  /** The match for third place; null if there is none. */
  thirdPlace: ShownTie | null;
}

/** Number of columns that fit a wide page; with more the tree scrolls sideways. */
const FITTING = 5;

/** A tree of predictions like the draw of the league's page: round by round, on phones from the chosen round on. */
export function BracketTree({ sport, teams, rounds, thirdPlace }: BracketTreeProps) {
  const t = useTranslations('brackets');
  const roundName = useRoundName();
  const id = useId();
  const [first, setFirst] = useState(0);
  const nameOf = (round: number) => roundName([stageName(rounds[round]!.length)], sport);
  return (
    <div>
      <fieldset aria-label={t('rounds')} className="mb-3 flex min-w-0 gap-1.5 overflow-x-auto pb-1 md:hidden">
        {rounds.map((ties, round) => (
          <button
            key={ties.length}
            type="button"
            aria-pressed={round === first}
            onClick={() => setFirst(round)}
            className={classNames(
              'thumb h-9 flex-none rounded-chip border px-3 text-[13px] font-[550] whitespace-nowrap',
              round === first ? 'border-accent bg-accent-soft text-accent' : 'border-line text-muted',
            )}
          >
            {nameOf(round)}
          </button>
        ))}
      </fieldset>
      <div
        key={first}
        className={classNames(
          'flex overflow-x-auto overscroll-x-contain max-md:-mx-3 max-md:snap-x max-md:snap-mandatory max-md:scroll-px-3 max-md:px-3',
          rounds.length <= FITTING && 'lg:overflow-visible',
        )}
      >
        {rounds.map((ties, round) => (
          <section
            key={ties.length}
            aria-labelledby={`${id}-${round}`}
            className={classNames(
              'flex flex-col max-md:flex-none max-md:snap-start md:min-w-[190px] md:flex-1',
              round === rounds.length - 1 ? 'max-md:w-full' : 'max-md:w-[calc(100%-44px)]',
              round < first && 'max-md:hidden',
            )}
          >
            <h3 id={`${id}-${round}`} className="mb-2 px-1 py-1.5 text-[13px] font-[620] text-muted">
              {nameOf(round)}
            </h3>
            <ol className={classNames('flex flex-1 flex-col', round === rounds.length - 1 ? 'md:pr-5' : 'pr-5')}>
              {ties.map((tie, k) => (
                <li
                  // A place keeps its key whoever is in it.
                  key={k}
                  className={classNames(
                    'relative flex flex-1 items-center py-1',
                    round < rounds.length - 1 && lineToNext(k),
                    round > 0 && (round === first ? LINE_FROM_BEFORE_WIDE : LINE_FROM_BEFORE),
                  )}
                >
                  <TieCard tie={tie} teams={teams} isFinal={ties.length === 1} />
                </li>
              ))}
            </ol>
          </section>
        ))}
      </div>
      {thirdPlace && (
        <section
          aria-labelledby={`${id}-third`}
          className={classNames('mt-5 md:ml-auto md:w-64', first < rounds.length - 1 && rounds.length > 1 && 'max-md:mt-6')}
        >
          <h3 id={`${id}-third`} className="mb-2 px-1 py-1.5 text-[13px] font-[620] text-muted">
            {t('third_place')}
          </h3>
          <TieCard tie={thirdPlace} teams={teams} isFinal={false} />
        </section>
      )}
    </div>
  );
}

interface TieCardProps {
  tie: ShownTie;
  teams: ReadonlyMap<number, TeamRef>;
  isFinal: boolean;
}

function TieCard({ tie, teams, isFinal }: TieCardProps) {
  const t = useTranslations('brackets');
  const nameOf = useLocalName();
  const sides = tie.isBye ? [tie.home ?? tie.away] : [tie.home, tie.away];
  const [home = '', away = ''] = sides.map((id) => (id === null ? t('to_come') : nameOf(teams.get(id) ?? UNKNOWN)));
  return (
    <fieldset
      aria-label={tie.isBye ? home : t('tie', { home, away })}
      className="w-full min-w-0 rounded-control border border-line bg-surface p-1 text-[13px]"
    >
      {sides.map((id, side) =>
        id === null ? (
          <p key={side} className="flex h-9 items-center px-2 text-faint">
            {t('to_come')}
          </p>
        ) : (
          <TeamRow key={side} tie={tie} id={id} team={teams.get(id) ?? UNKNOWN} isFinal={isFinal} />
        ),
      )}
      {tie.isBye && <p className="px-2 pb-1 text-[11.5px] text-muted">{t('bye')}</p>}
    </fieldset>
  );
}

/** A team that the answer does not name. */
const UNKNOWN: TeamRef = { id: 0, name: '?', short_name: null, names: {}, colours: ['#888888', '#888888'] };

const MARKS = { right: 'text-good', wrong: 'text-bad line-through' } as const;

function TeamRow({ tie, id, team, isFinal }: { tie: ShownTie; id: number; team: TeamRef; isFinal: boolean }) {
  const isPicked = tie.winner === id;
  const name = (
    <>
      <TeamName
        team={team}
        crestSize={16}
        isBehind={tie.winner !== null && !isPicked}
        className={classNames('flex-1', isPicked && tie.mark && MARKS[tie.mark])}
      />
      {isPicked && !tie.isBye && <Check size={15} aria-hidden className={classNames('flex-none', isFinal ? 'text-warn' : 'text-accent')} />}
    </>
  );
  const classes = classNames(
    'flex h-9 min-w-0 flex-1 items-center gap-2 rounded-tag px-2 text-left',
    isPicked && !tie.isBye && 'bg-accent-soft',
  );
  const { onPick } = tie;
  return (
    <div className="flex items-center gap-1">
      {onPick === null ? (
        <p className={classes}>{name}</p>
      ) : (
        <button
          type="button"
          aria-pressed={isPicked}
          onClick={() => onPick(id)}
          className={classNames(classes, 'pointer-coarse:h-11', !isPicked && 'hover:bg-raised')}
        >
          {name}
        </button>
      )}
      {tie.aside?.(id)}
    </div>
  );
}
