export { followChats, postMatchEvents } from '#server/modules/chat/rooms/lines.ts';
export { findWaitingAppeals, findWaitingReports } from './moderation/report-queries.ts';
export { eraseChatter, purgeChat } from './rooms/purge.ts';
export { createSendChat } from './rooms/send.ts';
export { chatModerationRoutes, chatRoutes } from './routes.ts';
