export { holdRedeem, lockUser, setStepUp } from './queries.ts';
export { requireStepUp } from './step-up.ts';
export { codeSubjects, purgeSecurityLinks, warn } from './warnings.ts';
