export { requireStepUp } from './step-up.ts';
export { purgeSecurityLinks } from './warnings.ts';
