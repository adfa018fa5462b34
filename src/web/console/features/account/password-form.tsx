import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { changeAdminPassword, type SessionAdmin } from '#contract/admin-auth.ts';
import { passwordFaults } from '#domain/identity/password.ts';
import { showAdmin } from '#web/console/lib/session.ts';
import { useAdminCall } from '#web/console/lib/use-admin-call.ts';
import { ApiError, errorText } from '#web/data/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { FormAlert } from '#web/ui/form.tsx';
import { PasswordField, PasswordRules } from '#web/ui/password-field.tsx';

const EMPTY = { current: '', password: '', password_confirm: '' };
type Draft = typeof EMPTY;
type Problems = Partial<Record<keyof Draft | 'form', string>>;

/** Refusals that concern a single field; those of the password rules share a prefix. */
const FIELD_OF: Record<string, keyof Draft> = { invalid_credentials: 'current', password_mismatch: 'password_confirm' };
const fieldOf = (code: string): keyof Draft | 'form' => FIELD_OF[code] ?? (code.startsWith('password_') ? 'password' : 'form');

interface PasswordFormProps {
  admin: SessionAdmin;
  /** Receives the new password: the next step may ask for it again. */
  onChanged: (password: string) => void;
}

/** Changes the admin's password, or replaces the one-time password. */
export function PasswordForm({ admin, onChanged }: PasswordFormProps) {
  const t = useTranslations('admin_account');
  const change = useAdminCall(changeAdminPassword);
  const [draft, setDraft] = useState(EMPTY);
  const [problems, setProblems] = useState<Problems>({});

  function found(): Problems {
    const wrong: Problems = {};
    if (draft.current === '') wrong.current = t('password_required');
    if (passwordFaults(draft.password).length > 0) wrong.password = t('password_broken');
    if (draft.password_confirm !== draft.password) wrong.password_confirm = t('mismatch');
    return wrong;
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    const wrong = found();
    setProblems(wrong);
    if (Object.keys(wrong).length > 0) return;
    try {
      const reply = await change.mutateAsync(draft);
      // Called first, as the guard redirects admins who have nothing left to do here.
      onChanged(draft.password);
      showAdmin(reply.admin);
      setDraft(EMPTY);
    } catch (error) {
      setProblems({ [fieldOf(error instanceof ApiError ? (error.code ?? '') : '')]: errorText(error) });
    }
  }

  const field = (name: keyof Draft) => ({
    name,
    value: draft[name],
    error: problems[name] ?? null,
    onChange: (event: { target: { value: string } }) => {
      setDraft((before) => ({ ...before, [name]: event.target.value }));
      setProblems(({ [name]: _, form: __, ...others }) => others);
    },
  });

  return (
    <form noValidate onSubmit={submit} className="grid max-w-[430px] gap-3.5">
      <FormAlert message={problems.form ?? null} />
      <input type="email" autoComplete="username" value={admin.email} readOnly hidden />
      <PasswordField
        {...field('current')}
        label={t(admin.must_change_password ? 'one_time_password' : 'current_password')}
        autoComplete="current-password"
      />
      <PasswordField
        {...field('password')}
        label={t('new_password')}
        autoComplete="new-password"
        hint={<PasswordRules password={draft.password} />}
      />
      <PasswordField {...field('password_confirm')} label={t('password_again')} autoComplete="new-password" />
      <Button type="submit" className="justify-self-start" busy={change.isPending}>
        {t('password_submit')}
      </Button>
    </form>
  );
}
