import Leaf from 'lucide-react/icons/leaf';
import MailExclamationPoint from 'lucide-react/icons/mail-exclamation-point';
import SearchX from 'lucide-react/icons/search-x';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { Profile } from '#contract/profile.ts';
import { openConfirmEmail, openLogin, openRegister } from '#web/data/ui-state.ts';
import { classNames } from '#web/lib/class-names.ts';
import { Button } from './button.tsx';
import { EmptyState } from './placeholders.tsx';

interface SignInPromptProps {
  icon?: ReactNode;
  title: string;
  /** What there would be to see. */
  hint: string;
}

/** Shown to guests in place of users' content: the reason, and the two ways to sign in. The page fills once they are signed in. */
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

/** Whether the account's address is unconfirmed: nothing can be set up before. */
export const isUnconfirmed = ({ email, email_verified }: Pick<Profile, 'email' | 'email_verified'>): boolean =>
  email !== null && !email_verified;

/** Replaces a form that would be refused: the address must be confirmed first, with a button for that. */
export function ConfirmFirst() {
  const t = useTranslations('security');
  return (
    <div className="grid justify-items-start gap-3">
      <p className="flex max-w-[60ch] items-start gap-2 text-[13px] text-muted">
        <MailExclamationPoint size={16} aria-hidden className="mt-0.5 flex-none text-warn" />
        <span className="min-w-0">{t('confirm_first')}</span>
      </p>
      <Button size="s" look="quiet" onClick={openConfirmEmail}>
        {t('email_confirm')}
      </Button>
    </div>
  );
}

/** Replaces the means of play while the user is taking time away, and states what is safe. */
export function AwayNote({ until, className }: { until: Date; className?: string }) {
  const t = useTranslations('play_limits');
  const format = useFormatter();
  return (
    <section role="status" className={classNames('flex items-start gap-3 rounded-card border border-line bg-accent-soft p-4', className)}>
      <Leaf size={20} aria-hidden className="mt-px flex-none text-accent" />
      <div className="min-w-0 text-pretty">
        <p className="font-[620]">{t('away_until', { date: format.dateTime(until, 'date_time') })}</p>
        <p className="mt-0.5 text-[13px] text-muted">{t('away_note')}</p>
      </div>
    </section>
  );
}

/** An unknown id, with a link back. */
export function NotFound({ title }: { title?: string }) {
  const t = useTranslations('common');
  return (
    <EmptyState
      icon={<SearchX size={28} />}
      title={title ?? t('not_found')}
      hint={t('not_found_hint')}
      action={
        <Button look="quiet" asChild>
          <Link to="/matches">{t('to_matches')}</Link>
        </Button>
      }
    />
  );
}
