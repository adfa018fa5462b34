import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { changeAdminPassword, type SessionAdmin } from '#contract/admin-auth.ts';
import { passwordFaults } from '#domain/identity/password.ts';
import { showAdmin } from '#web/console/lib/session.ts';
import { useAdminCall } from '#web/console/lib/use-admin-call.ts';
import { byField, useSubmit } from '#web/lib/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { FormAlert } from '#web/ui/form.tsx';
import { PASSWORD_REFUSALS, PasswordField, PasswordRules } from '#web/ui/password-field.tsx';

const EMPTY = { current: '', password: '', password_confirm: '' };
type Draft = typeof EMPTY;

const refused = byField<keyof Draft>({ ...PASSWORD_REFUSALS, invalid_credentials: 'current' });

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
  const { form, problems, isBusy, forgive } = useSubmit<keyof Draft>({
    check: () => ({
      ...(draft.current === '' && { current: t('password_required') }),
      ...(passwordFaults(draft.password).length > 0 && { password: t('password_broken') }),
      ...(draft.password_confirm !== draft.password && { password_confirm: t('mismatch') }),
    }),
    send: async () => {
      const reply = await change.mutateAsync(draft);
      // Called first, as the guard redirects admins who have nothing left to do here.
      onChanged(draft.password);
      showAdmin(reply.admin);
      setDraft(EMPTY);
    },
    refused,
  });

  const field = (name: keyof Draft) => ({
    name,
    value: draft[name],
    error: problems[name],
    onChange: (event: { target: { value: string } }) => {
      setDraft((before) => ({ ...before, [name]: event.target.value }));
      forgive(name);
    },
  });

  return (
    <form {...form} className="grid max-w-[430px] gap-3.5">
      <FormAlert message={problems.form} />
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
      <Button type="submit" className="justify-self-start" busy={isBusy}>
        {t('password_submit')}
      </Button>
    </form>
  );
}
