import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { inviteAdmin } from '#contract/admins.ts';
import { ADMIN_ROLES, type AdminRole } from '#domain/identity/admin-role.ts';
import { useAdminCall } from '#web/console/lib/use-admin-call.ts';
import { ApiError, errorText } from '#web/data/api-error.ts';
import { toast } from '#web/data/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormAlert, TextField } from '#web/ui/form.tsx';
import { SelectField } from '#web/ui/select-field.tsx';

const ABOUT_EMAIL = ['email_taken', 'invalid_email'];

interface InviteDialogProps {
  onClose: () => void;
}

/** Asks a second super to approve a new admin. */
export function InviteDialog({ onClose }: InviteDialogProps) {
  const t = useTranslations();
  const invite = useAdminCall(inviteAdmin);
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<AdminRole>('viewer');
  const [problem, setProblem] = useState<{ email?: string; form?: string }>({});

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (email.trim() === '') return setProblem({ email: t('admin_admins.email_required') });
    setProblem({});
    try {
      await invite.mutateAsync({ email: email.trim(), role });
      toast('info', t('admin_admins.waits_password'));
      onClose();
    } catch (error) {
      const isAboutEmail = error instanceof ApiError && ABOUT_EMAIL.includes(error.code ?? '');
      setProblem({ [isAboutEmail ? 'email' : 'form']: errorText(error) });
    }
  }

  return (
    <Dialog open onClose={onClose} title={t('admin_admins.invite')} lead={t('admin_admins.invite_lead')}>
      <form noValidate onSubmit={submit} className="grid gap-3.5">
        <FormAlert message={problem.form ?? null} />
        <TextField
          label={t('admin_admins.email')}
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          value={email}
          error={problem.email ?? null}
          onChange={({ target }) => setEmail(target.value)}
        />
        <RoleField value={role} onChange={setRole} />
        <Button type="submit" wide busy={invite.isPending}>
          {t('admin_admins.invite_submit')}
        </Button>
      </form>
    </Dialog>
  );
}

/** A role, with its permissions. */
export function RoleField({ value, onChange }: { value: AdminRole; onChange: (role: AdminRole) => void }) {
  const t = useTranslations();
  return (
    <div className="grid gap-1.5">
      <SelectField
        label={t('admin_admins.role')}
        value={value}
        options={ADMIN_ROLES.map((role) => ({ value: role, label: t(`admin.roles.${role}`) }))}
        onChange={onChange}
      />
      <p className="text-[12.5px] text-muted">{t(`admin_admins.role_hint.${value}`)}</p>
    </div>
  );
}
