import { useState } from 'react';
import type { MatchDetail } from '#contract/matches.ts';
import { matchGroup } from '#domain/matches/match-status.ts';
import { lazyPart, QUIET } from '#web/lib/lazy-part.tsx';
import { CalendarLink } from '#web/ui/calendar-link.tsx';

/** The small scoreboard, for browsers that have such windows; its code is loaded when a match is in play. */
const PopOut = lazyPart(async () => (await import('./pop-out.tsx')).PopOut, QUIET);

const canPopOut = (): boolean => 'documentPictureInPicture' in window;

/** Shows what can be done with a match besides following it: before it "add to calendar", during it the small scoreboard. */
export function MatchActions({ match }: { match: MatchDetail }) {
  const group = matchGroup(match.status);
  // The window stays open when the match ends.
  const [wasLive, setWasLive] = useState(false);
  if (group === 'live' && !wasLive) setWasLive(true);
  return (
    <>
      {group === 'upcoming' && match.kickoff_at !== null && <CalendarLink id={match.id} />}
      {wasLive && canPopOut() && <PopOut match={match} />}
    </>
  );
}
