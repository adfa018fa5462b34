import { useTranslations } from 'use-intl';
import { errorText } from '#web/data/api-error.ts';
import { FormAlert } from '#web/ui/form.tsx';
import type { useChoose } from './api.ts';

type Save = ReturnType<typeof useChoose>['save'];

/** At the end of a card's heading: says that a change is being saved, or saved. */
export function SaveNote({ save: { isPending, isSuccess } }: { save: Save }) {
  const t = useTranslations('notifications');
  return <span role="status">{isPending ? t('saving') : isSuccess && t('saved')}</span>;
}

/** Says that a change could not be saved, and why; the card shows the saved settings. */
export function SaveProblem({ save: { error } }: { save: Save }) {
  const t = useTranslations('notifications');
  return <FormAlert message={error && `${t('save_failed')} ${errorText(error)}`} />;
}
