/** How a match went: pressure, expected goals, shots. */
export const matchCourse = {
  pressure: 'Pressure',
  per_minute: 'points per minute',
  made_of: 'Counted from: {kinds}.',
  source_by_minutes: 'Source: {source}, new figures about every {minutes, plural, =1 {minute} other {# minutes}}.',
  source_by_shot: 'Source: {source}, shot by shot.',
  gaps: 'No new figures {spans}.',
  pressure_chart:
    '{home} had more pressure in {home_count, number} of {count, plural, one {# interval} other {# intervals}}, {away} in {away_count, number}.',
  figures: 'All figures',
  minute: 'Minute',
  expected_goals: 'Expected goals (xG) over time',
  expected_goals_chart: 'Expected goals until minute {minute}: {home} {home_value}, {away} {away_value}.',
  shot_map: 'Shot map',
  shot_map_chart: 'Shots on the pitch: {home} {home_count, number}, {away} {away_count, number}. Each is in the list below.',
  shot_map_key: 'Larger: likelier a goal. Filled: goal. Broken line: blocked.',
  shot_list: 'All shots',
  shot_value: 'xG {value}',
  outcome: { goal: 'goal', saved: 'saved', off_target: 'off target', blocked: 'blocked', woodwork: 'hit the woodwork' },
} as const;

/** What players did in a match. */
export const players = {
  goals: '{count, plural, one {# goal} other {# goals}}',
  own_goals: '{count, plural, one {# own goal} other {# own goals}}',
  assists: '{count, plural, one {# assist} other {# assists}}',
  came_on: 'on {minute}',
  went_off: 'off {minute}',
  rating: 'rating {value}',
  best_rating: 'rating {value}, man of the match',
  rated_by: 'Rated by {source}.',
  best: 'Man of the match:',
  best_line: '{player} ({team}), highest rating by {source}',
} as const;
