import { MINUTE_MS } from '#domain/time.ts';
import { type SeriesRow, seriesRow } from '#test/support/pandascore-rows.ts';
import type { Incident, PandascoreServer } from '#test/support/pandascore-server.ts';
import type { DayMatch, FeedsDay } from './feeds-day.ts';
import type { SeriesCourse } from './feeds-series-course.ts';

/** The titles that are followed by default, in the order of the groups. */
const TITLES = ['cs-go', 'dota-2', 'league-of-legends', 'valorant'];
/** Of every fifth series no change is listed, as lists of changes may miss some. */
const QUIET_EVERY = 5;

/** Makes a server reply as PandaScore would during the day. Each query says what time it is. */
export function replyAsPandascore(server: PandascoreServer, { series }: FeedsDay): void {
  const nowMs = () => Number(server.asked.at(-1)!.query.now);
  server.matches = () => series.map((match) => rowOf(match, nowMs()));
  server.incidents = () =>
    series
      .filter(({ id }) => id % QUIET_EVERY !== 0)
      .flatMap((match): Incident[] => {
        const { beginMs, maps } = match.course;
        const changedMs = [beginMs, ...maps.map(({ endMs }) => endMs)].findLast((ms) => ms <= nowMs());
        if (changedMs === undefined || changedMs < nowMs() - 60 * MINUTE_MS) return [];
        return [{ change_type: 'update', type: 'match', id: match.id, modified_at: iso(changedMs), object: rowOf(match, nowMs()) }];
      })
      .sort((one, other) => other.modified_at.localeCompare(one.modified_at));
}

const iso = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+/, '');

function rowOf({ id, group, home, away, kickoffMs, course }: DayMatch<SeriesCourse>, at: number): SeriesRow {
  const { beginMs, endMs, bestOf, maps } = course;
  const won = maps.filter((map) => map.endMs <= at).map(({ winner }) => winner);
  const slug = TITLES[group]!;
  const row = seriesRow(
    { teams: [home, away], bestOf, won, isPlaying: at >= beginMs && at < endMs },
    {
      ...{ id, scheduled_at: iso(kickoffMs), begin_at: iso(at >= beginMs ? beginMs : kickoffMs), end_at: at >= endMs ? iso(endMs) : null },
      league: { id: 300 + group, name: `Series league ${group}` },
      videogame: { id: group + 1, name: slug, slug },
    },
  );
  return { ...row, serie: { ...row.serie, id: 7_000 + group } };
}
