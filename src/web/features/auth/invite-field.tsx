import { useTranslations } from 'use-intl';
import { useMeta } from '#web/data/queries.tsx';
import { TextField, type TextFieldProps } from '#web/ui/form.tsx';

/** A friend's code, and what it brings. */
export function InviteField(props: TextFieldProps) {
  const t = useTranslations('auth');
  const bonus = useMeta()?.invitee_bonus;
  return (
    <TextField
      {...props}
      autoComplete="off"
      autoCapitalize="characters"
      maxLength={16}
      hint={bonus === undefined ? null : t('invite_hint', { points: bonus })}
    />
  );
}
