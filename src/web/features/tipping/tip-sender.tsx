import { useUser } from '#web/data/session.ts';
import { useWaitingTips } from './use-round-tips.ts';

/** On every page: sends tips that were entered without a network, whatever the user is doing now. Renders nothing. */
export function TipSender() {
  const user = useUser();
  return user && <Sender key={user.id} userId={user.id} />;
}

function Sender({ userId }: { userId: string }) {
  useWaitingTips(userId);
  return null;
}
