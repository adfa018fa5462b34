import { X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useTimeZone } from '#web/lib/dates.ts';
import { type AddressFault, Q_LENGTH_MAX } from './filters.ts';

interface AddressNotesProps {
  faults: readonly AddressFault[];
  /** Leaves out of the address what makes no sense in it. */
  onMend: () => void;
}

/** What the list shows instead of what the address asked for; and that times are in UTC, where the browser's zone is unknown. */
export function AddressNotes({ faults, onMend }: AddressNotesProps) {
  const t = useTranslations();
  const isUtc = useTimeZone(({ isAssumed }) => isAssumed);
  if (!isUtc && faults.length === 0) return null;
  return (
    <div
      role="status"
      className="mb-3 flex items-center gap-2 rounded-control border border-line bg-surface px-3 py-2 text-[13px] text-warn"
    >
      <div className="grid min-w-0 flex-1 gap-1">
        {isUtc && <p>{t('matches.zone_unknown')}</p>}
        {faults.map((fault) => (
          <p key={fault}>{t(`matches.fault.${fault}`, { max: Q_LENGTH_MAX })}</p>
        ))}
      </div>
      {faults.length > 0 && (
        <button
          type="button"
          aria-label={t('common.close')}
          onClick={onMend}
          className="thumb -my-1 grid size-8 flex-none place-items-center self-start rounded-control hover:bg-raised"
        >
          <X size={16} aria-hidden />
        </button>
      )}
    </div>
  );
}
