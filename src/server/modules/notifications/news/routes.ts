import type { Hono } from 'hono';
import {
  addPushDevice,
  getNotificationSettings,
  putNotificationSettings,
  putShield,
  removePushDevice,
  testPushDevice,
} from '#contract/notifications.ts';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/platform/http/mount.ts';
import * as devices from './devices.ts';
import * as settings from './settings.ts';

export function notificationsRoutes(app: Hono, deps: Deps): void {
  const testLimit = devices.testLimit(deps);
  mount(app, deps, getNotificationSettings, (_, user) => settings.settingsOf(deps, user));
  mount(app, deps, putNotificationSettings, (input, user) => settings.choose(deps, user, input));
  mount(app, deps, addPushDevice, (input, user) => devices.addDevice(deps, user, input));
  mount(app, deps, removePushDevice, (input, user) => devices.removeDevice(deps, user, input));
  mount(app, deps, putShield, ({ shield }, user) => devices.setSpoilerMode(deps, user, shield));
  mount(app, deps, testPushDevice, (_, user) => devices.testDevice(deps, testLimit, user));
}
