import { useTranslations } from 'use-intl';
import { useMeta } from '#web/data/queries.tsx';
import { closeAuth, openLogin, useUiState } from '#web/data/ui-state.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptyState } from '#web/ui/placeholders.tsx';
import { ProviderWays } from './provider-ways.tsx';
import { SignUpForm } from './sign-up-form.tsx';

export function SignUpDialog() {
  const t = useTranslations('auth');
  const isOpen = useUiState(({ showRegister }) => showRegister);
  const isClosed = useMeta()?.switches.sign_up === false;
  return (
    <Dialog open={isOpen} onClose={closeAuth} title={t('sign_up_title')} lead={isClosed ? null : t('sign_up_lead')}>
      {isClosed ? (
        <EmptyState
          title={t('sign_up_closed')}
          hint={t('sign_up_closed_hint')}
          action={<Button onClick={() => openLogin()}>{t('to_sign_in')}</Button>}
        />
      ) : (
        <>
          <ProviderWays />
          <SignUpForm />
        </>
      )}
    </Dialog>
  );
}
