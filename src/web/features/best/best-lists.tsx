import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { BestOfDay } from '#contract/best.ts';
import { SIDES, type Side } from '#domain/matches/sport.ts';
import { sideBehind } from '#web/data/match-state.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { useMatchTime } from '#web/lib/match-time.ts';
import { Card } from '#web/ui/card.tsx';
import { TeamName } from '#web/ui/team-name.tsx';

type Match = BestOfDay['matches'][number];

/** What is said of a match: a few words, and what screen readers hear instead. */
interface Said {
  match: Match;
  text: string;
  spoken?: string;
}

const SECTIONS = ['surprises', 'swings', 'comebacks', 'late_winners', 'closest', 'most_goals', 'fastest_goals'] as const;
type Section = (typeof SECTIONS)[number];
/** Sections whose figures need a sentence. */
const EXPLAINED = ['surprises', 'swings', 'closest'] as const;
const isExplained = (section: Section): section is (typeof EXPLAINED)[number] => EXPLAINED.some((one) => one === section);

/** Returns whether there is anything to tell of a day. */
export const hasAny = (day: BestOfDay): boolean => SECTIONS.some((section) => day[section].length > 0);

/** Shows a day's lists, each with its matches; those without one are left out. */
export function BestLists({ day }: { day: BestOfDay }) {
  const t = useTranslations('best');
  const said = useSaid(day);
  return (
    <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-2">
      {SECTIONS.map((section) => {
        const items = said[section];
        if (items.length === 0) return null;
        return (
          <Card key={section} title={t(`section.${section}`)}>
            {isExplained(section) && <p className="-mt-2 mb-1 text-[12.5px] text-muted">{t(`about.${section}`)}</p>}
            <ol>
              {items.map((item) => (
                <Item key={item.match.id} {...item} />
              ))}
            </ol>
          </Card>
        );
      })}
    </div>
  );
}

function useSaid(day: BestOfDay): Record<Section, Said[]> {
  const t = useTranslations('best');
  const nameOf = useLocalName();
  const format = useFormatter();
  const percent = (probability: number) =>
    format.number(probability, { style: 'percent', maximumFractionDigits: probability < 0.00995 ? 1 : 0 });
  const minuteOf = ({ minute, stoppage }: { minute: number; stoppage: number | null }) =>
    stoppage === null ? t('minute', { minute: String(minute) }) : t('minute_added', { minute: String(minute), stoppage: String(stoppage) });
  const byId = new Map(day.matches.map((match) => [match.id, match]));
  /** A match that is no longer there says nothing. */
  const each = <T extends { match_id: number }>(items: readonly T[], say: (item: T, match: Match) => Omit<Said, 'match'>): Said[] =>
    items.flatMap((item) => {
      const match = byId.get(item.match_id);
      return match ? [{ match, ...say(item, match) }] : [];
    });
  const teamOf = (match: Match, side: Side) => nameOf(match[side]);
  const goal = (item: BestOfDay['late_winners'][number], match: Match) => ({
    text:
      item.player === null
        ? t('goal_unnamed', { minute: minuteOf(item), team: teamOf(match, item.side) })
        : t('goal', { minute: minuteOf(item), player: item.player }),
  });
  return {
    surprises: each(day.surprises, ({ probability }) => ({ text: t('chance', { chance: percent(probability) }) })),
    swings: each(day.swings, (item) => ({ text: t('chance_at', { chance: percent(item.probability), minute: minuteOf(item) }) })),
    comebacks: each(day.comebacks, ({ side, behind, won }, match) => {
      const words = { team: teamOf(match, side), count: behind };
      return { text: won ? t(`won.${match.league.sport}`, words) : t('drew', words) };
    }),
    late_winners: each(day.late_winners, goal),
    closest: each(day.closest, ({ home, draw, away }, match) => {
      const chances = { home: percent(home), draw: percent(draw), away: percent(away) };
      return match.draw_possible
        ? { text: t('chances', chances), spoken: t('chances_long', chances) }
        : { text: t('chances_two', chances), spoken: t('chances_two_long', chances) };
    }),
    most_goals: each(day.most_goals, ({ goals }) => ({ text: t('goals', { count: goals }) })),
    fastest_goals: each(day.fastest_goals, goal),
  };
}

/** Shows a match with its result, and below it what is said of it. The whole row links to the match. */
function Item({ match, text, spoken = text }: Said) {
  const t = useTranslations('match');
  const nameOf = useLocalName();
  const { home, away, score, league } = match;
  const time = useMatchTime(match, league.sport);
  const behind = sideBehind(match);
  const names = { home: nameOf(home), away: nameOf(away) };
  const line =
    score.home === null || score.away === null
      ? t('versus', names)
      : t('score_line', { ...names, home_score: score.home, away_score: score.away });
  return (
    <li className="relative border-t border-line py-2.5 first:border-0 hover:bg-[color-mix(in_oklab,var(--raised)_60%,transparent)]">
      <Link
        to={`/match/${match.id}`}
        aria-label={[line, time.spoken, nameOf(league), spoken].filter(Boolean).join(', ')}
        className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 text-[14px] after:absolute after:-inset-x-2 after:inset-y-0 after:rounded-control focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent"
      >
        {SIDES.map((side) => (
          <Line key={side} figure={score[side]} isBehind={behind === side}>
            <TeamName team={match[side]} crestSize={17} isBehind={behind === side} />
          </Line>
        ))}
        <span className="num col-span-2 flex min-w-0 items-baseline justify-between gap-3 text-[12.5px]">
          <b className="min-w-0 font-[620] text-accent wrap-anywhere">{text}</b>
          <span className="max-w-[45%] flex-none truncate text-faint" title={nameOf(league)}>
            {nameOf(league)}
          </span>
        </span>
      </Link>
    </li>
  );
}

const Line = ({ figure, isBehind, children }: { figure: number | null; isBehind: boolean; children: ReactNode }) => (
  <>
    {children}
    <span className={classNames('num text-right text-[15px] leading-[21px]', isBehind ? 'text-muted' : 'font-[650]')}>{figure}</span>
  </>
);
