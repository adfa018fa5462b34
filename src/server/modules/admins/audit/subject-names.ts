import { sql } from 'kysely';
import { UUID } from '#domain/uuid.ts';
import type { Db } from '#server/platform/db/pool.ts';

interface Subject {
  kind: string;
  id: string;
}

/** How the name of each kind is found, for many ids at once. Kinds without one are shown by kind and id. */
const NAMES = {
  user: (ids: readonly string[]) => sql<Named>`
    select id::text, coalesce(display_name, public_handle) as name from users where id = any(${ids}::uuid[])`,
  admin: (ids: readonly string[]) => sql<Named>`select id::text, email as name from admins where id = any(${ids}::uuid[])`,
  withdrawal: (ids: readonly string[]) => sql<Named>`
    select w.id::text, coalesce(u.display_name, u.public_handle) as name
    from withdrawals w join users u on u.id = w.user_id where w.id = any(${ids}::uuid[])`,
  contest: (ids: readonly string[]) => sql<Named>`
    select c.id::text, h.name || ' – ' || a.name as name
    from contests c join matches m on m.id = c.match_id join teams h on h.id = m.home_team_id join teams a on a.id = m.away_team_id
    where c.id = any(${ids}::uuid[])`,
} as const;

interface Named {
  id: string;
  name: string | null;
}

/** Returns the present names of subjects, by kind and id ("user 0199..."). An erased user has none. */
export async function subjectNames(db: Db, subjects: readonly Subject[]): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const kind of Object.keys(NAMES) as (keyof typeof NAMES)[]) {
    const ids = [...new Set(subjects.flatMap((subject) => (subject.kind === kind && UUID.test(subject.id) ? [subject.id] : [])))];
    if (ids.length === 0) continue;
    const { rows } = await NAMES[kind](ids).execute(db);
    for (const { id, name } of rows) if (name !== null) names.set(subjectKey({ kind, id }), name);
  }
  return names;
}

export const subjectKey = ({ kind, id }: Subject): string => `${kind} ${id}`;
