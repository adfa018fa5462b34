/** Page titles, one a route; `useTitle` adds the product's name. */
export const titles = {
  matches: 'Matches',
  match: '{home} v {away}',
  match_unknown: 'Match',
  leagues: 'Leagues',
  standings: '{league} table',
  standings_unknown: 'Table',
  bets: 'My bets',
  account: 'Account',
  settings_profile: 'Profile settings',
  settings_security: 'Security settings',
  admin_login: 'Operations console',
  terms: 'Terms',
  privacy: 'Privacy',
} as const;
