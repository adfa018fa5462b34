export { addDevice, removeDevice, testDevice, testLimit, wearShield } from './devices.ts';
export { addBetNews, addWithdrawalNews } from './news-queries.ts';
export { NOTIFICATION_JOBS } from './notification-jobs.ts';
export { choose, settingsOf } from './settings.ts';
export { resealVapidKey } from './vapid.ts';
