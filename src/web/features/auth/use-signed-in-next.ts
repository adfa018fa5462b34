import { useNavigate } from 'react-router';
import { closeAuth, useUiState } from '#web/data/ui-state.ts';

/** What follows a sign-in: the dialog closes, and the page that asked for it opens. "/" stays where we are. */
export function useSignedInNext(): () => void {
  const navigate = useNavigate();
  return () => {
    const { authNext } = useUiState.getState();
    closeAuth();
    if (authNext !== '/') void navigate(authNext);
  };
}
