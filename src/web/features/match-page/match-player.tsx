import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import type { MatchDetail } from '#contract/matches.ts';
import type { MatchPlayers, PlayerRef } from '#contract/players.ts';
import { findPlayer } from '#domain/matches/player-names.ts';
import { SIDES, type Side } from '#domain/matches/sport.ts';
import { PlayerLink } from '#web/ui/player-link.tsx';
import { matchPlayersQuery } from './api.ts';

interface MatchPlayerProps {
  match: Pick<MatchDetail, 'id' | 'lineups'>;
  side: Side;
  name: string;
  /** What is shown instead of the name. */
  children?: ReactNode;
  className?: string;
}

/** A player's name in a match, which leads to the player's page if there is one. */
export function MatchPlayer({ match, side, name, children = name, className }: MatchPlayerProps) {
  const isOfficial = SIDES.every((one) => match.lineups[one].fallback === null);
  const { data } = useQuery(matchPlayersQuery(match.id, isOfficial));
  return (
    <PlayerLink id={data ? idIn(data, side, name) : null} {...(className && { className })}>
      {children}
    </PlayerLink>
  );
}

const byName = new WeakMap<readonly PlayerRef[], Map<string, number>>();

/** Returns the id of a player's page, null if there is none. Events may shorten the names of line-ups. */
function idIn(players: MatchPlayers, side: Side, name: string): number | null {
  const own = players[side];
  const ids = byName.get(own) ?? new Map(own.map((player) => [player.name, player.id]));
  byName.set(own, ids);
  return ids.get(name) ?? findPlayer(own, { name })?.id ?? null;
}

/** Stands for a name in a translated text until the text is shown: private-use characters, which no text contains. */
export const NAME_PLACES = { player: '\uE000', other: '\uE001' } as const;

interface NamedTextProps {
  match: Pick<MatchDetail, 'id' | 'lineups'>;
  side: Side;
  /** With NAME_PLACES in it. */
  text: string;
  player: string | null;
  other: string | null;
}

/** A text with its players' names as links. */
export function NamedText({ match, side, text, player, other }: NamedTextProps) {
  const names: Record<string, string | null> = { [NAME_PLACES.player]: player, [NAME_PLACES.other]: other };
  return text.split(/([\uE000\uE001])/).map((part, index) => {
    const name = names[part];
    // The parts of a text have no other identity than their place.
    return name ? (
      <MatchPlayer key={`${index} ${name}`} match={match} side={side} name={name} />
    ) : (
      <Fragment key={`${index} ${part}`}>{name === undefined ? part : ''}</Fragment>
    );
  });
}
