import { useQuery } from '@tanstack/react-query';
import Bookmark from 'lucide-react/icons/bookmark';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ConsoleList, ListView } from '#contract/list-views.ts';
import { useListLookQuery } from '#web/console/lib/list-look.ts';
import { Button } from '#web/ui/button.tsx';
import { QuietSelect } from '#web/ui/select-field.tsx';
import { ViewsDialog } from './views-dialog.tsx';

type Values = Readonly<Record<string, string>>;

/** What is needed of `useAddress`. */
export interface ViewAddress {
  view: Values;
  viewOf: (saved: Values) => Values;
  open: (saved: Values) => void;
}

/** The choice for a list whose filters are no saved view. */
const UNSAVED = 'unsaved';

/** The admin's saved views of a list: one choice opens a view, and a dialog saves, renames, replaces and deletes them. */
export function ViewsBar({ list, address }: { list: ConsoleList; address: ViewAddress }) {
  const t = useTranslations('admin_lists');
  const { data } = useQuery(useListLookQuery(list));
  const [isOpen, setOpen] = useState(false);
  const views = data?.views ?? [];
  const current = chosenOf(address, views);
  return (
    <>
      {views.length > 0 && (
        <QuietSelect
          label={t('view')}
          value={current}
          options={[
            ...(current === UNSAVED ? [{ value: UNSAVED, label: t('unsaved') }] : []),
            { value: '', label: t('standard') },
            ...views.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(chosen) => {
            if (chosen !== UNSAVED) address.open(views.find(({ id }) => id === chosen)?.values ?? {});
          }}
          className="max-w-[210px]"
        />
      )}
      <Button look="quiet" size="s" onClick={() => setOpen(true)}>
        <Bookmark size={15} aria-hidden />
        {t('manage')}
      </Button>
      {isOpen && <ViewsDialog list={list} address={address} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Returns the id of the view that the list shows now; '' for the standard list. */
function chosenOf({ view, viewOf }: ViewAddress, views: readonly ListView[]): string {
  if (Object.keys(view).length === 0) return '';
  return views.find(({ values }) => areSame(viewOf(values), view))?.id ?? UNSAVED;
}

const areSame = (one: Values, other: Values): boolean =>
  Object.keys(one).length === Object.keys(other).length && Object.entries(one).every(([name, value]) => other[name] === value);
