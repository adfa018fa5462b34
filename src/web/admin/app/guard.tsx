import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import { onRecovered } from '#web/admin/lib/call.ts';
import { useAdmin } from '#web/admin/lib/session.ts';
import { loadAdmin, loginPath } from '#web/admin/lib/sign-in.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { ErrorState } from '#web/ui/error-state.tsx';

/**
 * Lets nobody in whom the server does not know (docs/rules.md#signing-in-on-the-page): where no admin is known it asks who is here, which tries a
 * refresh by itself, and leads to signing in where that is refused. A server that does not answer is no refusal.
 */
export function Guard({ children }: { children: ReactNode }) {
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
    // Until the password is theirs alone, nothing else is open to them.
    if (admin.must_change_password && location.pathname !== '/admin/welcome') {
      return <Navigate to={`/admin/welcome?next=${encodeURIComponent(location.pathname + location.search)}`} replace />;
    }
    return children;
  }
  if (failure === null) return <div aria-busy className="min-h-dvh" />;
  if (failure instanceof ApiError && failure.status === 401) return <Navigate to={loginPath(location)} replace />;
  return <ErrorState title={t('admin_failed')} error={failure} onRetry={() => setFailure(null)} />;
}
