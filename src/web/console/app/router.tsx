import { type FunctionComponent, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { matchPath, Navigate, Outlet, Route, Routes, useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import { onRecovered } from '#web/console/lib/call.ts';
import { useAdmin } from '#web/console/lib/session.ts';
import { loadAdmin, loginPath } from '#web/console/lib/sign-in.ts';
import { ApiError } from '#web/data/api-error.ts';
import { queryClient } from '#web/data/query-client.ts';
import { HeldLocation } from '#web/lib/held-location.tsx';
import { lazyPart } from '#web/lib/lazy-part.tsx';
import { useScrollToTop } from '#web/lib/use-page.ts';
import { LiveRegion } from '#web/ui/live-region.tsx';
import { PartFailed } from '#web/ui/part-failed.tsx';
import { ErrorState } from '#web/ui/placeholders.tsx';
import { Toaster } from '#web/ui/toaster.tsx';
import { Shell } from './shell/shell.tsx';

const Waiting = () => <div aria-busy className="min-h-dvh" />;

/** A page's code is loaded on the first visit. */
const page = <Name extends string>(load: () => Promise<Record<Name, FunctionComponent>>, name: Name) =>
  lazyPart(async () => (await load())[name], { fallback: Waiting });

/** Every screen behind the guard, by its address (docs/rules.md#routes). */
const PAGES = {
  '/admin': page(() => import('#web/console/pages/overview-page.tsx'), 'OverviewPage'),
  '/admin/trends': page(() => import('#web/console/pages/trends-page.tsx'), 'TrendsPage'),
  '/admin/users': page(() => import('#web/console/pages/users-page.tsx'), 'UsersPage'),
  '/admin/users/:id': page(() => import('#web/console/pages/user-page.tsx'), 'UserPage'),
  '/admin/users/:id/:tab': page(() => import('#web/console/pages/user-page.tsx'), 'UserPage'),
  '/admin/exclusion-reviews': page(() => import('#web/console/pages/exclusion-reviews-page.tsx'), 'ExclusionReviewsPage'),
  '/admin/invite-reviews': page(() => import('#web/console/pages/invite-reviews-page.tsx'), 'InviteReviewsPage'),
  '/admin/withdrawals': page(() => import('#web/console/pages/withdrawals-page.tsx'), 'WithdrawalsPage'),
  '/admin/withdrawals/:id': page(() => import('#web/console/pages/withdrawal-page.tsx'), 'WithdrawalPage'),
  '/admin/payouts': page(() => import('#web/console/pages/payouts-page.tsx'), 'PayoutsPage'),
  '/admin/payouts/:id': page(() => import('#web/console/pages/payout-batch-page.tsx'), 'PayoutBatchPage'),
  '/admin/treasury': page(() => import('#web/console/pages/treasury-page.tsx'), 'TreasuryPage'),
  '/admin/approvals': page(() => import('#web/console/pages/approvals-page.tsx'), 'ApprovalsPage'),
  '/admin/audit': page(() => import('#web/console/pages/audit-page.tsx'), 'AuditPage'),
  '/admin/admins': page(() => import('#web/console/pages/admins-page.tsx'), 'AdminsPage'),
  '/admin/contests': page(() => import('#web/console/pages/contests-page.tsx'), 'ContestsPage'),
  '/admin/contests/:id': page(() => import('#web/console/pages/contest-page.tsx'), 'ContestPage'),
  '/admin/chat': page(() => import('#web/console/pages/chat-page.tsx'), 'ChatPage'),
  '/admin/chat/:id': page(() => import('#web/console/pages/chat-report-page.tsx'), 'ChatReportPage'),
  '/admin/quarantine': page(() => import('#web/console/pages/quarantine-page.tsx'), 'QuarantinePage'),
  '/admin/fixtures': page(() => import('#web/console/pages/fixtures-page.tsx'), 'FixturesPage'),
  '/admin/settings': page(() => import('#web/console/pages/settings-page.tsx'), 'SettingsPage'),
  '/admin/account': page(() => import('#web/console/pages/account-page.tsx'), 'AccountPage'),
};

const LoginPage = page(() => import('#web/console/pages/login-page.tsx'), 'LoginPage');
const WelcomePage = page(() => import('#web/console/pages/welcome-page.tsx'), 'WelcomePage');

const pageAt = (pathname: string) => Object.entries(PAGES).find(([path]) => matchPath(path, pathname))?.[1];

/** The whole console. */
export function Console() {
  return (
    <HeldLocation pageAt={pageAt}>
      <Screens />
    </HeldLocation>
  );
}

function Screens() {
  useScrollToTop();
  return (
    <>
      <Routes>
        <Route element={<PageSlot />}>
          <Route path="/admin/login" element={<LoginPage />} />
          <Route
            path="/admin/welcome"
            element={
              <Guard>
                <WelcomePage />
              </Guard>
            }
          />
        </Route>
        <Route
          element={
            <Guard>
              <Shell>
                <PageSlot />
              </Shell>
            </Guard>
          }
        >
          {Object.entries(PAGES).map(([path, Page]) => (
            <Route key={path} path={path} element={<Page />} />
          ))}
        </Route>
        <Route path="*" element={<ToMatches />} />
      </Routes>
      <Toaster />
      <LiveRegion />
    </>
  );
}

/** If a page fails, the shell and its navigation stay. */
function PageSlot() {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary FallbackComponent={PartFailed} resetKeys={[pathname]}>
      <Outlet />
    </ErrorBoundary>
  );
}

/** An unknown address leads to the matches, as everywhere: the site is another app, so the browser loads it. */
function ToMatches() {
  useEffect(() => location.replace('/matches'), []);
  return null;
}

/**
 * Admits only admins whom the server knows (docs/rules.md#signing-in-on-the-page): without a known admin it asks the server, which includes
 * a token refresh, and redirects to the sign-in page if that is refused. An unreachable server is not a refusal.
 */
function Guard({ children }: { children: ReactNode }) {
  const t = useTranslations('admin');
  const location = useLocation();
  const admin = useAdmin();
  const [failure, setFailure] = useState<unknown>(null);
  const isAsking = admin === null && failure === null;
  const ask = useEffectEvent(() => void loadAdmin().catch(setFailure));
  useEffect(() => {
    if (isAsking) ask();
  }, [isAsking]);
  useEffect(
    () =>
      onRecovered(() => {
        setFailure(null);
        void queryClient.invalidateQueries();
      }),
    [],
  );

  if (admin !== null) {
    // Until they set their own password, no other page is open to them.
    if (admin.must_change_password && location.pathname !== '/admin/welcome') {
      return <Navigate to={`/admin/welcome?next=${encodeURIComponent(location.pathname + location.search)}`} replace />;
    }
    return children;
  }
  if (failure === null) return <div aria-busy className="min-h-dvh" />;
  if (failure instanceof ApiError && failure.status === 401) return <Navigate to={loginPath(location)} replace />;
  return <ErrorState title={t('admin_failed')} error={failure} onRetry={() => setFailure(null)} />;
}
