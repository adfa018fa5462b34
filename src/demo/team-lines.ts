import { type DemoClub, drawnColours, slug } from './clubs.ts';

/** Parses teams or players from lines of "name | short name | country | Chinese | Vietnamese", with ids of their sport; all names are invented. */
export function readTeams(sport: string, lines: string): DemoClub[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', shortName = '', countryCode = '', zh = '', vi = ''] = line.split('|');
      const names = { ...(zh !== '' && { zh }), ...(vi !== '' && { vi }) };
      return { id: `${sport}:${slug(name)}`, name, shortName, ...names, aliases: [], countryCode, colours: drawnColours(name) };
    });
}
