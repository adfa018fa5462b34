export { findUserRefs, userRef } from './user-refs.ts';
