import { POINT_SOURCES } from '#domain/ledger.ts';
import { useAddress } from '#web/admin/lib/use-address.ts';
import { dateIn, oneOf, pageNumber } from '#web/lib/address-values.ts';

export const POINT_TYPES = ['credit', 'debit'] as const;
export const POINT_STATUSES = ['posted', 'pending', 'approved', 'rejected'] as const;

/** What a user's ledger is narrowed down by, kept in the address. */
export const usePointsFilter = () =>
  useAddress({
    type: (text) => oneOf(POINT_TYPES, text),
    source: (text) => oneOf(POINT_SOURCES, text),
    status: (text) => oneOf(POINT_STATUSES, text),
    from: (text) => dateIn(text),
    to: (text) => dateIn(text),
    page: pageNumber,
  });
