import type { LeagueRules, TieBreaker, Zone, ZoneKind } from '#domain/matches/league-rules.ts';
import { EIGHT_GROUPS, SIX_GROUPS, TWELVE_GROUPS } from './knock-out-plans.ts';

/**
 * The rules of known leagues, for feeds without rules: tie-breakers from the competitions' own regulations, zones as far as places in
 * the table alone decide them. European places that move because of a cup winner, a title holder or UEFA's extra places are left out:
 * they are known only at the end of a season. Deductions use openfootball's team names.
 */
interface KnownLeague {
  /** As `LeagueUpdate.countryCode`; null for international competitions. */
  country: string | null;
  name: RegExp;
  /** The first season for which the rules hold; if absent, they hold for all seasons before those of other entries. */
  since?: string;
  rules: LeagueRules;
}

/** Returns the rules of a league in a season, or undefined if they are not known. `season` is "2025/26" or "2026". */
export function knownRules(name: string, countryCode: string | null, season: string): LeagueRules | undefined {
  const isIt = ({ country, name: pattern, since = '' }: KnownLeague) =>
    country === countryCode && pattern.test(name.normalize('NFC')) && season >= since;
  return LEAGUES.find(isIt)?.rules;
}

const GOALS: TieBreaker[] = ['goal_difference', 'goals_for'];
const MEETINGS: TieBreaker[] = ['head_to_head_points', 'head_to_head_goal_difference'];
const MEETINGS_AND_GOALS: TieBreaker[] = [...MEETINGS, 'head_to_head_goals'];

const rules = (tieBreakers: TieBreaker[], zones: Zone[], more: Partial<LeagueRules> = {}): LeagueRules => ({
  points: { win: 3, draw: 1 },
  tieBreakers,
  zones,
  ...more,
});

const zone = (from: number, to: number, kind: ZoneKind): Zone => ({ from, to, kind });
const place = (at: number, kind: ZoneKind): Zone => zone(at, at, kind);

/** The first matching entry is used: later seasons come before earlier ones. */
const LEAGUES: KnownLeague[] = [
  // Premier League Handbook 2024/25, rule C.17: head to head only decides where it matters, as here.
  {
    country: 'gb-eng',
    name: /premier league/i,
    rules: rules(
      [...GOALS, 'head_to_head_points', 'head_to_head_away_goals'],
      [zone(1, 4, 'champions_league'), place(5, 'europa_league'), zone(18, 20, 'relegation')],
      { deductions: { '2023/24': { 'Everton FC': 8, 'Nottingham Forest FC': 4 } } },
    ),
  },
  // EFL Regulations 2024/25, section 3: play-offs of the third to the sixth.
  {
    country: 'gb-eng',
    name: /championship/i,
    rules: rules(
      [...GOALS, 'head_to_head_points', 'wins', 'away_goals'],
      [zone(1, 2, 'promotion'), zone(3, 6, 'promotion_playoff'), zone(22, 24, 'relegation')],
      {
        deductions: {
          '2024/25': { 'Sheffield United FC': 2 },
          '2025/26': { 'Sheffield Wednesday FC': 18, 'Leicester City FC': 6 },
        },
      },
    ),
  },
  {
    country: 'gb-eng',
    name: /league one/i,
    rules: rules(
      [...GOALS, 'head_to_head_points', 'wins', 'away_goals'],
      [zone(1, 2, 'promotion'), zone(3, 6, 'promotion_playoff'), zone(21, 24, 'relegation')],
    ),
  },
  {
    country: 'gb-eng',
    name: /league two/i,
    rules: rules(
      [...GOALS, 'head_to_head_points', 'wins', 'away_goals'],
      [zone(1, 3, 'promotion'), zone(4, 7, 'promotion_playoff'), zone(23, 24, 'relegation')],
    ),
  },
  // RFEF, Reglamento General, criteria for level clubs; seasons 2023/24 to 2025/26.
  {
    country: 'es',
    name: /primera divisi|la ?liga$/i,
    rules: rules(
      [...MEETINGS, ...GOALS],
      [zone(1, 4, 'champions_league'), place(5, 'europa_league'), place(6, 'conference_league'), zone(18, 20, 'relegation')],
      { meetings: 2 },
    ),
  },
  // Lega Serie A, since 2022/23; a play-off decides the title and relegation between two level teams, which no table shows.
  {
    country: 'it',
    name: /serie a$/i,
    rules: rules(
      [...MEETINGS, ...GOALS],
      [zone(1, 4, 'champions_league'), place(5, 'europa_league'), place(6, 'conference_league'), zone(18, 20, 'relegation')],
      { meetings: 2 },
    ),
  },
  // DFL, Spielordnung, annex on level points; seasons 2023/24 to 2025/26, both divisions.
  {
    country: 'de',
    name: /2\. ?bundesliga/i,
    rules: rules(
      [...GOALS, 'head_to_head_goal_difference', 'head_to_head_away_goals', 'away_goals'],
      [zone(1, 2, 'promotion'), place(3, 'promotion_playoff'), place(16, 'relegation_playoff'), zone(17, 18, 'relegation')],
    ),
  },
  {
    country: 'de',
    name: /bundesliga/i,
    rules: rules(
      [...GOALS, 'head_to_head_goal_difference', 'head_to_head_away_goals', 'away_goals'],
      [
        zone(1, 4, 'champions_league'),
        place(5, 'europa_league'),
        place(6, 'conference_league'),
        place(16, 'relegation_playoff'),
        zone(17, 18, 'relegation'),
      ],
    ),
  },
  // LFP, Règlement des compétitions; eighteen clubs since 2023/24.
  {
    country: 'fr',
    name: /ligue 1/i,
    rules: rules(
      ['goal_difference', ...MEETINGS_AND_GOALS, 'head_to_head_away_goals', 'goals_for', 'away_goals'],
      [
        zone(1, 3, 'champions_league'),
        place(4, 'champions_league_qualifying'),
        place(5, 'europa_league'),
        place(6, 'conference_league'),
        place(16, 'relegation_playoff'),
        zone(17, 18, 'relegation'),
      ],
    ),
  },
  // KNVB, seasons 2023/24 to 2025/26; the play-offs for the last European place follow the season.
  {
    country: 'nl',
    name: /eredivisie/i,
    rules: rules(
      [...GOALS, ...MEETINGS],
      [
        zone(1, 2, 'champions_league'),
        place(3, 'champions_league_qualifying'),
        place(4, 'europa_league'),
        place(16, 'relegation_playoff'),
        zone(17, 18, 'relegation'),
      ],
      { deductions: { '2023/24': { 'SBV Vitesse': 18 } } },
    ),
  },
  // Liga Portugal, Regulamento das competições, article 17; seasons 2023/24 to 2025/26.
  {
    country: 'pt',
    name: /primeira liga/i,
    rules: rules(
      [...MEETINGS, 'goal_difference', 'wins', 'goals_for'],
      [
        place(1, 'champions_league'),
        place(2, 'champions_league_qualifying'),
        place(3, 'europa_league'),
        place(4, 'conference_league'),
        place(16, 'relegation_playoff'),
        zone(17, 18, 'relegation'),
      ],
      { meetings: 2 },
    ),
  },
  // UEFA, regulations of the Champions League 2024/25, article 18: one league phase.
  {
    country: null,
    name: /champions league/i,
    since: '2024/25',
    rules: rules([...GOALS, 'away_goals', 'wins'], [zone(1, 8, 'advance'), zone(9, 24, 'advance_playoff')]),
  },
  // UEFA, regulations of the Champions League 2023/24, article 17: groups of four.
  {
    country: null,
    name: /champions league/i,
    rules: rules([...MEETINGS_AND_GOALS, ...GOALS, 'away_goals', 'wins'], [zone(1, 2, 'advance'), place(3, 'europa_league')]),
  },
  // UEFA, regulations of the Euro 2024, article 20; the best third-placed teams advance too, which one group's table cannot show.
  {
    country: null,
    name: /^(uefa )?euro( cup| championship)?$/i,
    since: '2020',
    rules: rules([...MEETINGS_AND_GOALS, ...GOALS, 'wins'], [zone(1, 2, 'advance')], { knockOuts: SIX_GROUPS }),
  },
  {
    country: null,
    name: /^(uefa )?euro( cup| championship)?$/i,
    rules: rules([...MEETINGS_AND_GOALS, ...GOALS, 'wins'], [zone(1, 2, 'advance')]),
  },
  // FIFA, regulations of the World Cup 2026, article 13: head to head first, for the first time; best third-placed teams as above.
  {
    country: null,
    name: /^(fifa )?world cup$/i,
    since: '2026',
    rules: rules([...MEETINGS_AND_GOALS, ...GOALS], [zone(1, 2, 'advance')], { knockOuts: TWELVE_GROUPS }),
  },
  // FIFA, regulations of the World Cup 2022, article 12: goals of all matches first. From 1986 to 2022 the first two advanced.
  {
    country: null,
    name: /^(fifa )?world cup$/i,
    since: '1998',
    rules: rules([...GOALS, ...MEETINGS_AND_GOALS], [zone(1, 2, 'advance')], { knockOuts: EIGHT_GROUPS }),
  },
  {
    country: null,
    name: /^(fifa )?world cup$/i,
    since: '1994',
    rules: rules([...GOALS, ...MEETINGS_AND_GOALS], [zone(1, 2, 'advance')]),
  },
  {
    country: null,
    name: /^(fifa )?world cup$/i,
    since: '1986',
    rules: rules([...GOALS, ...MEETINGS_AND_GOALS], [zone(1, 2, 'advance')], { points: { win: 2, draw: 1 } }),
  },
  // Earlier tournaments each had another format, with two points for a win.
  { country: null, name: /^(fifa )?world cup$/i, rules: rules(GOALS, [], { points: { win: 2, draw: 1 } }) },
  // FIFA, regulations of the Club World Cup 2025.
  {
    country: null,
    name: /^(fifa )?club world cup$/i,
    rules: rules([...MEETINGS_AND_GOALS, ...GOALS], [zone(1, 2, 'advance')]),
  },
  // CBF, Regulamento específico 2025: wins first; the first six play for the Libertadores.
  {
    country: 'br',
    name: /s[ée]rie a$/i,
    rules: rules(['wins', ...GOALS, 'head_to_head_points'], [zone(1, 6, 'continental'), zone(17, 20, 'relegation')]),
  },
  // AFA, Torneo 2025: relegation goes by averages of several seasons, which no table of one season shows.
  { country: 'ar', name: /primera divisi/i, rules: rules([...GOALS, 'head_to_head_points'], []) },
  // J.League, season 2025.
  {
    country: 'jp',
    name: /j1|j\.? ?league/i,
    rules: rules([...GOALS, ...MEETINGS_AND_GOALS], [zone(1, 3, 'continental'), zone(18, 20, 'relegation')]),
  },
  // CFA, Super League 2025.
  {
    country: 'cn',
    name: /super league/i,
    rules: rules([...MEETINGS_AND_GOALS, ...GOALS], [zone(1, 2, 'continental'), zone(15, 16, 'relegation')], { meetings: 2 }),
  },
  // VPF, V.League 1 2024/25: fourteen clubs.
  {
    country: 'vn',
    name: /v\.? ?league 1/i,
    rules: rules(
      [...MEETINGS_AND_GOALS, 'head_to_head_away_goals', ...GOALS],
      [place(1, 'continental'), place(13, 'relegation_playoff'), place(14, 'relegation')],
      { meetings: 2 },
    ),
  },
];
