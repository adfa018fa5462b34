import { useTranslations } from 'use-intl';
import { closeAuth, useUiState } from '#web/lib/ui-state.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { ProviderWays } from './provider-ways.tsx';
import { SignUpForm } from './sign-up-form.tsx';

export function SignUpDialog() {
  const t = useTranslations('auth');
  const isOpen = useUiState(({ showRegister }) => showRegister);
  return (
    <Dialog open={isOpen} onClose={closeAuth} title={t('sign_up_title')} lead={t('sign_up_lead')}>
      <ProviderWays />
      <SignUpForm />
    </Dialog>
  );
}
