import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  getNotificationSettings,
  type NotificationChoices,
  type NotificationSettings,
  putNotificationSettings,
  removeMutes,
  removePushDevice,
  testPushDevice,
} from '#contract/notifications.ts';
import { call } from '#web/data/call.ts';
import { leavePush, pushState, turnOffPush, turnOnPush } from '#web/data/push-device.ts';

/** Queries the user's notification settings. */
export const notificationsQuery = queryOptions({
  queryKey: ['account', 'notifications'],
  queryFn: ({ signal }) => call(getNotificationSettings, {}, signal),
});

/**
 * Changes a setting: shown at once and saved in order, so that the last choice wins. Rejected changes are reverted. Each card has its
 * own instance, and shows its progress.
 */
export function useChoose() {
  const client = useQueryClient();
  const { queryKey } = notificationsQuery;
  const save = useMutation({
    scope: { id: 'notification choices' },
    mutationFn: (choices: NotificationChoices) => call(putNotificationSettings, choices),
    // A later change may be pending: its own reply decides. Without known settings, another user may have signed in.
    onSuccess: (settings) => client.setQueryData(queryKey, (known) => known && { ...settings, choices: known.choices }),
    onError: () => client.invalidateQueries({ queryKey }),
  });
  const choose = (change: Partial<NotificationChoices>) => {
    const known = client.getQueryData<NotificationSettings>(queryKey);
    if (!known) return;
    const choices = { ...known.choices, ...change };
    // A pending reply is older than this change.
    void client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, { ...known, choices });
    save.mutate(choices);
  };
  return { choose, save };
}

/** Stops notifications to another device. Refetches the list in any case. */
export function useRemoveDevice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(removePushDevice, { id }),
    onSettled: () => client.invalidateQueries({ queryKey: notificationsQuery.queryKey }),
  });
}

/** Ends the muting of all matches. The settings show it in any case. */
export function useUnmuteAll() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(removeMutes, {}),
    onSettled: () => client.invalidateQueries({ queryKey: notificationsQuery.queryKey }),
  });
}

export const useTestDevice = () => useMutation({ mutationFn: () => call(testPushDevice, {}) });

/** Whether this device gets push notifications, and functions to change that. The list of devices is refetched in any case. */
export function usePush() {
  const client = useQueryClient();
  const [state, setState] = useState(pushState);
  const onSettled = () => void client.invalidateQueries({ queryKey: notificationsQuery.queryKey });
  const turnOn = useMutation({ mutationFn: turnOnPush, onSuccess: setState, onSettled });
  const turnOff = useMutation({ mutationFn: turnOffPush, onSuccess: () => setState(pushState()), onSettled });
  /** Called when the server no longer knows this device. */
  const forget = () => void leavePush().then(() => setState(pushState()));
  return { state, turnOn, turnOff, forget };
}
