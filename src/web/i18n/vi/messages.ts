import { account } from './account.ts';
import { auth } from './auth.ts';
import { bets } from './bets.ts';
import { common } from './common.ts';
import { errors } from './errors.ts';
import { leagues } from './leagues.ts';
import { legal } from './legal.ts';
import { match } from './match.ts';
import { matches } from './matches.ts';
import { settings } from './settings.ts';
import { shell } from './shell.ts';
import { titles } from './titles.ts';

export const messages = { account, auth, bets, common, errors, leagues, legal, match, matches, settings, shell, titles };
