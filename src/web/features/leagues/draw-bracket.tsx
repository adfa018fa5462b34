import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { DrawTie } from '#contract/leagues.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { competitor } from '#domain/matches/tie.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { useRoundName } from '#web/lib/round-name.ts';
import { LINE_FROM_BEFORE, LINE_FROM_BEFORE_WIDE, lineToNext } from '#web/ui/bracket-lines.ts';
import { TeamName } from '#web/ui/team-name.tsx';
import { DrawTieCard } from './draw-tie-card.tsx';
import { type DrawRound, type DrawSlot, type LeagueDraw, roundNow, roundSummary } from './league-draw.ts';
import { RoundPicker } from './round-picker.tsx';

interface DrawBracketProps {
  draw: LeagueDraw;
  sport: Sport;
  /** The draw's name; null if it is the season's only one. */
  title: string | null;
}

/** Number of columns that fit a wide page. With more, the bracket scrolls sideways, and its headings cannot be sticky. */
const FITTING = 5;

/**
 * Shows the rounds side by side, each tie between the two that lead to it. On phones it begins with the chosen round, whose ties fill the
 * screen; the next rounds follow sideways, a swipe each.
 */
export function DrawBracket({ draw, sport, title }: DrawBracketProps) {
  const t = useTranslations('leagues');
  const id = useId();
  const [chosen, choose] = useState<string | null>(null);
  const { rounds, joins, third_place } = draw;
  const shown = rounds.find(({ name }) => name === chosen)?.name ?? roundNow(draw);
  const first = rounds.findIndex(({ name }) => name === shown);
  const isLast = rounds.at(-1)?.name === shown;
  const fits = rounds.length <= FITTING;
  return (
    <section aria-labelledby={title === null ? undefined : id}>
      {title !== null && (
        <h2 id={id} className="mb-3 px-1 text-[15px] font-[650]">
          {title}
        </h2>
      )}
      {!joins && <p className="mb-3 px-1 text-[13px] text-muted">{t('draw_unordered')}</p>}
      <div className="md:hidden">
        <RoundPicker sport={sport} rounds={rounds.map(roundSummary)} round={shown} onChange={choose} />
      </div>
      <div
        // Another round begins at its own left edge.
        key={shown}
        className={classNames(
          'flex overflow-x-auto overscroll-x-contain max-md:-mx-3 max-md:snap-x max-md:snap-mandatory max-md:scroll-px-3 max-md:px-3',
          fits && 'lg:overflow-visible',
        )}
      >
        {rounds.map((round, index) => (
          <Round
            key={round.name}
            isFirst={index === first}
            round={round}
            before={rounds[index - 1] ?? null}
            next={rounds[index + 1] ?? null}
            joins={joins}
            fits={fits}
            sport={sport}
            // Without lines between them, rounds are lists of their own.
            className={index < first || (!joins && index !== first) ? 'max-md:hidden' : ''}
          />
        ))}
      </div>
      {third_place && (
        <section aria-labelledby={`${id}-third`} className={classNames('mt-5 md:ml-auto md:w-64', !isLast && 'max-md:hidden')}>
          <RoundName id={`${id}-third`} name="Match for third place" sport={sport} />
          <DrawTieCard tie={third_place} sport={sport} isFinal={false} />
        </section>
      )}
    </section>
  );
}

interface RoundProps {
  round: DrawRound;
  before: DrawRound | null;
  next: DrawRound | null;
  joins: boolean;
  /** Whether all rounds fit a wide screen. */
  fits: boolean;
  sport: Sport;
  /** On phones, whether it is the first that is shown. */
  isFirst: boolean;
  className: string;
}

function Round({ round, before, next, joins, fits, sport, isFirst, className }: RoundProps) {
  const id = useId();
  const isAlone = next === null || !joins;
  return (
    <section
      aria-labelledby={id}
      className={classNames(
        'flex flex-col max-md:flex-none max-md:snap-start md:min-w-[170px] md:flex-1',
        // The next round looks in at the edge.
        isAlone ? 'max-md:w-full' : 'max-md:w-[calc(100%-44px)]',
        className,
      )}
    >
      <RoundName id={id} name={round.name} sport={sport} className={fits ? 'bg-bg lg:sticky lg:top-[60px] lg:z-10' : ''} />
      <ol className={classNames('flex flex-1 flex-col', isAlone ? 'md:pr-5' : 'pr-5')}>
        {round.slots.map((slot, place) => (
          <DrawPlace
            // A place keeps its key whatever tie it holds.
            key={place}
            slot={slot}
            place={place}
            from={before ? [before.slots[2 * place]?.tie ?? null, before.slots[2 * place + 1]?.tie ?? null] : null}
            next={joins ? (next?.slots[place >> 1] ?? null) : null}
            isFirst={isFirst}
            isFinal={round.slots.length === 1 && joins}
            sport={sport}
          />
        ))}
      </ol>
    </section>
  );
}

function RoundName({ id, name, sport, className }: { id: string; name: string; sport: Sport; className?: string }) {
  const roundName = useRoundName();
  return (
    <h3 id={id} className={classNames('mb-2 px-1 py-1.5 text-[13px] font-[620] text-muted', className)}>
      {roundName([name], sport)}
    </h3>
  );
}

interface DrawPlaceProps {
  slot: DrawSlot;
  /** Index in its round, from 0. */
  place: number;
  /** The ties of the two places that lead here; null in the first round. */
  from: readonly [DrawTie | null, DrawTie | null] | null;
  /** The place that it leads to; null if unknown. */
  next: DrawSlot | null;
  /** On phones, whether the rounds before it are hidden. */
  isFirst: boolean;
  isFinal: boolean;
  sport: Sport;
}

/** Shows a place in a round: its tie, the possible competitors, or nothing after a bye. */
function DrawPlace({ slot, place, from, next, isFirst, isFinal, sport }: DrawPlaceProps) {
  const isNobody = slot.tie === null && !slot.open;
  const leads = next?.follows === true && !isNobody;
  const follows = slot.follows && from !== null;
  return (
    <li
      aria-hidden={isNobody || undefined}
      className={classNames(
        'relative flex flex-1 items-center py-1',
        leads && lineToNext(place),
        follows && (isFirst ? LINE_FROM_BEFORE_WIDE : LINE_FROM_BEFORE),
      )}
    >
      {slot.tie && <DrawTieCard tie={slot.tie} sport={sport} isFinal={isFinal} />}
      {slot.tie === null && slot.open && <ToCome from={slot.follows ? from : null} />}
    </li>
  );
}

/** The competitors are unknown; the pairs that lead here may be known. */
function ToCome({ from }: { from: DrawPlaceProps['from'] }) {
  return (
    <div className="grid w-full gap-1 rounded-control border border-dashed border-line px-2.5 py-2 text-[13px]">
      {[0, 1].map((index) => (
        <Comer key={index} tie={from?.[index] ?? null} />
      ))}
    </div>
  );
}

function Comer({ tie }: { tie: DrawTie | null }) {
  const t = useTranslations('leagues');
  const nameOf = useLocalName();
  if (tie?.winner) return <TeamName team={competitor(tie, tie.winner)} crestSize={16} className="leading-[21px]" />;
  const words = tie
    ? t('draw_winner_of', { home: nameOf(competitor(tie, 'home')), away: nameOf(competitor(tie, 'away')) })
    : t('draw_undecided');
  return (
    <span className="truncate leading-[21px] text-faint" title={words}>
      {words}
    </span>
  );
}
