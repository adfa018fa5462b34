/** What is starred: the button, the tab and the section on top of the list. */
export const favourites = {
  add: 'Add {name} to favorites',
  remove: 'Remove {name} from favorites',
  title: 'Favorites',
  other_days: 'Other days',
  none_that_day: 'None of your favorites plays on this day',
  load_failed: 'Your favorites could not be loaded',
  empty: 'No favorites yet',
  empty_hint: 'Star a match, a team or a league: its matches are shown here, and on top of the list.',
  quiet_hint: 'The matches of your teams and leagues appear on the days they play.',
  to_matches: 'All matches',
  to_leagues: 'All leagues',
  to_next_day: 'Next day',
} as const;
