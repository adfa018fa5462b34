export { leaveAllTippingGroups } from './groups/members.ts';
export { tippingGroupsRoutes } from './groups/routes.ts';
