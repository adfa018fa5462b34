import { createBrowserRouter, type LoaderFunction, type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router';
import { CrashPage } from './crash-page.tsx';
import { Shell } from './shell/shell.tsx';

/** Every URL of the site (product.md section 2): one page each, fetched when it is first visited. */
export const routes: RouteObject[] = [
  {
    Component: Shell,
    ErrorBoundary: CrashPage,
    HydrateFallback: () => null,
    // A page that fails leaves the shell standing, and with it the ways out.
    children: [
      {
        ErrorBoundary: CrashPage,
        children: [
          { index: true, ...redirectTo('/matches') },
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
          {
            path: 'settings/profile',
            lazy: async () => ({ Component: (await import('#web/pages/settings-profile-page.tsx')).SettingsProfilePage }),
          },
          {
            path: 'settings/security',
            lazy: async () => ({ Component: (await import('#web/pages/settings-security-page.tsx')).SettingsSecurityPage }),
          },
          { path: 'terms', lazy: async () => ({ Component: (await import('#web/pages/terms-page.tsx')).TermsPage }) },
          { path: 'privacy', lazy: async () => ({ Component: (await import('#web/pages/privacy-page.tsx')).PrivacyPage }) },
          { path: 'admin/login', lazy: async () => ({ Component: (await import('#web/pages/admin-login-page.tsx')).AdminLoginPage }) },
          // The console belongs to operators: nobody is signed in as one, so all of it leads to their sign-in page.
          { path: 'admin/*', ...redirectTo(({ request }) => `/admin/login?next=${encodeURIComponent(new URL(request.url).pathname)}`) },
          // Rankings have no page; whatever links there still finds something. So does everything else that is not here.
          { path: 'rankings/*', ...redirectTo('/matches') },
          { path: '*', ...redirectTo('/matches') },
        ],
      },
    ],
  },
];

export const createRouter = () => createBrowserRouter(routes);

/** A route that is only the way to another; what it shows meanwhile is nothing. */
function redirectTo(target: string | ((args: LoaderFunctionArgs) => string)): Pick<RouteObject, 'loader' | 'element'> {
  return { loader: (args) => redirect(typeof target === 'string' ? target : target(args)), element: null };
}

/** Ids of matches and leagues are numbers; anything else is a mistyped address. */
function numeric(name: string): LoaderFunction {
  return ({ params }) => (/^\d+$/.test(params[name] ?? '') ? null : redirect('/matches'));
}
