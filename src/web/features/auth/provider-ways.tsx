import { useLocation, useNavigate } from 'react-router';
import { startAddress, useProviders } from '#web/data/oauth.ts';
import { closeAuth, useUiState } from '#web/data/ui-state.ts';
import { Or } from '#web/ui/form.tsx';
import { ProviderButton } from '#web/ui/provider-button.tsx';

/** Lists the providers to sign in with, above the form; renders nothing if the site has none. */
export function ProviderWays() {
  const providers = useProviders();
  const next = useWayBack();
  if (providers.length === 0) return null;
  return (
    <div className="mb-3.5 grid gap-2.5">
      {providers.map((provider) => (
        <ProviderButton key={provider} provider={provider} action={startAddress(provider, next)} />
      ))}
      <Or className="mt-1" />
    </div>
  );
}

/** Returns the page to return to: the dialog's target, or else the page below it, because the browser leaves this page. */
function useWayBack(): string {
  const authNext = useUiState((state) => state.authNext);
  const { pathname, search } = useLocation();
  if (authNext !== '/' || pathname === '/sign-in') return authNext;
  return pathname + search;
}

/** Returns a function to call after a sign-in: it closes the dialog and opens the page that asked for it. "/" stays on the page. */
export function useSignedInNext(): () => void {
  const navigate = useNavigate();
  return () => {
    const { authNext } = useUiState.getState();
    closeAuth();
    if (authNext !== '/') void navigate(authNext);
  };
}
