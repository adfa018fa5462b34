export { profileOf } from './profile-view.ts';
