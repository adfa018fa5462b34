import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { registerMeta } from '#contract/auth.ts';
import { call } from '#web/data/call.ts';
import { useMeta } from '#web/data/queries.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { TextField, type TextFieldProps } from '#web/ui/form.tsx';
import type { AuthProblems } from './auth-problems.ts';

/** Used until the server's value has loaded. */
const AGE_MIN = 18;

/** Returns the minimum age for an account, in years. */
export const useAgeMin = (): number => useQuery(registerMetaQuery).data?.age_min ?? AGE_MIN;

interface AgreementsProps {
  draft: { agree: boolean; adult: boolean };
  problems: AuthProblems;
  onChange: (field: 'agree' | 'adult', isTicked: boolean) => void;
}

/** The consents that registration requires. */
export function Agreements({ draft, problems, onChange }: AgreementsProps) {
  const t = useTranslations('auth');
  const age = useAgeMin();
  const tick = (field: 'agree' | 'adult') => ({
    checked: draft[field],
    error: problems[field],
    onChange: (isTicked: boolean) => onChange(field, isTicked),
  });
  return (
    <>
      <Checkbox {...tick('agree')} label={t.rich('agree', { terms: legalLink('/terms'), privacy: legalLink('/privacy') })} />
      <Checkbox {...tick('adult')} label={t('adult', { age })} />
    </>
  );
}

/** Opens in a new tab, so that the typed values are kept. */
const legalLink = (path: string) => (words: ReactNode) => (
  <Link to={path} target="_blank" className="text-accent underline">
    {words}
  </Link>
);

/** Field for a friend's invite code, with the reward. */
export function InviteField(props: TextFieldProps) {
  const t = useTranslations('auth');
  const bonus = useMeta()?.invitee_bonus;
  return (
    <TextField
      {...props}
      autoComplete="off"
      autoCapitalize="characters"
      maxLength={16}
      hint={bonus === undefined ? null : t('invite_hint', { points: bonus })}
    />
  );
}

/** The rules of registration; fetched once. */
const registerMetaQuery = queryOptions({
  queryKey: ['register-meta'],
  queryFn: ({ signal }) => call(registerMeta, {}, signal),
  staleTime: Number.POSITIVE_INFINITY,
});
