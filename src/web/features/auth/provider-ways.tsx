import { useLocation, useNavigate } from 'react-router';
import { startAddress, useProviders } from '#web/data/oauth.ts';
import { closeAuth, useUiState } from '#web/data/ui-state.ts';
import { Or } from '#web/ui/form.tsx';
import { ProviderButton } from '#web/ui/provider-button.tsx';

/** The ways in through an account elsewhere, above the form; nothing where the site has none. */
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

/** Where the dialog would lead, or the page that it lies over: the browser leaves that one. */
function useWayBack(): string {
  const authNext = useUiState((state) => state.authNext);
  const { pathname, search } = useLocation();
  if (authNext !== '/' || pathname === '/sign-in') return authNext;
  return pathname + search;
}

/** What follows a sign-in: the dialog closes, and the page that asked for it opens. "/" stays where we are. */
export function useSignedInNext(): () => void {
  const navigate = useNavigate();
  return () => {
    const { authNext } = useUiState.getState();
    closeAuth();
    if (authNext !== '/') void navigate(authNext);
  };
}
