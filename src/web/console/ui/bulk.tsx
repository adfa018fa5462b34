import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { v4 } from 'uuid';
import { errorText } from '#web/data/api-error.ts';
import { queryClient } from '#web/data/query-client.ts';
import { useSubmit } from '#web/lib/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, TickBox } from '#web/ui/checkbox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { LongField } from './long-field.tsx';

export interface BulkAction<Item> {
  key: string;
  label: string;
  look?: 'primary' | 'danger';
  /** A reason is required, a note is not. */
  asks: 'reason' | 'note';
  /** The action on one item, by itself: the same call as alone. The key is the same for each attempt. */
  run: (item: Item, words: string, idempotencyKey: string) => Promise<unknown>;
}

interface BulkProps<Item> {
  /** What can be chosen on this page. */
  items: readonly Item[];
  keyOf: (item: Item) => string;
  nameOf: (item: Item) => string;
  actions: readonly BulkAction<Item>[];
  /** Gets what renders an item's checkbox. */
  children: (checkbox: (item: Item) => ReactNode) => ReactNode;
}

/**
 * Decides several items together. Each is decided by a call of its own, one after the other, under the same rules as alone, and has a result
 * of its own: some may be refused.
 */
export function Bulk<Item>({ items, keyOf, nameOf, actions, children }: BulkProps<Item>) {
  const t = useTranslations('admin.bulk');
  const [keys, setKeys] = useState<readonly string[]>([]);
  const [opened, setOpened] = useState<{ action: BulkAction<Item>; chosen: readonly Item[] } | null>(null);
  const chosen = items.filter((item) => keys.includes(keyOf(item)));
  const isAll = items.length > 0 && chosen.length === items.length;
  const checkbox = (item: Item) =>
    items.some((one) => keyOf(one) === keyOf(item)) && (
      <TickBox
        aria-label={t('choose', { name: nameOf(item) })}
        checked={keys.includes(keyOf(item))}
        onChange={(isOn) => setKeys(isOn ? [...keys, keyOf(item)] : keys.filter((key) => key !== keyOf(item)))}
      />
    );
  return (
    <>
      {items.length > 1 && actions.length > 0 && (
        <div className="mb-3 flex flex-wrap items-center gap-2.5 text-[13px]">
          <Checkbox label={t('choose_all')} checked={isAll} onChange={(isOn) => setKeys(isOn ? items.map(keyOf) : [])} />
          <span className="text-muted">{t('chosen', { count: chosen.length })}</span>
          {chosen.length > 0 &&
            actions.map((action) => (
              <Button key={action.key} size="s" look="quiet" onClick={() => setOpened({ action, chosen })}>
                {t('together', { action: action.label, count: chosen.length })}
              </Button>
            ))}
        </div>
      )}
      {children(checkbox)}
      {opened && (
        <BulkDialog
          {...opened}
          keyOf={keyOf}
          nameOf={nameOf}
          onClose={(hasRun) => {
            setOpened(null);
            if (hasRun) setKeys([]);
          }}
        />
      )}
    </>
  );
}

interface BulkDialogProps<Item> extends Pick<BulkProps<Item>, 'keyOf' | 'nameOf'> {
  action: BulkAction<Item>;
  chosen: readonly Item[];
  /** Receives whether anything was tried. */
  onClose: (hasRun: boolean) => void;
}

type Result = { isDone: true } | { isDone: false; why: string };

function BulkDialog<Item>({ action, chosen, keyOf, nameOf, onClose }: BulkDialogProps<Item>) {
  const t = useTranslations('admin.bulk');
  const admin = useTranslations('admin');
  const [words, setWords] = useState('');
  const [results, setResults] = useState<ReadonlyMap<string, Result>>(new Map());
  const [idempotencyKeys] = useState(() => new Map(chosen.map((item) => [keyOf(item), v4()])));
  const left = chosen.filter((item) => results.get(keyOf(item))?.isDone !== true);
  const { form, problems, isBusy, forgive } = useSubmit<'words'>({
    check: () => (action.asks === 'reason' && words.trim() === '' ? { words: admin('reason_required') } : {}),
    send: async () => {
      for (const item of left) {
        const result = await action
          .run(item, words.trim(), idempotencyKeys.get(keyOf(item))!)
          .then((): Result => ({ isDone: true }))
          .catch((error: unknown): Result => ({ isDone: false, why: errorText(error) }));
        setResults((before) => new Map(before).set(keyOf(item), result));
      }
      void queryClient.invalidateQueries();
    },
  });
  const close = () => onClose(results.size > 0);

  return (
    <Dialog open onClose={() => !isBusy && close()} title={t('together', { action: action.label, count: chosen.length })} lead={t('lead')}>
      <form {...form} className="grid gap-3.5">
        <ul aria-live="polite" className="grid max-h-[40dvh] gap-1.5 overflow-y-auto text-[13.5px]">
          {chosen.map((item) => (
            <li key={keyOf(item)} className="flex flex-wrap justify-between gap-x-3 border-b border-line pb-1.5 last:border-0">
              <span className="min-w-0 wrap-anywhere">{nameOf(item)}</span>
              <ResultWords result={results.get(keyOf(item))} />
            </li>
          ))}
        </ul>
        <LongField
          label={admin(action.asks === 'note' ? 'reason_optional' : 'reason')}
          value={words}
          lengthMax={500}
          onChange={(text) => {
            setWords(text);
            forgive('words');
          }}
          hint={admin('reason_hint')}
          error={problems.words}
        />
        <div className="grid gap-2">
          {left.length > 0 && (
            <Button type="submit" wide look={action.look ?? 'primary'} busy={isBusy}>
              {t('together', { action: action.label, count: left.length })}
            </Button>
          )}
          <Button wide look="plain" disabled={isBusy} onClick={close}>
            {results.size > 0 ? t('close') : admin('cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function ResultWords({ result }: { result: Result | undefined }) {
  const t = useTranslations('admin.bulk');
  if (!result) return <span className="text-muted">–</span>;
  return result.isDone ? <span className="text-good">{t('done')}</span> : <span className="text-bad">{result.why}</span>;
}
