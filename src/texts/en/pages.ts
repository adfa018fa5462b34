/** Page titles, one per route; the product's name is added where they are shown. */
export const titles = {
  matches: 'Matches',
  matches_on: 'Matches on {date}',
  matches_of: '{name}: fixtures and results',
  match: '{home} v {away}',
  match_unknown: 'Match',
  match_missing: 'Match not found',
  team_missing: 'Team not found',
  brackets: 'Brackets',
  bracket: 'Predict the {league} bracket',
  bracket_missing: 'Bracket not found',
  bracket_entry: 'A bracket',
  survivor: 'Survivor',
  survivor_game: 'Survivor game',
  survivor_entry: 'Survivor picks',
  survivor_missing: 'Game not found',
  best: 'Best of the day',
  best_on: 'Best of {date}',
  player: '{name} ({team})',
  player_missing: 'Player not found',
  leagues: 'Leagues',
  standings: '{league} table',
  draw: '{league} bracket',
  standings_unknown: 'Table',
  track_record: 'Forecast record',
  forecast_league: 'Forecast league',
  divisions: 'Divisions',
  year: 'Your year',
  developers_embeds: 'Cards for your site',
  groups: 'Groups',
  groups_new: 'New group',
  groups_join: 'Invitation',
  group: 'Group',
  bets: 'My bets',
  account: 'Account',
  settings_profile: 'Profile settings',
  settings_security: 'Security settings',
  settings_notifications: 'Notifications',
  settings_developers: 'Developers',
  developers: 'For developers',
  spoiler_shield: 'Spoiler shield',
  settings_limits: 'Play limits',
  sign_in: 'Sign in',
  receipt: 'Receipt',
  code: 'Confirm it’s you',
  not_me: 'Secure your account',
  unsubscribe: 'Emails from Matchpoint',
  outbox: 'Outbox',
  terms: 'Terms',
  privacy: 'Privacy',
  responsible_play: 'Responsible play',
} as const;

/** Descriptions for search results and shared links; `title` is the page's own. */
export const descriptions = {
  site: 'Matchpoint: live scores, tables and odds. Call the result and win points.',
  matches: 'Live football scores, fixtures and results, with odds and tables on one page. Call the result and win points on Matchpoint.',
  matches_filtered: '{title}: live scores, start times, results and odds. Call the result and win points on Matchpoint.',
  match: '{title}: live score, timeline, line-ups, odds and head to head. Call the result and win points on Matchpoint.',
  team: '{title}: form, place in the table, squad, scorers and next match with odds on Matchpoint.',
  best: 'The day’s biggest surprises, closest calls, comebacks and late winners, by our forecasts before kick-off, on Matchpoint.',
  player: '{title}: goals, assists, cards and ratings this season, match by match, on Matchpoint.',
  leagues: 'Leagues, cups and tournaments by country: tables, fixtures, results and top scorers on Matchpoint.',
  standings: '{title} with form, fixtures, results and top scorers, updated as the goals go in.',
  brackets: 'Call every tie of a cup or tournament up to the champion, without stakes, and compare with everyone else on Matchpoint.',
  survivor:
    'Pick one team a round: a win keeps you in, and the last one standing wins. Without stakes, with friends or everyone on Matchpoint.',
  forecast_league:
    'Forecast matches without staking points. Share out 100% among the outcomes and take on our model, the bookmakers and your friends.',
  groups:
    'Tip the scores with your friends in groups of your own, with your own rules and a table that moves as the goals go in. Nothing to stake.',
  developers: 'Matches, forecasts, odds and your own tips for your programs: an open API with keys, webhooks and embeds on Matchpoint.',
  track_record:
    'How good are our forecasts? Each is locked before the match and scored afterwards, misses included. Compare them with the bookmakers and the crowd.',
} as const;

/** Descriptions of other sports, which have no line-ups and no goals, and of tournaments. */
export const otherDescriptions = {
  match: '{title}: live score, odds and head to head. Call the result and win points on Matchpoint.',
  team: '{title}: form, place and next match with odds on Matchpoint.',
  standings: '{title} with form, fixtures and results, updated as matches are played.',
  draw: '{title}: every round up to the final, with live scores and results.',
} as const;

/** Texts of shared links and their pictures only. */
export const sharing = {
  /** `statuses` are the words for a match's status, by its code. */
  statuses: {
    ns: 'Not started',
    tbd: 'Time TBC',
    live: 'Live',
    h1: '1st half',
    ht: 'Half-time',
    h2: '2nd half',
    et: 'Extra time',
    bt: 'Break before extra time',
    p: 'Penalty shoot-out',
    int: 'Play stopped',
    ft: 'Full time',
    aet: 'After extra time',
    pen: 'After penalties',
    pst: 'Postponed',
    susp: 'Suspended',
    abd: 'Abandoned',
    canc: 'Cancelled',
    awd: 'Awarded',
    wo: 'Walkover',
    delayed: 'Delayed',
    suspected_cancelled: 'In doubt',
    overtime: 'Overtime',
    break: 'Break',
    final: 'Ended',
    after_overtime: 'After overtime',
    retired: 'Retired',
    forfeit: 'Forfeit',
  },
  /** Bets and forecasts that users show at an address. `{by}` is a handle. */
  shared: {
    missing: 'This link no longer works',
    hidden: 'A shared bet',
    won: 'Called it: {pick} at {odds}',
    won_by: '{by} called it: {pick} at {odds}',
    lost: 'Lost after a correction: {pick}',
    refunded: 'Refunded: {pick}',
    forecast: 'Percentages for {home} v {away}',
    forecast_by: '{by}’s percentages for {home} v {away}',
    to_win: '{team} to win',
    draw: 'Draw',
    points: '{points, number} points',
    won_label: 'Won',
    lost_label: 'Lost',
    refunded_label: 'Refunded',
    forecast_label: 'Percentages',
    checked: 'From Matchpoint’s own records',
  },
  /** Tables of tipping groups at an address. `{round}` names a round, with its league. */
  table: {
    hidden: 'A shared table',
    title: '{group}: table after {round}',
    round: 'Round {number}',
    member: 'Member',
    model: 'Our model',
    crowd: 'The crowd',
  },
  /** Brackets at an address. `{by}` is a handle. */
  bracket: {
    hidden: 'A bracket for {league}, still secret',
    title: '{by}’s bracket for {league}',
    model: 'Our model’s bracket for {league}',
  },
  /** A user's picks in a survivor game at an address. `{by}` is a handle. */
  survivor: { title: '{by}’s survivor picks: {league}', model: 'Our model’s survivor picks: {league}' },
  /** The name of a calendar with what a user follows. */
  calendar_mine: 'My matches',
  penalties: 'Penalties {home}–{away}',
  tagline: 'Live scores and tables. Call results, win points',
  picture: '{title} on Matchpoint',
} as const;

/** What the list of matches says before its scripts load. `{leagues}` names one or several. */
export const matchList = { more_playing: '{count, plural, one {# more} other {# more}} in {leagues}' } as const;

/** The same keys for another language: a missing or an extra one does not compile. */
export type Translated<T> = { readonly [K in keyof T]: T[K] extends string ? string : Translated<T[K]> };
