import { createBrowserRouter, type LoaderFunction, type RouteObject, redirect } from 'react-router';
import { CrashPage } from './crash-page.tsx';
import { Shell } from './shell/shell.tsx';

/** Every URL of the site (product.md section 2): one page each, fetched when it is first visited. */
export const routes: RouteObject[] = [
  {
    Component: Shell,
    ErrorBoundary: CrashPage,
    HydrateFallback: () => null,
    children: [
      { index: true, loader: to('/matches') },
      { path: 'matches', lazy: async () => ({ Component: (await import('#web/pages/matches-page.tsx')).MatchesPage }) },
      {
        path: 'match/:id',
        loader: numeric('id'),
        lazy: async () => ({ Component: (await import('#web/pages/match-page.tsx')).MatchPage }),
      },
      { path: 'leagues', lazy: async () => ({ Component: (await import('#web/pages/leagues-page.tsx')).LeaguesPage }) },
      {
        path: 'leagues/:leagueId/standings',
        loader: numeric('leagueId'),
        lazy: async () => ({ Component: (await import('#web/pages/standings-page.tsx')).StandingsPage }),
      },
      { path: 'bets', lazy: async () => ({ Component: (await import('#web/pages/bets-page.tsx')).BetsPage }) },
      { path: 'account', lazy: async () => ({ Component: (await import('#web/pages/account-page.tsx')).AccountPage }) },
      // Rankings have no page; whatever links there still finds something. So does everything else that is not here.
      { path: 'rankings/*', loader: to('/matches') },
      { path: '*', loader: to('/matches') },
    ],
  },
];

export const createRouter = () => createBrowserRouter(routes);

function to(path: string): LoaderFunction {
  return () => redirect(path);
}

/** Ids of matches and leagues are numbers; anything else is a mistyped address. */
function numeric(name: string): LoaderFunction {
  return ({ params }) => (/^[1-9]\d{0,9}$/.test(params[name] ?? '') ? null : redirect('/matches'));
}
