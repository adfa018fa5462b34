import { useSearchParams } from 'react-router';
import { WITHDRAWAL_STATUSES, type WithdrawalStatus } from '#domain/withdrawal.ts';
import { oneOf, pageNumber } from '#web/lib/address-values.ts';

/** Requests on a page. */
export const WITHDRAWALS_A_PAGE = 10;

/** Which requests are on show, kept in the address. What cannot be a filter's value is as if not there. */
export function useWithdrawalFilter() {
  const [params, setParams] = useSearchParams();
  const status = oneOf(WITHDRAWAL_STATUSES, params.get('status'));
  const page = pageNumber(params.get('page'));
  const paramsOf = (wanted: WithdrawalStatus | undefined, onPage = 1) =>
    new URLSearchParams({ tab: 'redeem', ...(wanted && { status: wanted }), ...(onPage > 1 && { page: String(onPage) }) });
  return {
    status,
    page,
    choose: (wanted: WithdrawalStatus | undefined) => setParams(paramsOf(wanted), { replace: true, preventScrollReset: true }),
    hrefOf: (to: number) => `/account?${paramsOf(status, to)}`,
  };
}
