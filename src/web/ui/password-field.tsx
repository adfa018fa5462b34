import Check from 'lucide-react/icons/check';
import Circle from 'lucide-react/icons/circle';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { PASSWORD_FAULTS, PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN, passwordFaults } from '#domain/identity/password.ts';
import { classNames } from '#web/lib/class-names.ts';
import { TextField, type TextFieldProps } from './form.tsx';

/** A password field with a button to show its text. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'trailing'>) {
  const t = useTranslations('auth');
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      trailing={
        <button
          type="button"
          aria-label={t(isShown ? 'hide_password' : 'show_password')}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
          className="grid h-full w-11 flex-none place-items-center rounded-control text-muted hover:text-text"
        >
          <Icon size={17} aria-hidden />
        </button>
      }
    />
  );
}

/** Errors of the server that are about a new password, and so belong to its two fields. */
export const PASSWORD_REFUSALS = {
  password_min: 'password',
  password_max: 'password',
  password_lower: 'password',
  password_upper: 'password',
  password_digit: 'password',
  password_common: 'password',
  password_mismatch: 'password_confirm',
} as const;

/** The password rules, each ticked once met. The maximum length is only mentioned when exceeded. */
export function PasswordRules({ password }: { password: string }) {
  const t = useTranslations('auth');
  const faults = new Set(passwordFaults(password));
  const shown = PASSWORD_FAULTS.filter((rule) => rule !== 'password_max' || faults.has(rule));
  return (
    <ul className="grid grid-cols-2 gap-x-3 gap-y-1">
      {shown.map((rule) => {
        const isKept = !faults.has(rule);
        const Icon = isKept ? Check : Circle;
        return (
          <li key={rule} className={classNames('flex items-center gap-1.5', isKept ? 'text-good' : 'text-muted')}>
            <Icon size={13} strokeWidth={isKept ? 3 : 2} aria-hidden className="flex-none" />
            <span>{t(`rules.${rule}`, { min: PASSWORD_LENGTH_MIN, max: PASSWORD_LENGTH_MAX })}</span>
            <span className="sr-only">{t(isKept ? 'rule_kept' : 'rule_open')}</span>
          </li>
        );
      })}
    </ul>
  );
}
