export { checkStoredNames } from './name-check.ts';
export { profileOf } from './profile-view.ts';
export { giveDemoWallet } from './update.ts';
