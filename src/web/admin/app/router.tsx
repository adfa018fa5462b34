import { type ComponentType, lazy, Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { Outlet, Route, Routes, useLocation } from 'react-router';
import { useScrollToTop } from '#web/lib/use-scroll-to-top.ts';
import { LiveRegion } from '#web/ui/live-region.tsx';
import { Toaster } from '#web/ui/toaster.tsx';
import { CrashPage } from './crash-page.tsx';
import { Guard } from './guard.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { Shell } from './shell/shell.tsx';

/** A page's code is fetched when it is first visited. */
const page = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazy(async () => ({ default: (await load())[name] }));

/** Every screen behind the guard, by its address (docs/rules.md#routes). */
const PAGES = {
  '/admin': page(() => import('#web/admin/pages/overview-page.tsx'), 'OverviewPage'),
  '/admin/trends': page(() => import('#web/admin/pages/trends-page.tsx'), 'TrendsPage'),
  '/admin/users': page(() => import('#web/admin/pages/users-page.tsx'), 'UsersPage'),
  '/admin/users/:id': page(() => import('#web/admin/pages/user-page.tsx'), 'UserPage'),
  '/admin/exclusion-reviews': page(() => import('#web/admin/pages/exclusion-reviews-page.tsx'), 'ExclusionReviewsPage'),
  '/admin/invite-reviews': page(() => import('#web/admin/pages/invite-reviews-page.tsx'), 'InviteReviewsPage'),
  '/admin/withdrawals': page(() => import('#web/admin/pages/withdrawals-page.tsx'), 'WithdrawalsPage'),
  '/admin/withdrawals/:id': page(() => import('#web/admin/pages/withdrawal-page.tsx'), 'WithdrawalPage'),
  '/admin/approvals': page(() => import('#web/admin/pages/approvals-page.tsx'), 'ApprovalsPage'),
  '/admin/audit': page(() => import('#web/admin/pages/audit-page.tsx'), 'AuditPage'),
  '/admin/admins': page(() => import('#web/admin/pages/admins-page.tsx'), 'AdminsPage'),
  '/admin/contests': page(() => import('#web/admin/pages/contests-page.tsx'), 'ContestsPage'),
  '/admin/contests/:id': page(() => import('#web/admin/pages/contest-page.tsx'), 'ContestPage'),
  '/admin/chat': page(() => import('#web/admin/pages/chat-page.tsx'), 'ChatPage'),
  '/admin/chat/:id': page(() => import('#web/admin/pages/chat-report-page.tsx'), 'ChatReportPage'),
  '/admin/quarantine': page(() => import('#web/admin/pages/quarantine-page.tsx'), 'QuarantinePage'),
  '/admin/fixtures': page(() => import('#web/admin/pages/fixtures-page.tsx'), 'FixturesPage'),
  '/admin/settings': page(() => import('#web/admin/pages/settings-page.tsx'), 'SettingsPage'),
  '/admin/account': page(() => import('#web/admin/pages/account-page.tsx'), 'AccountPage'),
};

const LoginPage = page(() => import('#web/admin/pages/login-page.tsx'), 'LoginPage');
const WelcomePage = page(() => import('#web/admin/pages/welcome-page.tsx'), 'WelcomePage');

/** The whole console. */
export function Console() {
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
          <Route path="*" element={<NotFoundPage />} />
        </Route>
      </Routes>
      <Toaster />
      <LiveRegion />
    </>
  );
}

/** A page that fails leaves the shell standing, and with it the ways out. */
function PageSlot() {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary FallbackComponent={CrashPage} resetKeys={[pathname]}>
      <Suspense fallback={<div aria-busy className="min-h-dvh" />}>
        <Outlet />
      </Suspense>
    </ErrorBoundary>
  );
}
