import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { openLogin, openRegister } from '#web/data/ui-state.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

interface SignInPromptProps {
  icon?: ReactNode;
  title: string;
  /** What there would be to see. */
  hint: string;
}

/** What a guest sees where only users have something: why, and the two ways in. The page stays and fills once they are. */
export function SignInPrompt({ icon, title, hint }: SignInPromptProps) {
  const t = useTranslations('shell');
  return (
    <EmptyState
      icon={icon}
      title={title}
      hint={hint}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Button onClick={() => openLogin()}>{t('sign_in')}</Button>
          <Button look="quiet" onClick={() => openRegister()}>
            {t('sign_up')}
          </Button>
        </div>
      }
    />
  );
}
