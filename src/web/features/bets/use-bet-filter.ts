import { useSearchParams } from 'react-router';
import { BET_STATES, type BetState } from '#domain/contest.ts';
import { oneOf, pageNumber } from '#web/lib/address-values.ts';

/** Which bets are on show, and the page, kept in the address. What cannot be a state or a page is as if not there. */
export function useBetFilter() {
  const [params, setParams] = useSearchParams();
  const status = oneOf(BET_STATES, params.get('status'));
  const page = pageNumber(params.get('page'));
  const paramsOf = (state: BetState | undefined, onPage = 1) => ({
    ...(state && { status: state }),
    ...(onPage > 1 && { page: String(onPage) }),
  });
  return {
    status,
    page,
    choose: (state: BetState | undefined) => setParams(paramsOf(state), { preventScrollReset: true }),
    hrefOf: (to: number) => `/bets?${new URLSearchParams(paramsOf(status, to))}`,
  };
}
