export { refreshListedBalances } from './listed-balances.ts';
export { isOwnAccount, requireOthers } from './own-account.ts';
export { findUserRefs, userRef } from './user-refs.ts';
