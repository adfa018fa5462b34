import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { TextField, type TextFieldProps } from './text-field.tsx';

/** A password that can be looked at while it is typed. */
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
