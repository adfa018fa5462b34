import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { leavePush, pushState, turnOffPush, turnOnPush } from '#web/data/push-device.ts';
import { notificationsQuery } from './api.ts';

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
