import { SPORTS, type Sport } from '#domain/matches/sport.ts';

/** A league's fields that determine the sports on offer. */
export interface LeagueOfSport {
  sport: Sport;
  matches_today: number;
}

/** Returns the sports on offer: football always, others once they have a league. */
export const offeredSports = (leagues: readonly LeagueOfSport[] | undefined): readonly Sport[] =>
  SPORTS.filter((sport) => sport === 'football' || leagues?.some((league) => league.sport === sport));

export const matchesToday = (leagues: readonly LeagueOfSport[] | undefined, sport: Sport): number | undefined =>
  leagues?.filter((league) => league.sport === sport).reduce((sum, league) => sum + league.matches_today, 0);
