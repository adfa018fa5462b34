import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { useMeta } from '#web/lib/meta.ts';
import { toast } from '#web/lib/toasts.ts';
import { openLogin, useUiState } from '#web/lib/ui-state.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { PasswordRules } from '#web/ui/password-rules.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { registerMetaQuery } from './api.ts';
import { keptInvite } from './invite-link.ts';
import { signUp } from './sign-in.ts';
import { draftProblems, refusalProblems, registration, type SignUpDraft, type SignUpProblems } from './sign-up-draft.ts';
import { useSignedInNext } from './use-signed-in-next.ts';

/** Shown until the server's own has arrived. */
const AGE_MIN = 18;

const emptyDraft = (): SignUpDraft => ({
  email: '',
  password: '',
  password_confirm: '',
  display_name: '',
  invite_code: keptInvite(new Date()) ?? '',
  agree: false,
  adult: false,
});

export function SignUpForm() {
  const t = useTranslations('auth');
  const goOn = useSignedInNext();
  const inviteBonus = useMeta()?.invitee_bonus;
  const age = useQuery(registerMetaQuery).data?.age_min ?? AGE_MIN;
  const [draft, setDraft] = useState(emptyDraft);
  const [problems, setProblems] = useState<SignUpProblems>({});
  const [isBusy, setBusy] = useState(false);

  /** What is being corrected is not called wrong any longer. */
  function change<F extends keyof SignUpDraft>(field: F, value: SignUpDraft[F]) {
    setDraft((before) => ({ ...before, [field]: value }));
    setProblems(({ [field]: _, form: __, ...others }) => others);
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    const found = draftProblems(draft, t, age);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      const user = await signUp(registration(draft));
      toast('success', t('welcome', { name: user.display_name }));
      goOn();
    } catch (error) {
      setProblems(refusalProblems(error));
      setBusy(false);
    }
  }

  const text = (field: 'email' | 'password' | 'password_confirm' | 'display_name' | 'invite_code') => ({
    name: field,
    label: t(field),
    value: draft[field],
    error: problems[field] ?? null,
    onChange: (event: { target: { value: string } }) => change(field, event.target.value),
  });
  const tick = (field: 'agree' | 'adult') => ({
    checked: draft[field],
    error: problems[field] ?? null,
    onChange: (checked: boolean) => change(field, checked),
  });

  return (
    <form noValidate onSubmit={submit} className="grid gap-3.5">
      <FormAlert message={problems.form ?? null} />
      <TextField {...text('email')} type="email" autoComplete="username" inputMode="email" />
      <PasswordField {...text('password')} autoComplete="new-password" hint={<PasswordRules password={draft.password} />} />
      <PasswordField {...text('password_confirm')} autoComplete="new-password" />
      <TextField {...text('display_name')} autoComplete="nickname" maxLength={40} />
      <TextField
        {...text('invite_code')}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={16}
        hint={inviteBonus === undefined ? null : t('invite_hint', { points: inviteBonus })}
      />
      <Checkbox {...tick('agree')} label={t.rich('agree', { terms: legalLink('/terms'), privacy: legalLink('/privacy') })} />
      <Checkbox {...tick('adult')} label={t('adult', { age })} />
      <Button type="submit" wide busy={isBusy}>
        {t('sign_up_submit')}
      </Button>
      <p className="text-center text-[13.5px] text-muted">
        {t('have_account')}{' '}
        <button type="button" className="font-[620] text-accent hover:underline" onClick={() => openLogin(useUiState.getState().authNext)}>
          {t('to_sign_in')}
        </button>
      </p>
    </form>
  );
}

/** In a tab of its own, so that what was typed stays. */
const legalLink = (path: string) => (words: ReactNode) => (
  <Link to={path} target="_blank" className="text-accent underline">
    {words}
  </Link>
);
