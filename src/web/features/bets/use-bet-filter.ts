import { useSearchParams } from 'react-router';
import { listBets } from '#contract/bets.ts';
import type { BetState } from '#domain/contest.ts';

const { shape } = listBets.input;

/** Which bets are on show, and the page, kept in the address. What cannot be a state or a page is as if not there. */
export function useBetFilter() {
  const [params, setParams] = useSearchParams();
  const status = shape.status.safeParse(params.get('status') ?? undefined).data;
  const page = shape.page.safeParse(params.get('page') ?? undefined).data ?? 1;
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
