import type { ExportKind } from '#contract/v1/exports.ts';

/**
 * The columns of each kind of export, in order, and what each holds: the header of the CSV, the keys of the NDJSON and the tables of
 * docs/api/exports.md. New columns are added at the end.
 */

const MATCH_ID = { match_id: 'The match.' };
const three = (name: string, about: string) => ({
  [`${name}_home`]: about,
  [`${name}_draw`]: 'The same for a draw.',
  [`${name}_away`]: 'The same for the away side.',
});
const pair = (name: string, about: string) => ({ [`${name}_home`]: about, [`${name}_away`]: 'The same for the away side.' });
const figures = (prefix: string, whose: string) => ({
  [`${prefix}rps`]: `Ranked probability score of ${whose}: 0 to 1, lower is better.`,
  [`${prefix}log_loss`]: `Minus the natural logarithm of what ${whose} gave to the outcome.`,
  [`${prefix}brier`]: `Brier score of ${whose}: the sum of three squared errors, 0 to 2.`,
});

export const EXPORT_COLUMNS: Record<ExportKind, Record<string, string>> = {
  matches: {
    ...MATCH_ID,
    sport: '`football`, `basketball`, `tennis` or `esports`.',
    league_id: 'The league.',
    league: 'Its name.',
    country_code: 'Its country (ISO 3166-1 alpha-2 or a part of it, lower case); null for international competitions.',
    season: 'As named by the league.',
    round: 'As named by the league.',
    group: 'The group whose table the match counts for; null where there is one table.',
    kickoff_at: 'Planned kick-off. Its UTC day is the day of the file.',
    started_at: 'True kick-off, as far as it is known.',
    status: 'The status code, as in the API.',
    home_id: 'The home team.',
    home: 'Its name.',
    away_id: 'The away team.',
    away: 'Its name.',
    home_score: 'Now or at the end, with extra time and without a shoot-out.',
    away_score: 'The same for the away side.',
    result_home:
      'The score that forecasts are scored on: football after 90 minutes, other sports the final score. Null before `ft`, `aet` or `pen`.',
    result_away: 'The same for the away side.',
    ...pair('half_time', 'At half time.'),
    ...pair('extra_time', 'As the source tells extra time.'),
    ...pair('shoot_out', 'Goals of the shoot-out.'),
    parts: 'Quarters, sets or maps in order, as JSON; null in football.',
    awarded_to: '`home` or `away`: who was given a match without a result.',
    venue: 'Where it is played.',
    referee: 'Who referees.',
  },
  events: {
    ...MATCH_ID,
    position: 'The order within the match.',
    event_id: 'Stable within the match.',
    type: 'The type, as in the API.',
    side: '`home` or `away`.',
    period: '`H1`, `H2`, `ET` or `P`.',
    minute: 'The minute of play.',
    stoppage: 'The minute of stoppage time.',
    player: 'The player.',
    other_player: 'Who gave the assist; in a substitution who comes on.',
    detail: 'More, as the source tells it.',
  },
  odds: {
    ...MATCH_ID,
    bookmaker: 'The bookmaker.',
    home: 'Closing decimal odds: the last ones before kick-off. Matches without closing odds have no line.',
    draw: 'The same for a draw; null where there is none.',
    away: 'The same for the away side.',
    opening_home: 'The first decimal odds that were seen.',
    opening_draw: 'The same for a draw.',
    opening_away: 'The same for the away side.',
  },
  forecasts: {
    ...MATCH_ID,
    home_id: 'The home team that the forecast is about. It is not scored if another team plays.',
    away_id: 'The same for the away side.',
    model_version: 'The model and its version.',
    made_at: 'When the model made it.',
    frozen_at: 'When it was frozen: the database refuses every later change.',
    ...three('model', 'Probability of a home win by the model.'),
    ...three('market', 'The same by the bookmakers without their margin when it was frozen; null without odds.'),
    ...three('crowd', 'The same by the points staked here when it was frozen; null without stakes.'),
    expected_home: 'Expected goals, points, sets or maps by the model; null where it has none.',
    expected_away: 'The same for the away side.',
  },
  scores: {
    ...MATCH_ID,
    sport: 'The sport: there is a track record for each.',
    league_id: 'The league.',
    season: 'The season.',
    lead: 'When the forecast was made: over a `day` before kick-off, over an hour (`hours`), or later (`kickoff`).',
    result_home: 'The result that the forecast was scored on.',
    result_away: 'The same for the away side.',
    outcome: '`home`, `draw` or `away`.',
    result_since: 'Since when that is the result. A correction scores the forecast again.',
    ...figures('', 'the model'),
    ...figures('market_', 'the market'),
    ...figures('crowd_', 'the crowd'),
  },
  contests: {
    contest_id: 'The contest; its receipt has every bet: `/api/v1/contests/{id}/receipt`.',
    ...MATCH_ID,
    market: '`wdl`: a pool. `1x2`: fixed odds.',
    state: '`settled` or `void`. Contests that run have no line.',
    winner: '`home`, `draw` or `away`; null if void.',
    void_reason: 'Why it is void.',
    result_home: 'The result that it was settled on.',
    result_away: 'The same for the away side.',
    closed_at: 'When staking ended.',
    settled_at: 'When it was settled.',
    participants: 'How many users staked.',
    ...three('staked', 'Points staked on home.'),
    fee: 'Points that the house took.',
    paid: 'Points paid to winners.',
    refunded: 'Points given back.',
    corrections: 'How often it was settled again.',
  },
};
