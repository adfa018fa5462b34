import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { createCalendar, listCalendars, removeCalendar } from '#contract/calendar-feeds.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { TeamRef } from '#contract/matches.ts';
import { call } from '#web/data/call.ts';

type Named = Pick<TeamRef, 'id' | 'name' | 'names'>;

/** What a calendar can be of: a team, a league, a tipping group, or what the user follows. */
export type CalendarSubject =
  | { kind: 'team' | 'league'; of: Named }
  | { kind: 'group'; of: { id: string; name: string } }
  | { kind: 'mine' };

type Choices = Pick<InputOf<typeof createCalendar>, 'locale' | 'shows_results' | 'alarm_minutes'>;

/** Returns the part of a request that names the subject. */
export function subjectInput(subject: CalendarSubject): Omit<InputOf<typeof createCalendar>, keyof Choices> {
  if (subject.kind === 'mine') return { kind: 'mine' };
  if (subject.kind === 'group') return { kind: 'group', group_id: subject.of.id };
  return subject.kind === 'team' ? { kind: 'team', team_id: subject.of.id } : { kind: 'league', league_id: subject.of.id };
}

export const calendarsQuery = queryOptions({
  queryKey: ['account', 'calendars'],
  queryFn: async ({ signal }) => (await call(listCalendars, {}, signal)).items,
});

/** Makes an address. The answer has it for the only time. */
export function useCreateCalendar(subject: CalendarSubject) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (choices: Choices) => call(createCalendar, { ...subjectInput(subject), ...choices }),
    onSuccess: () => client.invalidateQueries({ queryKey: calendarsQuery.queryKey }),
  });
}

/** Ends an address. */
export function useRemoveCalendar() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(removeCalendar, { id }),
    onSuccess: (_, removed) => client.setQueryData(calendarsQuery.queryKey, (known) => known?.filter(({ id }) => id !== removed)),
  });
}
