export { approveWithin, lockWithdrawal, rejectWithin, returnWithin, sentWithin } from './end.ts';
export type { WithdrawalRow } from './queries.ts';
