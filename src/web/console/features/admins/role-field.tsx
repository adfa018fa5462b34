import { useTranslations } from 'use-intl';
import { ADMIN_ROLES, type AdminRole } from '#domain/identity/admin-role.ts';
import { SelectField } from '#web/ui/select-field.tsx';

/** A role, with what it may do. */
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
