import { useSearchParams } from 'react-router';
import { type LeagueAddress, readLeagueAddress, withLeagueAddress } from './league-address.ts';

/** What of a league is on show, by the address; a change leaves the page where it is scrolled to. */
export function useLeagueAddress() {
  const [params, setParams] = useSearchParams();
  return {
    address: readLeagueAddress(params),
    hrefWith: (changes: Partial<LeagueAddress>) => withLeagueAddress(params, changes),
    change: (changes: Partial<LeagueAddress>) =>
      setParams(withLeagueAddress(params, changes), { replace: changes.season === undefined, preventScrollReset: true }),
  };
}
