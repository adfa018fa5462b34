import { type ReactNode, useEffect } from 'react';
import { useTranslations } from 'use-intl';
import type { Pick } from '#domain/sport.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import type { ContestWithMine } from './api.ts';
import { PickOptions } from './pick-options.tsx';
import { PriceNote } from './price-note.tsx';
import type { Slip } from './use-slip.ts';

interface SlipSheetProps {
  contest: ContestWithMine;
  slip: Slip;
  nameOf: (pick: Pick) => string;
  lead: string;
  isOpen: boolean;
  onOpen: () => void;
  onClose: () => void;
  /** What stands before the picks: the markets, the bet that there is. */
  above: ReactNode;
  now: Date;
  children: ReactNode;
}

/** The slip on the phone: a sheet from the bottom, and the bar above the navigation that opens it. */
export function SlipSheet({ contest, slip, nameOf, lead, isOpen, onOpen, onClose, above, now, children }: SlipSheetProps) {
  const t = useTranslations('bets');
  const { pick } = slip;
  useBarAboveNav();
  const label = () => {
    if (contest.mine !== null) return t('add_to_bet');
    return pick === null ? t('predict') : t('predict_pick', { pick: nameOf(pick) });
  };
  return (
    <>
      <div className="fixed inset-x-0 bottom-[calc(66px+env(safe-area-inset-bottom))] z-10 border-t border-line bg-[color-mix(in_oklab,var(--surface)_94%,transparent)] px-3 py-2.5 backdrop-blur-[12px] in-data-[keyboard]:hidden">
        <Button wide size="l" onClick={onOpen}>
          <span className="truncate">{label()}</span>
        </Button>
      </div>
      <Dialog open={isOpen} onClose={onClose} title={pick === null ? t('predict') : nameOf(pick)} lead={lead} isCalm>
        {above}
        <div className="mb-3">
          <PickOptions contest={contest} stake={slip.stake} pick={pick} nameOf={nameOf} onPick={slip.choose} />
          <PriceNote contest={contest} now={now} />
        </div>
        {children}
      </Dialog>
    </>
  );
}

/** Makes the page end clear of the bar. Told to the body rather than found by `:has`, for which browsers look through the whole page. */
function useBarAboveNav(): void {
  useEffect(() => {
    document.body.toggleAttribute('data-bar-above-nav', true);
    return () => void document.body.toggleAttribute('data-bar-above-nav', false);
  }, []);
}
