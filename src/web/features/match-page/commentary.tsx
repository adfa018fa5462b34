import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { MatchDetail } from '#contract/matches.ts';
import { type CommentaryLine, commentaryOf, goalOf } from '#domain/matches/commentary.ts';
import { minuteOf } from '#domain/matches/match-timeline.ts';
import { announce } from '#web/data/toasts.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { Card } from '#web/ui/card.tsx';
import { NAME_PLACES, NamedText } from './match-player.tsx';

/** Tells the match in sentences, the newest first. New ones are announced, except goals, which the page announces itself. */
export function Commentary({ match }: { match: MatchDetail }) {
  const t = useTranslations('commentary');
  const lines = commentaryOf(match.id, match, match.events);
  const sentenceOf = useSentence(match);
  useAnnouncing(lines, sentenceOf);
  return (
    <Card>
      <h2 className="sr-only">{t('title')}</h2>
      <ol className="grid">
        {lines.map((line) => (
          <Line key={line.key} line={line} match={match} sentence={sentenceOf(line, NAME_PLACES)} />
        ))}
      </ol>
      <p className="mt-3 text-[12px] text-faint">{t('written')}</p>
    </Card>
  );
}

function Line({ line, match, sentence }: { line: CommentaryLine; match: MatchDetail; sentence: string }) {
  const t = useTranslations('commentary');
  const tMatch = useTranslations('match');
  const nameOf = useLocalName();
  const { minute, stoppage, side, score } = line;
  const goal = goalOf(line);
  return (
    <li className="grid grid-cols-[52px_minmax(0,1fr)_auto] items-baseline gap-x-2 border-b border-line py-2.5 first:pt-0 last:border-0">
      <span className="num text-[13px] text-muted">{minute !== null && minuteOf({ minute, stoppage })}</span>
      <span className="min-w-0 break-words">
        {goal && side && <b className="font-[650]">{t('headline', { event: tMatch(`event.${goal}`), team: nameOf(match[side]) })} </b>}
        {side === null ? sentence : <NamedText match={match} side={side} text={sentence} player={line.player} other={line.other} />}
      </span>
      {score && (
        <b className="num rounded-tag bg-raised px-1.5 py-0.5 text-[13px] leading-tight">
          {tMatch('score', { home: score[0], away: score[1] })}
        </b>
      )}
    </li>
  );
}

/** Returns a function that puts a line into words, with its own names or with others. */
function useSentence(match: MatchDetail): (line: CommentaryLine, names?: { player: string; other: string }) => string {
  const t = useTranslations('commentary');
  const nameOf = useLocalName();
  return ({ kind, wording, side, player, other }, names = { player: player ?? '', other: other ?? '' }) =>
    t(`${kind}.${wording}`, { ...names, team: side === null ? '' : nameOf(match[side]) });
}

/** Announces the newest line when it is added; nothing when lines are corrected or removed, or when the reader opens them. */
function useAnnouncing(lines: readonly CommentaryLine[], sentenceOf: (line: CommentaryLine) => string): void {
  const known = useRef<ReadonlySet<string>>(new Set(lines.map(({ key }) => key)));
  useEffect(() => {
    const [newest] = lines;
    if (newest && !known.current.has(newest.key) && goalOf(newest) === null) announce(sentenceOf(newest));
    known.current = new Set(lines.map(({ key }) => key));
  });
}
