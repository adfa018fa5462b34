import BadgeCheck from 'lucide-react/icons/badge-check';
import Download from 'lucide-react/icons/download';
import ShieldExclamationPoint from 'lucide-react/icons/shield-exclamation-point';
import { useFormatter, useTranslations } from 'use-intl';
import { getReceiptFile } from '#contract/receipts.ts';
import type { ReceiptFault } from '#domain/settlement/receipt-check.ts';
import { errorText } from '#web/data/api-error.ts';
import { shortId } from '#web/lib/number-formats.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { FormAlert } from '#web/ui/form.tsx';
import { fileAddress, useCheck } from './api.ts';
import type { Checked } from './receipt-worker.ts';

const OFFLINE = `npm run verify -- ${getReceiptFile.fileName}`;

/** Recalculates the whole receipt in the browser, and shows the result. */
export function VerifyCard({ contestId }: { contestId: string }) {
  const t = useTranslations('receipts');
  const check = useCheck(contestId);
  return (
    <Card title={t('verify_heading')}>
      <p className="mb-3 text-[13px] text-muted">{t('verify_lead')}</p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => check.mutate()} busy={check.isPending}>
          {t(check.isPending ? 'verifying' : 'verify')}
        </Button>
        <Button look="quiet" asChild>
          <a href={fileAddress(contestId)} download>
            <Download size={15} aria-hidden />
            {t('download')}
          </a>
        </Button>
      </div>
      <FormAlert message={check.error && `${t('verify_failed')}. ${errorText(check.error)}`} />
      <div role="status">{check.data && <Verdict checked={check.data} />}</div>
      <p className="mt-3 text-[12px] text-muted">
        {t('offline')} <code className="break-all text-text">{OFFLINE}</code>
      </p>
    </Card>
  );
}

function Verdict({ checked: { bets, faultCount, faults } }: { checked: Checked }) {
  const t = useTranslations('receipts');
  const textOf = useFaultText();
  if (faultCount === 0) {
    return (
      <div className="mt-3 flex gap-2.5 rounded-control border border-good p-3">
        <BadgeCheck size={20} aria-hidden className="flex-none text-good" />
        <div>
          <p className="font-[650] text-good">{t('verified')}</p>
          <p className="text-[13px]">{t('verified_hint', { bets })}</p>
        </div>
      </div>
    );
  }
  return (
    <div className="mt-3 flex gap-2.5 rounded-control border border-bad p-3">
      <ShieldExclamationPoint size={20} aria-hidden className="flex-none text-bad" />
      <div className="min-w-0">
        <p className="font-[650] text-bad">{t('wrong')}</p>
        <p className="text-[13px]">{t('wrong_hint', { faults: faultCount })}</p>
        <ul className="mt-1.5 grid list-disc gap-1 pl-4 text-[13px] break-words">
          {faults.map((fault) => (
            <li key={`${fault.about} ${fault.id} ${fault.field}`}>{textOf(fault)}</li>
          ))}
          {faultCount > faults.length && <li>{t('wrong_more', { count: faultCount - faults.length })}</li>}
        </ul>
      </div>
    </div>
  );
}

/** Returns a function that describes a fault in a receipt, with both values if they are numbers. */
function useFaultText(): (fault: ReceiptFault) => string {
  const t = useTranslations('receipts');
  const format = useFormatter();
  return ({ about, id, field, expected, found }) => {
    const words = { about: t(`about.${about}`, { id: about === 'bet' ? shortId(id) : id }), field: t(`field.${field}`) };
    if (typeof expected !== 'number' || typeof found !== 'number') return t('fault_plain', words);
    return t('fault', { ...words, expected: format.number(expected), found: format.number(found) });
  };
}
