import { type ChangeEvent, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { IMPORT_FILES, type ImportedFault, type TippingImport } from '#contract/tipping-import.ts';
import { IMPORT_LENGTH_MAX } from '#domain/tipping/import-faults.ts';
import { toast } from '#web/data/toasts.ts';
import { useSubmit } from '#web/lib/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { FormAlert } from '#web/ui/form.tsx';
import { type ImportFiles, usePlaceChanges } from './import-api.ts';

const NAMES_SHOWN = 12;
const FAULTS_SHOWN = 50;
const NOTHING: ImportFiles = { members: '', rules: '', tips: '' };

const EXAMPLES: ImportFiles = {
  members: 'Ana\nOnkel Heinz\n阿伟',
  rules: 'exact;4\ndifference;3\ntendency;2',
  tips: 'name;home;away;date;tip\nAna;Bayern;Leipzig;22.08.2025;2:1',
};

/** Takes over files of another game: pasted or chosen, checked by the server line by line, and only then written. */
export function ImportForm({ groupId, onDone }: { groupId: string; onDone: () => void }) {
  const t = useTranslations('tipping.move');
  const { importFiles } = usePlaceChanges();
  const [files, setFiles] = useState(NOTHING);
  const [preview, setPreview] = useState<TippingImport | null>(null);
  const isNew = preview !== null && (preview.places.length > 0 || preview.rules !== null || preview.tips.added + preview.tips.changed > 0);
  const canImport = isNew && !preview.faults.some(({ file }) => file === 'rules');
  const { form, problems, isBusy } = useSubmit({
    send: async () => {
      if (!canImport) return setPreview(await importFiles(groupId, 'preview', files));
      await importFiles(groupId, 'import', files);
      toast('success', t('done'));
      onDone();
    },
  });
  return (
    <form {...form} className="grid gap-4">
      {IMPORT_FILES.map((file) => (
        <FileField
          key={file}
          file={file}
          value={files[file]}
          onChange={(text) => {
            setFiles({ ...files, [file]: text });
            setPreview(null);
          }}
        />
      ))}
      <p className="text-[12.5px] text-muted">{t('fair')}</p>
      {preview && <Report preview={preview} isNew={isNew} />}
      <FormAlert message={problems.form ?? null} />
      <Button type="submit" busy={isBusy} disabled={Object.values(files).every((text) => text.trim() === '')}>
        {t(canImport ? 'submit' : 'preview')}
      </Button>
    </form>
  );
}

interface FileFieldProps {
  file: (typeof IMPORT_FILES)[number];
  value: string;
  onChange: (text: string) => void;
}

function FileField({ file, value, onChange }: FileFieldProps) {
  const t = useTranslations('tipping.move');
  const id = useId();
  async function read({ target }: ChangeEvent<HTMLInputElement>) {
    const chosen = target.files?.[0];
    // The same file can be chosen again after it was corrected.
    const isSmall = chosen && chosen.size <= 4 * IMPORT_LENGTH_MAX;
    const text = isSmall ? await chosen.text().catch(() => null) : null;
    target.value = '';
    if (chosen && (text === null || text.length > IMPORT_LENGTH_MAX)) toast('error', t('unreadable'));
    else if (text !== null) onChange(text);
  }
  return (
    <div className="grid gap-1.5">
      <div className="flex items-center justify-between gap-2">
        <label htmlFor={id} className="text-[12.5px] font-[550] text-muted">
          {t(`file.${file}`)}
        </label>
        <label className="thumb cursor-pointer rounded-tag text-[12.5px] text-accent underline has-focus-visible:outline-2 has-focus-visible:outline-accent">
          {t('choose')}
          <input
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            aria-label={t('choose_of', { file: t(`file.${file}`) })}
            onChange={(event) => void read(event)}
            className="sr-only"
          />
        </label>
      </div>
      <textarea
        id={id}
        value={value}
        rows={4}
        spellCheck={false}
        maxLength={IMPORT_LENGTH_MAX}
        placeholder={EXAMPLES[file]}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.value)}
        className="num rounded-control border border-line-strong bg-bg px-3 py-2 text-[16px] outline-none placeholder:text-faint focus-visible:outline-2 focus-visible:outline-offset-1 focus-visible:outline-accent md:text-[13px]"
      />
      <p id={`${id}-hint`} className="text-[12.5px] text-muted">
        {t(`hint.${file}`)}
      </p>
    </div>
  );
}

/** What would be written, and which lines would not. */
function Report({ preview, isNew }: { preview: TippingImport; isNew: boolean }) {
  const t = useTranslations('tipping.move');
  const { places, tips, rules, faults, faults_total } = preview;
  const hasTips = tips.added + tips.changed + tips.same > 0;
  const names = [...places.slice(0, NAMES_SHOWN), ...(places.length > NAMES_SHOWN ? ['…'] : [])].join(', ');
  const shown = faults.slice(0, FAULTS_SHOWN);
  return (
    <div role="status" className="grid gap-1.5 rounded-control bg-raised p-3 text-[13px]">
      {!isNew && <p>{t('nothing')}</p>}
      {places.length > 0 && <p className="wrap-anywhere">{t('places_new', { count: places.length, names })}</p>}
      {hasTips && <p>{t('tips_new', tips)}</p>}
      {rules !== null && <p>{t('rules_new')}</p>}
      {faults.some(({ file }) => file === 'rules') && <p className="text-bad">{t('rules_first')}</p>}
      {faults_total > 0 && (
        <>
          <p className="font-[620]">{t('left_out', { count: faults_total })}</p>
          <ul className="grid max-h-[260px] gap-1 overflow-y-auto wrap-anywhere text-muted">
            {shown.map((fault) => (
              <li key={`${fault.file} ${fault.line} ${fault.fault} ${fault.text}`}>
                <FaultLine {...fault} />
              </li>
            ))}
            {faults_total > shown.length && <li>{t('more', { count: faults_total - shown.length })}</li>}
          </ul>
        </>
      )}
    </div>
  );
}

function FaultLine({ file, line, fault, text }: ImportedFault) {
  const t = useTranslations('tipping.move');
  const where = line === 0 ? t(`file.${file}`) : t('at_line', { file: t(`file.${file}`), line });
  return (
    <>
      {where}: {t(`fault.${fault}`)}
      {text !== '' && <q className="ml-1">{text}</q>}
    </>
  );
}
