import { useTranslations } from 'use-intl';
import type { DrawTie } from '#contract/leagues.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { competitor } from '#domain/matches/tie.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { TeamName } from '#web/ui/team-name.tsx';
import { DrawTieCard } from './draw-tie-card.tsx';
import type { DrawSlot } from './league-draw.ts';

interface DrawPlaceProps {
  slot: DrawSlot;
  /** Its number in its round, from 0. */
  place: number;
  /** The ties of the two places that lead to it; null in the first round. */
  from: readonly [DrawTie | null, DrawTie | null] | null;
  /** Where it leads to; null where that is not known. */
  next: DrawSlot | null;
  isFinal: boolean;
  sport: Sport;
}

/** From the middle of a place to the line between the two that lead to the same one. */
const UP_OR_DOWN = [
  'md:after:top-1/2 md:after:bottom-0 md:after:rounded-tr-[6px] md:after:border-t',
  'md:after:top-0 md:after:bottom-1/2 md:after:rounded-br-[6px] md:after:border-b',
] as const;
const TO_NEXT = 'md:after:absolute md:after:-right-2.5 md:after:w-2.5 md:after:border-r md:after:border-line-strong';
const FROM_BEFORE =
  'md:before:absolute md:before:top-1/2 md:before:-left-2.5 md:before:w-2.5 md:before:border-t md:before:border-line-strong';

/** A place in a round: its tie, who may still come here, or nothing where somebody went on without a match. */
export function DrawPlace({ slot, place, from, next, isFinal, sport }: DrawPlaceProps) {
  const isNobody = slot.tie === null && !slot.open;
  const leads = next?.follows === true && !isNobody;
  const follows = slot.follows && from !== null;
  return (
    <li
      aria-hidden={isNobody || undefined}
      className={classNames(
        'relative flex flex-1 items-center py-1 max-md:flex-none',
        isNobody && 'max-md:hidden',
        leads && `${TO_NEXT} ${UP_OR_DOWN[place % 2 === 0 ? 0 : 1]}`,
        follows && FROM_BEFORE,
      )}
    >
      {slot.tie && <DrawTieCard tie={slot.tie} sport={sport} isFinal={isFinal} />}
      {slot.tie === null && slot.open && <ToCome from={slot.follows ? from : null} />}
    </li>
  );
}

/** Nobody was told yet; of those that lead here at least the pairs may be known. */
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
