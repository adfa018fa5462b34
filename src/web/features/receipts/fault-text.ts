import { useFormatter, useTranslations } from 'use-intl';
import type { ReceiptFault } from '#domain/receipt-check.ts';
import { shortId } from '#web/lib/short-id.ts';

/** Says in a sentence what is wrong in a receipt: with both values where these are numbers. */
export function useFaultText(): (fault: ReceiptFault) => string {
  const t = useTranslations('receipts');
  const format = useFormatter();
  return ({ about, id, field, expected, found }) => {
    const words = { about: t(`about.${about}`, { id: about === 'bet' ? shortId(id) : id }), field: t(`field.${field}`) };
    if (typeof expected !== 'number' || typeof found !== 'number') return t('fault_plain', words);
    return t('fault', { ...words, expected: format.number(expected), found: format.number(found) });
  };
}
