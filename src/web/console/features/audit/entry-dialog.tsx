import { useFormatter, useTranslations } from 'use-intl';
import type { AuditEntry } from '#contract/audit.ts';
import { classNames } from '#web/lib/class-names.ts';
import { Button } from '#web/ui/button.tsx';
import { FactList } from '#web/ui/card.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { useSentence } from './sentence.ts';

interface EntryDialogProps {
  entry: AuditEntry;
  onClose: () => void;
  /** Shows only entries on the same subject. */
  onOnlyThis: () => void;
}

/** A whole entry of the log: who, why, from where, and the changed values. */
export function EntryDialog({ entry, onClose, onOnlyThis }: EntryDialogProps) {
  const t = useTranslations();
  const format = useFormatter();
  const sentence = useSentence();
  const { admin, subject } = entry;
  return (
    <Dialog
      open
      isCalm
      width="l"
      onClose={onClose}
      title={<span className="wrap-anywhere">{sentence(entry)}</span>}
      lead={format.dateTime(new Date(entry.created_at), 'date_time', { second: '2-digit' })}
    >
      <FactList
        facts={[
          { label: t('admin_audit.who'), value: `${admin.email} · ${t(`admin.roles.${admin.role}`)}` },
          { label: t('admin_audit.action'), value: entry.action },
          { label: t('admin_audit.about'), value: <span className="wrap-anywhere">{`${subject.kind} ${subject.id}`}</span> },
          { label: t('admin_audit.why'), value: <span className="whitespace-pre-wrap">{entry.reason ?? '–'}</span> },
          { label: t('admin_audit.ip'), value: entry.ip ?? t('admin_audit.by_command') },
        ]}
      />
      <Difference changes={differenceOf(entry)} />
      <Button look="quiet" size="s" className="mt-4" onClick={onOnlyThis}>
        {t('admin_audit.only_this')}
      </Button>
    </Dialog>
  );
}

function Difference({ changes }: { changes: readonly Change[] }) {
  const t = useTranslations('admin_audit');
  if (changes.length === 0) return <p className="mt-4 text-[13.5px] text-muted">{t('nothing_noted')}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it.
    <section aria-label={t('change')} tabIndex={0} className="mt-4 overflow-x-auto rounded-control border border-line">
      <table className="w-full text-left text-[13px]">
        <thead className="text-muted">
          <tr>
            {(['field', 'before', 'after'] as const).map((column) => (
              <th key={column} scope="col" className="px-3 py-2 font-[550]">
                {t(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {changes.map(({ field, before, after, isChanged }) => (
            <tr key={field} className="border-t border-line align-top">
              <th scope="row" className="px-3 py-2 font-[550] wrap-anywhere">
                {field}
              </th>
              <td className={classNames('px-3 py-2 wrap-anywhere', isChanged ? 'text-bad' : 'text-muted')}>
                <Noted value={before} />
              </td>
              <td className={classNames('px-3 py-2 wrap-anywhere', isChanged ? 'text-good' : 'text-muted')}>
                <Noted value={after} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A logged value as text: a dash if missing, a word if empty. */
function Noted({ value }: { value: Change['before'] }) {
  const t = useTranslations('admin_audit');
  if (value === undefined) return '–';
  if (value === null || value === '') return <i>{t('empty_value')}</i>;
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

type Value = NonNullable<AuditEntry['before']>[string];

interface Change {
  /** The path of the value, with dots for nested ones. */
  field: string;
  /** Undefined if it did not exist. */
  before: Value | undefined;
  after: Value | undefined;
  isChanged: boolean;
}

/** The changed values, field by field, differences first; objects are flattened, lists compared as a whole. */
export function differenceOf({ before, after }: Pick<AuditEntry, 'before' | 'after'>): Change[] {
  const [was, is] = [flat(before), flat(after)];
  const fields = [...new Set([...was.keys(), ...is.keys()])];
  const changes = fields.map((field) => {
    const [old, now] = [was.get(field), is.get(field)];
    return { field, before: old, after: now, isChanged: JSON.stringify(old) !== JSON.stringify(now) };
  });
  return [...changes.filter(({ isChanged }) => isChanged), ...changes.filter(({ isChanged }) => !isChanged)];
}

function flat(values: AuditEntry['before'], path = ''): Map<string, Value> {
  return new Map(Object.entries(values ?? {}).flatMap(([key, value]) => entriesOf(path + key, value)));
}

const entriesOf = (field: string, value: Value): (readonly [string, Value])[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? [...flat(value as Record<string, Value>, `${field}.`)]
    : [[field, value]];
