import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { LiveChange } from '#contract/live.ts';
import type { ChatPresence } from '#domain/chat.ts';
import { hearLive, useLiveStatus, useLiveTopic, usePollingInterval } from '#web/lib/live.ts';
import { type RoomName, roomQuery, topicOf } from './api.ts';
import { type RoomView, whileReading, withMessages } from './room-view.ts';
import { useSpokenMessages } from './use-spoken-messages.ts';

/** A room, kept true by its topic: what is said there, how it is, and about how many are here (null while that is not known). */
export function useRoom(room: RoomName) {
  const client = useQueryClient();
  const topic = topicOf(room);
  const { queryKey } = roomQuery(room);
  const [presence, setPresence] = useState<ChatPresence | null>(null);
  const speak = useSpokenMessages();
  const canAsk = useCanAsk(topic);
  const query = useQuery({ ...roomQuery(room), enabled: canAsk, refetchInterval: usePollingInterval() });

  const change = (make: (view: RoomView) => RoomView) =>
    client.setQueryData<RoomView>(queryKey, (view) => (view === undefined ? view : make(view)));
  const fetchAgain = () => void client.invalidateQueries({ queryKey });

  const onChange = (told: LiveChange) => {
    if (told.t === 'presence') setPresence(told.band);
    if (told.t === 'refetch') fetchAgain();
    if (told.t === 'chat_room') change((view) => ({ ...view, room: told.room }));
    if (told.t !== 'chat') return;
    change((view) => withMessages(view, told.messages));
    speak(told.messages);
  };
  useLiveTopic(topic, onChange, fetchAgain);

  return {
    ...query,
    presence,
    change,
    /** Tells whether the reader is further up. */
    setReading: (isReading: boolean) => change((view) => whileReading(view, isReading)),
    /** Goes to the end, which is fetched again where it was left out. */
    toEnd: () => {
      const isCut = client.getQueryData(queryKey)?.is_cut ?? false;
      change((view) => ({ ...view, is_reading: false, unseen: 0 }));
      if (isCut) fetchAgain();
    },
    fetchAgain,
  };
}

/** Asks for a room only after its topic was joined, so that nothing is missed in between; or where nothing can be joined. */
function useCanAsk(topic: string): boolean {
  const [answered, setAnswered] = useState<string | null>(null);
  const isPolling = useLiveStatus(({ status }) => status === 'polling');
  useEffect(
    () =>
      hearLive((message) => {
        // A topic that is refused is not told: the room is asked for all the same, and says what is wrong.
        if ((message.t === 'joined' || message.t === 'error') && message.topic === topic) setAnswered(topic);
      }),
    [topic],
  );
  return answered === topic || isPolling;
}
