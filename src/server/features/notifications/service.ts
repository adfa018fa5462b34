export { addDevice, removeDevice, testDevice, testLimit } from './devices.ts';
export { choose, settingsOf } from './settings.ts';
export { resealVapidKey } from './vapid.ts';
