import Columns3 from 'lucide-react/icons/columns-3';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { type ConsoleList, LIST_COLUMNS } from '#contract/list-views.ts';
import { useHiddenColumns, useHideColumns } from '#web/console/lib/list-look.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

interface ColumnChoiceProps {
  list: ConsoleList;
  columns: readonly { key: string; title: string }[];
}

/** A button that opens the choice of a list's columns. */
export function ColumnChoice({ list, columns }: ColumnChoiceProps) {
  const t = useTranslations('admin_lists');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="plain" size="s" onClick={() => setOpen(true)}>
        <Columns3 size={15} aria-hidden />
        {t('columns')}
      </Button>
      {isOpen && (
        <Dialog open onClose={() => setOpen(false)} title={t('columns')} lead={t('columns_lead')}>
          <Choices list={list} columns={columns} />
        </Dialog>
      )}
    </>
  );
}

/** Which columns are shown; each change is saved at once. Columns that a narrow window leaves out keep their choice. */
function Choices({ list, columns }: ColumnChoiceProps) {
  const t = useTranslations('admin_lists');
  const hidden = useHiddenColumns(list);
  const hide = useHideColumns(list);
  const offered = columns.filter(({ key }) => (LIST_COLUMNS[list] as readonly string[]).includes(key));
  return (
    <div className="grid gap-4">
      <ul className="grid gap-2.5">
        {offered.map(({ key, title }) => (
          <li key={key}>
            <Checkbox
              label={title}
              checked={!hidden.includes(key)}
              onChange={(isShown) => hide.mutate(isShown ? hidden.filter((one) => one !== key) : [...hidden, key])}
            />
          </li>
        ))}
      </ul>
      <Button look="quiet" size="s" className="justify-self-start" disabled={hidden.length === 0} onClick={() => hide.mutate([])}>
        {t('show_all')}
      </Button>
    </div>
  );
}
