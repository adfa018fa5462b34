import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Overview } from '#contract/account.ts';
import { passwordFaults } from '#domain/identity/password.ts';
import { ApiError, errorText } from '#web/data/api-error.ts';
import { toast } from '#web/data/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { FormAlert } from '#web/ui/form.tsx';
import { PasswordField, PasswordRules } from '#web/ui/password-field.tsx';
import { useChangePassword } from './api.ts';

const EMPTY = { current_password: '', password: '', password_confirm: '' };
type Draft = typeof EMPTY;
type Problems = Partial<Record<keyof Draft | 'form', string>>;

/** Server errors that belong to one field; those about password rules share a prefix. */
const FIELD_OF: Record<string, keyof Draft> = { invalid_credentials: 'current_password', password_mismatch: 'password_confirm' };
const fieldOf = (code: string): keyof Draft | 'form' => FIELD_OF[code] ?? (code.startsWith('password_') ? 'password' : 'form');

/** Changes the password, or sets the first one for users of a provider. */
export function PasswordCard({ profile: { email, has_password } }: { profile: Overview['profile'] }) {
  const t = useTranslations('security');
  const change = useChangePassword();
  const [draft, setDraft] = useState(EMPTY);
  const [problems, setProblems] = useState<Problems>({});

  function found(): Problems {
    const wrong: Problems = {};
    if (has_password && draft.current_password === '') wrong.current_password = t('password_required');
    if (passwordFaults(draft.password).length > 0) wrong.password = t('password_broken');
    if (draft.password_confirm !== draft.password) wrong.password_confirm = t('mismatch');
    return wrong;
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    const wrong = found();
    setProblems(wrong);
    if (Object.keys(wrong).length > 0) return;
    const { current_password, ...twice } = draft;
    try {
      await change.mutateAsync(has_password ? draft : twice);
      setDraft(EMPTY);
      toast('success', t('password_changed'));
    } catch (error) {
      const field = fieldOf(error instanceof ApiError ? (error.code ?? '') : '');
      setProblems({ [field]: field === 'current_password' ? t('password_wrong') : errorText(error) });
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
    <Card title={t('password_heading')}>
      <form noValidate onSubmit={submit} className="grid max-w-[430px] gap-3.5">
        <p className="text-[13px] text-muted">{t(has_password ? 'password_hint' : 'password_none_hint')}</p>
        <FormAlert message={problems.form ?? null} />
        <input type="email" autoComplete="username" value={email ?? ''} readOnly hidden />
        {has_password && <PasswordField {...field('current_password')} label={t('current_password')} autoComplete="current-password" />}
        <PasswordField
          {...field('password')}
          label={t('new_password')}
          autoComplete="new-password"
          hint={<PasswordRules password={draft.password} />}
        />
        <PasswordField {...field('password_confirm')} label={t('password_confirm')} autoComplete="new-password" />
        <Button type="submit" look="quiet" className="justify-self-start" busy={change.isPending}>
          {t(has_password ? 'password_submit' : 'password_set')}
        </Button>
      </form>
    </Card>
  );
}
