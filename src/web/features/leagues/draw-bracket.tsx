import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Sport } from '#domain/sport.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useRoundName } from '#web/lib/round-name.ts';
import { DrawPlace } from './draw-place.tsx';
import { DrawTieCard } from './draw-tie-card.tsx';
import { type DrawRound, type LeagueDraw, roundNow, roundSummary } from './league-draw.ts';
import { RoundPicker } from './round-picker.tsx';

interface DrawBracketProps {
  draw: LeagueDraw;
  sport: Sport;
  /** What the draw is called where a season has several. */
  title: string | null;
}

/** So many columns fit the page; more scroll, and their names cannot stay in sight. */
const FITTING = 5;

/** The rounds side by side, each tie between the two that lead to it; on a phone one round at a time. */
export function DrawBracket({ draw, sport, title }: DrawBracketProps) {
  const t = useTranslations('leagues');
  const id = useId();
  const [chosen, choose] = useState<string | null>(null);
  const { rounds, joins, third_place } = draw;
  const shown = rounds.find(({ name }) => name === chosen)?.name ?? roundNow(draw);
  const isLast = rounds.at(-1)?.name === shown;
  return (
    <section aria-labelledby={title === null ? undefined : id}>
      {title !== null && (
        <h2 id={id} className="mb-3 px-1 text-[15px] font-[650]">
          {title}
        </h2>
      )}
      {!joins && <p className="mb-3 px-1 text-[13px] text-muted">{t('draw_unordered')}</p>}
      <div className="md:hidden">
        <RoundPicker rounds={rounds.map(roundSummary)} round={shown} onChange={choose} />
      </div>
      <div className={classNames('flex md:overflow-x-auto', rounds.length <= FITTING && 'lg:overflow-visible')}>
        {rounds.map((round, index) => (
          <Round
            key={round.name}
            round={round}
            before={rounds[index - 1] ?? null}
            next={rounds[index + 1] ?? null}
            joins={joins}
            sport={sport}
            className={round.name === shown ? '' : 'max-md:hidden'}
          />
        ))}
      </div>
      {third_place && (
        <section
          aria-labelledby={`${id}-third`}
          className={classNames('mt-5 md:ml-auto md:w-[calc(40%-12px)]', !isLast && 'max-md:hidden')}
        >
          <RoundName id={`${id}-third`} name="Match for third place" />
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
  sport: Sport;
  className: string;
}

function Round({ round, before, next, joins, sport, className }: RoundProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classNames('flex min-w-[170px] flex-1 flex-col max-md:w-full', className)}>
      <RoundName id={id} name={round.name} />
      <ol className="flex flex-1 flex-col md:pr-5">
        {round.slots.map((slot, place) => (
          <DrawPlace
            // A place keeps what stands in it, whoever that is.
            key={place}
            slot={slot}
            place={place}
            from={before ? [before.slots[2 * place]?.tie ?? null, before.slots[2 * place + 1]?.tie ?? null] : null}
            next={joins ? (next?.slots[place >> 1] ?? null) : null}
            isFinal={round.slots.length === 1 && joins}
            sport={sport}
          />
        ))}
      </ol>
    </section>
  );
}

function RoundName({ id, name }: { id: string; name: string }) {
  const roundName = useRoundName();
  return (
    <h3 id={id} className="sticky top-[54px] z-10 mb-2 bg-bg px-1 py-1.5 text-[13px] font-[620] text-muted max-md:sr-only md:top-[60px]">
      {roundName([name])}
    </h3>
  );
}
