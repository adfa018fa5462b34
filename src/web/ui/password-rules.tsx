import { Check, Circle } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { PASSWORD_FAULTS, PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN, passwordFaults } from '#domain/identity/password.ts';
import { classNames } from '#web/lib/class-names.ts';

/** The rules of a password, each ticked as soon as it is kept. The longest length is only mentioned when it is passed. */
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
