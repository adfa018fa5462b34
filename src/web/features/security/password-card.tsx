import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Overview } from '#contract/account.ts';
import { passwordFaults } from '#domain/identity/password.ts';
import { toast } from '#web/data/toasts.ts';
import { byField, codeOf, useSubmit } from '#web/lib/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { FormAlert } from '#web/ui/form.tsx';
import { PASSWORD_REFUSALS, PasswordField, PasswordRules } from '#web/ui/password-field.tsx';
import { useChangePassword } from './api.ts';

const EMPTY = { current_password: '', password: '', password_confirm: '' };
type Draft = typeof EMPTY;

const refused = byField<keyof Draft>(PASSWORD_REFUSALS);

/** Changes the password, or sets the first one for users of a provider. */
export function PasswordCard({ profile: { email, has_password } }: { profile: Overview['profile'] }) {
  const t = useTranslations('security');
  const change = useChangePassword();
  const [draft, setDraft] = useState(EMPTY);
  const { form, problems, isBusy, forgive } = useSubmit<keyof Draft>({
    check: () => ({
      ...(has_password && draft.current_password === '' && { current_password: t('password_required') }),
      ...(passwordFaults(draft.password).length > 0 && { password: t('password_broken') }),
      ...(draft.password_confirm !== draft.password && { password_confirm: t('mismatch') }),
    }),
    send: async () => {
      const { current_password, ...twice } = draft;
      await change.mutateAsync(has_password ? draft : twice);
      setDraft(EMPTY);
      toast('success', t('password_changed'));
    },
    refused: (error) => (codeOf(error) === 'invalid_credentials' ? { current_password: t('password_wrong') } : refused(error)),
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
    <Card title={t('password_heading')}>
      <form {...form} className="grid max-w-[430px] gap-3.5">
        <p className="text-[13px] text-muted">{t(has_password ? 'password_hint' : 'password_none_hint')}</p>
        <FormAlert message={problems.form} />
        <input type="email" autoComplete="username" value={email ?? ''} readOnly hidden />
        {has_password && <PasswordField {...field('current_password')} label={t('current_password')} autoComplete="current-password" />}
        <PasswordField
          {...field('password')}
          label={t('new_password')}
          autoComplete="new-password"
          hint={<PasswordRules password={draft.password} />}
        />
        <PasswordField {...field('password_confirm')} label={t('password_confirm')} autoComplete="new-password" />
        <Button type="submit" look="quiet" className="justify-self-start" busy={isBusy}>
          {t(has_password ? 'password_submit' : 'password_set')}
        </Button>
      </form>
    </Card>
  );
}
