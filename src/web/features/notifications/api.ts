import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  getNotificationSettings,
  type NotificationChoices,
  type NotificationSettings,
  putNotificationSettings,
  removePushDevice,
  testPushDevice,
} from '#contract/notifications.ts';
import { call } from '#web/data/call.ts';
import { leavePush, pushState, turnOffPush, turnOnPush } from '#web/data/push-device.ts';

/** What the user is told, where and when. */
export const notificationsQuery = queryOptions({
  queryKey: ['account', 'notifications'],
  queryFn: ({ signal }) => call(getNotificationSettings, {}, signal),
});

/**
 * Chooses something: on show at once, saved one after the other, so that the last choice wins. What the server refuses is as it was. Each
 * card has its own, and shows how far it is.
 */
export function useChoose() {
  const client = useQueryClient();
  const { queryKey } = notificationsQuery;
  const save = useMutation({
    scope: { id: 'notification choices' },
    mutationFn: (choices: NotificationChoices) => call(putNotificationSettings, choices),
    // Another choice may have been made since: its own answer is the one to show. Where nothing is known, another user may be here.
    onSuccess: (settings) => client.setQueryData(queryKey, (known) => known && { ...settings, choices: known.choices }),
    onError: () => client.invalidateQueries({ queryKey }),
  });
  const choose = (change: Partial<NotificationChoices>) => {
    const known = client.getQueryData<NotificationSettings>(queryKey);
    if (!known) return;
    const choices = { ...known.choices, ...change };
    // An answer that is under way is older than this.
    void client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, { ...known, choices });
    save.mutate(choices);
  };
  return { choose, save };
}

/** Has another device told nothing any more. The list is asked for again whatever comes of it. */
export function useRemoveDevice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(removePushDevice, { id }),
    onSettled: () => client.invalidateQueries({ queryKey: notificationsQuery.queryKey }),
  });
}

export const useTestDevice = () => useMutation({ mutationFn: () => call(testPushDevice, {}) });

/** Whether this device is told things, and the ways to change that. Whatever comes of it, the list of devices is asked for again. */
export function usePush() {
  const client = useQueryClient();
  const [state, setState] = useState(pushState);
  const onSettled = () => void client.invalidateQueries({ queryKey: notificationsQuery.queryKey });
  const turnOn = useMutation({ mutationFn: turnOnPush, onSuccess: setState, onSettled });
  const turnOff = useMutation({ mutationFn: turnOffPush, onSuccess: () => setState(pushState()), onSettled });
  /** The server does not know this device any more. */
  const forget = () => void leavePush().then(() => setState(pushState()));
  return { state, turnOn, turnOff, forget };
}
