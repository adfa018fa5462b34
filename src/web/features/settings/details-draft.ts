import type { Profile } from '#contract/profile.ts';
import { type HandleFault, handleFault, normaliseHandle } from '#domain/identity/handle.ts';
import { ApiError, errorText } from '#web/data/api-error.ts';
import type { ProfileChanges } from './api.ts';

/** What the form about the profile's details holds; '' for a country that is not given. */
export type Details = Pick<Profile, 'display_name' | 'public_handle' | 'time_zone' | 'locale'> & { country: string };
export type DetailsField = keyof Details;
export type DetailsProblems = Partial<Record<DetailsField | 'form', string>>;

export const NAME_LENGTH_MAX = 40;

export const detailsOf = ({ display_name, public_handle, country, time_zone, locale }: Profile): Details => ({
  display_name,
  public_handle,
  country: country ?? '',
  time_zone,
  locale,
});

/** What was edited and differs from what is so already, as the server takes it. */
export function changesOf(edits: Partial<Details>, profile: Profile): ProfileChanges {
  const now = detailsOf(profile);
  const entries = Object.entries(edits).map(([field, value]) => [field, value.trim()] as [DetailsField, string]);
  const changed = entries.filter(([field, value]) => value !== now[field]);
  const mayBeMissing = (field: DetailsField) => field === 'display_name' || field === 'country';
  return Object.fromEntries(changed.map(([field, value]) => [field, value === '' && mayBeMissing(field) ? null : value]));
}

const HANDLE_WORDS = {
  length: 'handle_length',
  characters: 'handle_characters',
  no_letter: 'handle_no_letter',
  reserved: 'handle_reserved',
} as const satisfies Record<HandleFault, string>;

/** Keys of the words for what a page can tell by itself. */
export type Fault = (typeof HANDLE_WORDS)[HandleFault] | 'name_too_long';

/** What is wrong with changes as far as a page can tell, by a key of its words. */
export function faultsOf({ public_handle, display_name }: ProfileChanges): Partial<Record<DetailsField, Fault>> {
  const fault = public_handle === undefined ? null : handleFault(normaliseHandle(public_handle));
  return {
    ...(fault !== null && { public_handle: HANDLE_WORDS[fault] }),
    ...((display_name?.length ?? 0) > NAME_LENGTH_MAX && { display_name: 'name_too_long' }),
  };
}

const FIELD_OF: Record<string, DetailsField> = { handle_taken: 'public_handle', invalid_time_zone: 'time_zone' };
const FIELDS: readonly string[] = ['display_name', 'public_handle', 'country', 'time_zone', 'locale'] satisfies DetailsField[];

/** Puts the server's refusal next to the field that it is about; `unusable` says of a field what the server says by its name only. */
export function refusalOf(error: unknown, unusable: string): DetailsProblems {
  const { code, params } = error instanceof ApiError ? error : { code: null, params: {} as ApiError['params'] };
  const named = typeof params.field === 'string' && FIELDS.includes(params.field) ? (params.field as DetailsField) : undefined;
  if (code === 'invalid_payload' && named) return { [named]: unusable };
  if (code === 'name_misleading' && named) return { [named]: errorText(error) };
  return { [FIELD_OF[code ?? ''] ?? 'form']: errorText(error) };
}
