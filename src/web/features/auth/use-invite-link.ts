import { useEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useSession } from '#web/data/session.ts';
import { openRegister } from '#web/data/ui-state.ts';
import { keepInvite } from './invite-link.ts';

/** An invite link (`?invite=CODE`) is kept, leaves the address bar, and opens Register for visitors. */
export function useInviteLink(): void {
  const { search } = useLocation();
  const [, setParams] = useSearchParams();
  const isBooted = useSession(({ booted }) => booted);
  useEffect(() => {
    if (!isBooted || !new URLSearchParams(search).has('invite')) return;
    const code = keepInvite(search, new Date());
    setParams(withoutInvite, { replace: true });
    if (code !== null && useSession.getState().user === null) openRegister();
  }, [isBooted, search, setParams]);
}

function withoutInvite(params: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(params);
  rest.delete('invite');
  return rest;
}
