import { Copy, Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { copyText } from '#web/lib/copy-text.ts';
import { Button } from './button.tsx';
import { Checkbox } from './checkbox.tsx';

/** Whether the codes were kept; `close` goes only then, and else says why not. */
export function useKeeping(onClose: () => void) {
  const [isKept, setKept] = useState(false);
  const [isReminded, setReminded] = useState(false);
  return { isKept, isReminded, setKept, close: () => (isKept ? onClose() : setReminded(true)) };
}

interface RecoveryCodesProps {
  codes: readonly string[];
  /** What they open, as the file says it. */
  account: string;
  keeping: ReturnType<typeof useKeeping>;
}

/** The codes for the day the phone is lost. They are never shown again, so the dialog stays until somebody says that they are kept. */
export function RecoveryCodes({ codes, account, keeping }: RecoveryCodesProps) {
  const t = useTranslations('two_factor');
  const text = codes.join('\n');
  const file = `${t('file_lead', { account })}\n\n${text}\n`;
  return (
    <div className="grid gap-3.5">
      <ol className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-control border border-line bg-bg px-4 py-3.5 text-[16px] font-[600] tracking-[0.04em] tabular-nums">
        {codes.map((code) => (
          <li key={code} className="text-center">
            {code}
          </li>
        ))}
      </ol>
      <div className="grid grid-cols-2 gap-2">
        <Button look="quiet" onClick={() => void copyText(text)}>
          <Copy size={16} aria-hidden />
          {t('copy')}
        </Button>
        <Button look="quiet" asChild>
          <a href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`} download="matchpoint-recovery-codes.txt">
            <Download size={16} aria-hidden />
            {t('download')}
          </a>
        </Button>
      </div>
      <Checkbox
        label={t('kept')}
        checked={keeping.isKept}
        onChange={keeping.setKept}
        error={keeping.isReminded && !keeping.isKept ? t('keep_first') : null}
      />
      <Button wide onClick={keeping.close}>
        {t('done')}
      </Button>
    </div>
  );
}
