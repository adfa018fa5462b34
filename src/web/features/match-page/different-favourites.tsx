import { useQuery } from '@tanstack/react-query';
import { useFormatter, useLocale, useTranslations } from 'use-intl';
import type { Drivers, OutcomeProbabilities, Projection } from '#contract/forecasts.ts';
import type { MatchDetail } from '#contract/matches.ts';
import { percentages } from '#domain/forecast/percentages.ts';
import { opponentOf } from '#web/data/match-state.ts';
import { useUser } from '#web/data/session.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { projectionQuery } from './api.ts';

type Outcome = 'home' | 'draw' | 'away';

interface Favourite {
  outcome: Outcome;
  /** Whole per cent, as the bars show it. */
  percent: number;
}

/** Returns the likeliest outcome by what the bars show; null if two are level. */
export function favouriteOf(outcomes: OutcomeProbabilities): Favourite | null {
  const all = ['home', 'draw', 'away'] as const;
  const percents = percentages(all.map((outcome) => outcomes[outcome]));
  const percent = Math.max(...percents);
  const first = percents.indexOf(percent);
  return percents.lastIndexOf(percent) === first ? { outcome: all[first]!, percent } : null;
}

interface DifferentFavouritesProps {
  match: MatchDetail;
  model: OutcomeProbabilities;
  market: OutcomeProbabilities;
}

/** Says that model and bookmakers have different favourites, and to users why the model has its own. Renders nothing if they agree. */
export function DifferentFavourites({ match, model, market }: DifferentFavouritesProps) {
  const t = useTranslations('forecast.differ');
  const format = useFormatter();
  const nameOf = useLocalName();
  const [ours, theirs] = [favouriteOf(model), favouriteOf(market)];
  if (ours === null || theirs === null || ours.outcome === theirs.outcome) return null;
  const named = ({ outcome }: Favourite) => (outcome === 'draw' ? t('draw') : nameOf(match[outcome]));
  const percent = (favourite: Favourite) => format.number(favourite.percent / 100, { style: 'percent' });
  return (
    <p role="note" className="rounded-control bg-raised px-3 py-2 text-[13px]">
      {t('who', { model: named(ours), model_percent: percent(ours), market: named(theirs), market_percent: percent(theirs) })}{' '}
      <Why match={match} favourite={ours.outcome} />
    </p>
  );
}

/** The reasons behind the forecast are for users. */
function Why({ match, favourite }: { match: MatchDetail; favourite: Outcome }) {
  const t = useTranslations('forecast');
  const format = useFormatter();
  const locale = useLocale();
  const nameOf = useLocalName();
  const { data } = useQuery({ ...projectionQuery(match.id), enabled: useUser() !== null });
  const projection = data?.projection;
  if (!projection) return null;
  const drivers = favourite === 'draw' ? [] : driversFor(projection, favourite);
  if (favourite !== 'draw' && drivers.length > 0) {
    const named = drivers.map((driver) => (driver === 'home' ? t('differ.home') : t(`driver.${driver}`).toLocaleLowerCase(locale)));
    return t('differ.drivers', { team: nameOf(match[favourite]), drivers: format.list(named, { type: 'unit' }) });
  }
  const digits = match.league.sport === 'football' ? 2 : 1;
  const score = (value: number) => format.number(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return t('differ.expected', { home: score(projection.expected.home), away: score(projection.expected.away) });
}

/** The drivers that can tell two sides apart; the level of the league is the same for both. */
const TELLING = ['home', 'attack', 'opponent_defence', 'form', 'rest'] as const satisfies readonly (keyof Drivers)[];
const NAMED_MAX = 2;
/** A logarithm: about one goal in a hundred. */
const SLIGHT = 0.01;

/** Returns which drivers lift a side's expected goals most above the other's, the strongest first; at most two. */
export function driversFor({ drivers }: NonNullable<Projection['projection']>, side: 'home' | 'away'): (typeof TELLING)[number][] {
  if (drivers === null) return [];
  const lift = (driver: (typeof TELLING)[number]) => drivers[side][driver] - drivers[opponentOf(side)][driver];
  return TELLING.filter((driver) => lift(driver) > SLIGHT)
    .toSorted((a, b) => lift(b) - lift(a))
    .slice(0, NAMED_MAX);
}
