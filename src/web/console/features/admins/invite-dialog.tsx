import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { inviteAdmin } from '#contract/admins.ts';
import { ADMIN_ROLES, type AdminRole } from '#domain/identity/admin-role.ts';
import { useAdminCall } from '#web/console/lib/use-admin-call.ts';
import { toast } from '#web/data/toasts.ts';
import { byField, LEAVING, useSubmit } from '#web/lib/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormAlert, TextField } from '#web/ui/form.tsx';
import { SelectField } from '#web/ui/select-field.tsx';

const refused = byField({ email_taken: 'email', invalid_email: 'email' });

interface InviteDialogProps {
  onClose: () => void;
}

/** Asks a second super to approve a new admin. */
export function InviteDialog({ onClose }: InviteDialogProps) {
  const t = useTranslations();
  const invite = useAdminCall(inviteAdmin);
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<AdminRole>('viewer');
  const { form, problems, isBusy, forgive } = useSubmit({
    check: () => (email.trim() === '' ? { email: t('admin_admins.email_required') } : {}),
    send: async () => {
      await invite.mutateAsync({ email: email.trim(), role });
      toast('info', t('admin_admins.waits_password'));
      onClose();
      return LEAVING;
    },
    refused,
  });

  return (
    <Dialog open onClose={onClose} title={t('admin_admins.invite')} lead={t('admin_admins.invite_lead')}>
      <form {...form} className="grid gap-3.5">
        <FormAlert message={problems.form} />
        <TextField
          label={t('admin_admins.email')}
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          value={email}
          error={problems.email}
          onChange={({ target }) => {
            setEmail(target.value);
            forgive('email');
          }}
        />
        <RoleField value={role} onChange={setRole} />
        <Button type="submit" wide busy={isBusy}>
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
