import { type ChangeEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type ImportedRow, importHashes } from '#contract/payout-batches.ts';
import { BATCH_COLUMNS, HASH_FILE_LENGTH_MAX, type HashFileFault } from '#domain/withdrawals/payout/hash-file.ts';
import { useAdminCall } from '#web/console/lib/use-admin-call.ts';
import { LongField } from '#web/console/ui/long-field.tsx';
import { StateDot } from '#web/console/ui/state-dot.tsx';
import { useSubmit } from '#web/lib/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { FormAlert } from '#web/ui/form.tsx';

const [reference, wallet, amount, hash] = BATCH_COLUMNS;
const COLUMNS = { reference, wallet, amount, hash };

const TONES: Record<ImportedRow['outcome'], 'good' | 'quiet' | 'bad' | 'warn'> = {
  ...{ recorded: 'good', already_recorded: 'good', no_hash: 'quiet', malformed: 'bad', unknown: 'bad', ambiguous: 'warn' },
  ...{ contradiction: 'bad', other_batch: 'warn', refused: 'bad' },
};

/** Records the transactions of a file, and says what became of each row. */
export function HashImport({ batchId }: { batchId: string }) {
  const t = useTranslations('admin_payouts');
  const record = useAdminCall(importHashes);
  const [csv, setCsv] = useState('');
  const [told, setTold] = useState<{ fault: HashFileFault | null; rows: ImportedRow[] } | null>(null);
  const { form, problems, isBusy, forgive, show } = useSubmit<'csv'>({
    check: () => (csv.trim() === '' ? { csv: t('file_fault.empty') } : {}),
    send: async () => {
      const { fault, rows } = await record.mutateAsync({ id: batchId, csv });
      setTold({ fault, rows });
      if (fault === null) setCsv('');
      else show({ csv: t(`file_fault.${fault}`) });
    },
  });

  function change(text: string) {
    setCsv(text);
    forgive('csv');
  }

  async function read({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    // The same file can be chosen again after it was corrected.
    target.value = '';
    if (!file) return;
    // A character has one byte or more, so this is too long in any case.
    if (file.size > 4 * HASH_FILE_LENGTH_MAX) show({ csv: t('file_fault.too_long') });
    else change(await file.text());
  }

  return (
    <Card title={t('import')}>
      <form {...form} className="grid gap-3.5">
        <FormAlert message={problems.form} />
        <label className="grid gap-1.5 text-[12.5px] font-[550] text-muted">
          {t('file')}
          <input type="file" accept=".csv,text/csv,text/plain" onChange={(event) => void read(event)} className="text-[13px] text-text" />
        </label>
        <LongField
          label={t('csv')}
          value={csv}
          lengthMax={HASH_FILE_LENGTH_MAX}
          rows={6}
          hint={t('csv_hint', COLUMNS)}
          error={problems.csv}
          onChange={change}
        />
        <Button type="submit" busy={isBusy} className="justify-self-start">
          {t('import_send')}
        </Button>
      </form>
      {told && told.fault === null && <Outcomes rows={told.rows} />}
    </Card>
  );
}

function Outcomes({ rows }: { rows: readonly ImportedRow[] }) {
  const t = useTranslations('admin_payouts');
  const recorded = rows.filter(({ outcome }) => outcome === 'recorded').length;
  return (
    <div className="mt-4" role="status">
      <p className="font-semibold">{t('imported', { recorded, rows: rows.length })}</p>
      <ul className="mt-2 grid max-h-[50dvh] gap-1 overflow-auto text-[13.5px]">
        {rows.map(({ line, outcome, refusal }) => (
          <li key={line} className="flex flex-wrap items-baseline gap-x-3 border-t border-line py-1.5">
            <span className="num min-w-16 text-muted">{t('line', { line })}</span>
            <StateDot tone={TONES[outcome]}>{t(`outcome.${outcome}`)}</StateDot>
            {refusal && <span className="text-pretty">{refusal.detail}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
