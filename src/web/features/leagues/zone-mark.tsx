import { useTranslations } from 'use-intl';
import type { StandingRow } from '#contract/leagues.ts';
import type { ZoneKind } from '#domain/matches/league-rules.ts';
import { classNames } from '#web/lib/class-names.ts';

/** A direct way is a whole stroke, a way through further matches a broken one. */
const STROKES: Record<ZoneKind, string> = {
  champion: 'border-solid border-good',
  champions_league: 'border-solid border-home',
  champions_league_qualifying: 'border-dashed border-home',
  europa_league: 'border-solid border-away',
  conference_league: 'border-dotted border-good',
  continental: 'border-solid border-home',
  promotion: 'border-solid border-good',
  promotion_playoff: 'border-dashed border-good',
  championship_round: 'border-solid border-home',
  advance: 'border-solid border-good',
  advance_playoff: 'border-dashed border-good',
  relegation_playoff: 'border-dashed border-bad',
  relegation: 'border-solid border-bad',
};

/** The stroke itself; an empty place of the same size where there is no zone. */
export function ZoneStroke({ zone }: { zone: ZoneKind | null }) {
  return <i aria-hidden className={classNames('mr-[7px] h-[15px] w-[3px] flex-none', zone && `border-l-[3px] ${STROKES[zone]}`)} />;
}

/** A stroke before a team's name: what its place is good or bad for. */
export function ZoneMark({ zone }: { zone: StandingRow['zone'] }) {
  const t = useTranslations('leagues');
  return (
    <>
      <ZoneStroke zone={zone} />
      {zone && <span className="sr-only">{t(`zone.${zone}`)}: </span>}
    </>
  );
}
