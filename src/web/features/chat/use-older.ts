import { useState } from 'react';
import { askOlder, type RoomName } from './api.ts';
import { type RoomView, withOlder } from './room-view.ts';

interface OlderOf {
  room: RoomName;
  view: RoomView | undefined;
  change: (make: (view: RoomView) => RoomView) => unknown;
}

/** Fetches what was said before what is on show, a page at a time. */
export function useOlder({ room, view, change }: OlderOf) {
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const first = view?.items[0]?.id;
  const fetch = async (): Promise<void> => {
    if (isBusy || first === undefined) return;
    setBusy(true);
    setFailed(false);
    try {
      const page = await askOlder(room, first);
      change((now) => (now.items[0]?.id === first ? withOlder(now, page) : now));
    } catch {
      setFailed(true);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, hasFailed, fetch: () => void fetch() };
}
