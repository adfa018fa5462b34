export { carryExclusions, excludeSelf, exclusionOf, purgeExclusionMarks, requirePlay, type Trait } from './exclusions.ts';
export { limitsOf, setLimit } from './limits.ts';
