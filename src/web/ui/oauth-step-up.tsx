import { useMutation } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import type { Provider } from '#contract/oauth.ts';
import { errorText } from '#web/data/api-error.ts';
import { leaveFor, useProviders } from '#web/data/oauth.ts';
import { useOverview } from '#web/data/overview.ts';
import { FormAlert } from './form-alert.tsx';
import { ProviderButton } from './provider-button.tsx';

/**
 * The accounts elsewhere by which the user can prove to be here: signing in there leads back to this page, where what was to be
 * done is begun anew. Nothing where none is linked.
 */
export function OAuthStepUp() {
  const ways = useLinkedProviders();
  const { pathname, search } = useLocation();
  const begin = useMutation({ mutationFn: (provider: Provider) => leaveFor(provider, 'step_up', pathname + search) });
  if (ways.length === 0) return null;
  return (
    <div className="grid gap-2.5">
      <FormAlert message={begin.error && errorText(begin.error)} />
      {ways.map((provider) => (
        <ProviderButton
          key={provider}
          provider={provider}
          busy={begin.isPending && begin.variables === provider}
          action={() => begin.mutate(provider)}
        />
      ))}
    </div>
  );
}

/** Where the user can sign in beside their password. */
export function useLinkedProviders(): Provider[] {
  const linked = useOverview().data?.linked_accounts ?? [];
  return useProviders().filter((provider) => linked.some(({ type }) => type === provider));
}
