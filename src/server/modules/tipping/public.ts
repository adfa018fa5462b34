export { advanceBrackets } from './brackets/advance.ts';
export { bracketsRoutes } from './brackets/routes.ts';
export { entryAt as bracketEntryAt } from './brackets/service.ts';
export { asHelper, requireMember } from './groups/access.ts';
export {
  findMember as findMemberOf,
  findMemberByHandle,
  findNames as findTippingNames,
  findPresent,
  lockMembership,
} from './groups/group-queries.ts';
export { leaveAllTippingGroups } from './groups/members.ts';
export { tippingGroupsRoutes } from './groups/routes.ts';
