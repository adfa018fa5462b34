export { refreshListedBalances } from './listed-balances.ts';
export { findUserRefs, userRef } from './user-refs.ts';
