import { useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { WelcomeSteps } from '#web/console/features/account/welcome-steps.tsx';
import { useAdmin } from '#web/console/lib/session.ts';
import { consoleNext } from '#web/console/lib/sign-in.ts';

/** The first visit of somebody who was given a one-time password. */
export function WelcomePage() {
  const admin = useAdmin();
  const navigate = useNavigate();
  const next = consoleNext(useSearchParams()[0].get('next'));
  // Kept for as long as the steps take: the password is changed in the first of them.
  const [isNeeded] = useState(admin?.must_change_password ?? false);
  if (!admin) return null;
  if (!isNeeded) return <Navigate to={next} replace />;
  return <WelcomeSteps admin={admin} onDone={() => navigate(next, { replace: true })} />;
}
