import { useTranslations } from 'use-intl';
import { errorText } from '#web/data/api-error.ts';
import { FormAlert } from '#web/ui/form.tsx';
import type { useChoose } from './api.ts';

type Save = ReturnType<typeof useChoose>['save'];

/** At the end of a card's heading: that a choice is on its way, or kept. */
export function SaveNote({ save: { isPending, isSuccess } }: { save: Save }) {
  const t = useTranslations('notifications');
  return <span role="status">{isPending ? t('saving') : isSuccess && t('saved')}</span>;
}

/** That a choice could not be kept, and why; what is on show is what holds. */
export function SaveProblem({ save: { error } }: { save: Save }) {
  const t = useTranslations('notifications');
  return <FormAlert message={error && `${t('save_failed')} ${errorText(error)}`} />;
}
