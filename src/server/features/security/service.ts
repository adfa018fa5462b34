export { lockConfirmed, requireConfirmed } from './confirmed.ts';
export { deviceName, deviceOf } from './devices.ts';
export { type OwnerLimits, ownerLimits, requireOwnPassword } from './own-password.ts';
export { holdRedeem, lockUser, setStepUp } from './queries.ts';
export { requireStepUp } from './step-up.ts';
export { type ChangedFrom, codeSubjects, purgeSecurityLinks, warn } from './warnings.ts';
