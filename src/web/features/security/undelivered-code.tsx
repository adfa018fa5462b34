import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { getCodeDelivery } from '#contract/auth.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import { call } from '#web/data/call.ts';

export type SentPurpose = ParsedInputOf<typeof getCodeDelivery>['purpose'];

const ASK_EVERY_MS = 5_000;

/**
 * Asks whether the code that was sent at this moment arrived, until that is known. Returns null while nothing speaks against it, or for a
 * code whose delivery is not followed (`purpose` undefined).
 */
export function useUndelivered(purpose: SentPurpose | undefined, sentAt: number): ReplyOf<typeof getCodeDelivery> | null {
  const { data } = useQuery({
    queryKey: ['code-delivery', purpose, sentAt],
    queryFn: ({ signal }) => call(getCodeDelivery, { purpose: purpose! }, signal),
    enabled: purpose !== undefined,
    refetchInterval: ({ state }) => (isOpen(state.data?.state) ? ASK_EVERY_MS : false),
    retry: false,
  });
  return data?.state === 'late' || data?.state === 'failed' ? data : null;
}

/** A late code may still arrive. */
const isOpen = (state: ReplyOf<typeof getCodeDelivery>['state'] | undefined): boolean => state === 'on_its_way' || state === 'late';

/** Says that a code did not arrive, and what to do about it. Empty for screen readers until then, so that it is announced. */
export function UndeliveredCode({ undelivered }: { undelivered: ReplyOf<typeof getCodeDelivery> | null }) {
  const t = useTranslations('security');
  return (
    <p role="status" className="text-[13px] text-warn empty:hidden">
      {undelivered && `${t(`undelivered.${undelivered.state === 'failed' ? 'failed' : 'late'}`)} `}
      {undelivered && t(undelivered.other_way ? 'undelivered.other_way' : 'undelivered.same_way')}
    </p>
  );
}
