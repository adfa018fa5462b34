import { useTranslations } from 'use-intl';
import type { ReceiptView } from '#contract/receipts.ts';
import type { Pick } from '#domain/matches/sport.ts';
import { useLocalName } from '#web/lib/local-name.ts';

/** Names a pick as short as a column needs it: the team, or a draw. */
export function usePickWord({ home, away }: ReceiptView['match']): (pick: Pick) => string {
  const t = useTranslations('receipts');
  const nameOf = useLocalName();
  return (pick) => (pick === 'draw' ? t('draw') : nameOf(pick === 'home' ? home : away));
}
