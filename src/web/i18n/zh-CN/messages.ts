import { messages as admin } from './admin-messages.ts';
import { messages as backtest } from './backtest-messages.ts';
import { messages as bracket } from './bracket-messages.ts';
import { messages as commentary } from './commentary-messages.ts';
import { messages as developer } from './developer-messages.ts';
import { messages as division } from './division-messages.ts';
import { messages as first } from './first-messages.ts';
import { messages as later } from './later-messages.ts';
import { messages as legal } from './legal-messages.ts';
import { messages as outlook } from './outlook-messages.ts';
import { messages as tipping } from './tipping-messages.ts';

export const messages = {
  ...first,
  ...later,
  ...admin,
  ...legal,
  ...commentary,
  ...outlook,
  ...backtest,
  ...bracket,
  ...developer,
  ...division,
  ...tipping,
  common: { ...first.common, ...later.common },
  errors: { ...first.errors, ...later.errors },
  leagues: { ...first.leagues, ...later.leagues },
  match: { ...first.match, ...later.match },
};
