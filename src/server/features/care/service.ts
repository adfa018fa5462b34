export { carryExclusions, exclusionOf, type Trait } from './exclusions.ts';
