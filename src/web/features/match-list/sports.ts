import { SPORTS, type Sport } from '#domain/matches/sport.ts';

/** A league, as far as sports are told apart by it. */
export interface LeagueOfSport {
  sport: Sport;
  matches_today: number;
}

/** Football always; another sport once it has a league. */
export const offeredSports = (leagues: readonly LeagueOfSport[] | undefined): readonly Sport[] =>
  SPORTS.filter((sport) => sport === 'football' || leagues?.some((league) => league.sport === sport));

export const matchesToday = (leagues: readonly LeagueOfSport[] | undefined, sport: Sport): number | undefined =>
  leagues?.filter((league) => league.sport === sport).reduce((sum, league) => sum + league.matches_today, 0);
