import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { errorText } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toasts.ts';
import { closeAuth, openRegister, useUiState } from '#web/lib/ui-state.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { signIn } from './sign-in.ts';
import { useSignedInNext } from './use-signed-in-next.ts';

export function SignInDialog() {
  const t = useTranslations('auth');
  const isOpen = useUiState(({ showLogin }) => showLogin);
  return (
    <Dialog open={isOpen} onClose={closeAuth} title={t('sign_in_title')} lead={t('sign_in_lead')}>
      <SignInForm />
    </Dialog>
  );
}

function SignInForm() {
  const t = useTranslations('auth');
  const goOn = useSignedInNext();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (email.trim() === '' || password === '') return setProblem(t('email_and_password_required'));
    setProblem(null);
    setBusy(true);
    try {
      const user = await signIn({ email, password, remember });
      toast('success', t('welcome', { name: user.display_name }));
      goOn();
    } catch (error) {
      setProblem(errorText(error, 'login_failed'));
      setBusy(false);
    }
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-3.5">
      <FormAlert message={problem} />
      <TextField
        label={t('email')}
        type="email"
        name="email"
        autoComplete="username"
        inputMode="email"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <PasswordField
        label={t('password')}
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Checkbox label={t('remember')} checked={remember} onChange={setRemember} />
      <Button type="submit" wide busy={isBusy}>
        {t('sign_in_submit')}
      </Button>
      <p className="text-center text-[13.5px] text-muted">
        {t('no_account')}{' '}
        <button
          type="button"
          className="font-[620] text-accent hover:underline"
          onClick={() => openRegister(useUiState.getState().authNext)}
        >
          {t('to_sign_up')}
        </button>
      </p>
    </form>
  );
}
