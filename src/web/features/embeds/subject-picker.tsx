import { useQuery } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import { useDeferredValue, useEffect, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { type Embed, embedOfPage } from '#domain/matches/embed.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { TextField } from '#web/ui/form.tsx';
import { type Subject, subjectsQuery } from './subjects.ts';

const TYPING_MS = 250;

/** What was chosen: an embed's subject, and its name if it is known. */
export type Chosen = Pick<Embed, 'id' | 'season'> & { title: string | null };

/** Returns a function that names what can be embedded. */
export function useSubjectName(): (subject: Subject) => string {
  const nameOf = useLocalName();
  const t = useTranslations('titles');
  return (subject) => {
    if (subject.kind === 'group') return subject.name;
    return subject.kind === 'table' ? nameOf(subject.league) : t('match', { home: nameOf(subject.home), away: nameOf(subject.away) });
  };
}

interface SubjectPickerProps {
  kind: Subject['kind'];
  chosen: Chosen | null;
  onChoose: (chosen: Chosen) => void;
}

/** Finds a match, a league or an open group by name, or takes the link of its page. */
export function SubjectPicker({ kind, chosen, onChoose }: SubjectPickerProps) {
  const t = useTranslations('embeds');
  const nameOf = useSubjectName();
  const format = useFormatter();
  const [typed, setTyped] = useState('');
  const asked = useSettled(typed.trim());
  const { data, error, isFetching } = useQuery({ ...subjectsQuery(kind, asked), enabled: !isLink(asked) });
  const type = (text: string) => {
    setTyped(text);
    const linked = linkedBy(text.trim());
    if (linked?.kind === kind) onChoose({ id: linked.id, season: linked.season, title: null });
  };
  return (
    <div className="grid gap-2">
      <TextField
        label={t(`search.${kind}`)}
        type="search"
        value={typed}
        maxLength={300}
        autoComplete="off"
        spellCheck={false}
        hint={kind === 'group' ? t('group_hint') : t('search_hint')}
        onChange={(event) => type(event.target.value)}
      />
      {error && !isLink(asked) && <p className="text-[13.5px] text-bad">{t('failed')}</p>}
      {data && !isLink(asked) && (
        <ul aria-label={t('found')} aria-busy={isFetching} className="grid gap-1">
          {data.map((subject) => {
            const isChosen = subject.id === chosen?.id;
            return (
              <li key={subject.id}>
                <button
                  type="button"
                  aria-pressed={isChosen}
                  onClick={() => onChoose({ id: subject.id, season: null, title: nameOf(subject) })}
                  className={classNames(
                    'flex min-h-10 w-full items-center gap-2 rounded-control border px-3 py-1.5 text-left text-[14px] hover:bg-raised pointer-coarse:min-h-11',
                    isChosen ? 'border-accent bg-accent-soft' : 'border-line',
                  )}
                >
                  <span className="min-w-0 flex-1 wrap-anywhere">{nameOf(subject)}</span>
                  {subject.kind === 'match' && subject.at !== null && (
                    <span className="flex-none text-[12.5px] text-muted">{format.dateTime(new Date(subject.at), 'day_time')}</span>
                  )}
                  {isChosen && <Check size={15} aria-hidden className="flex-none" />}
                </button>
              </li>
            );
          })}
          {data.length === 0 && (asked !== '' || kind === 'group') && !isFetching && (
            <li className="px-1 py-2 text-[13.5px] text-muted">{t('nothing')}</li>
          )}
        </ul>
      )}
    </div>
  );
}

/** The text once typing pauses. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  const now = useDeferredValue(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(now), TYPING_MS);
    return () => clearTimeout(timer);
  }, [now]);
  return settled;
}

const isLink = (text: string): boolean => /^(https?:\/)?\//.test(text);

/** Returns what a link to a page of this site can be embedded as; null for all other texts. */
export function linkedBy(text: string): ReturnType<typeof embedOfPage> {
  const { origin } = window.location;
  if (!isLink(text) || !URL.canParse(text, origin)) return null;
  const url = new URL(text, origin);
  return url.origin === origin ? embedOfPage(url.pathname, url.searchParams.get('season')) : null;
}
