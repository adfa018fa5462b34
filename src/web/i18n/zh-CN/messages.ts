import { messages as admin } from './admin-messages.ts';
import { messages as bracket } from './bracket-messages.ts';
import { messages as commentary } from './commentary-messages.ts';
import { messages as division } from './division-messages.ts';
import { messages as first } from './first-messages.ts';
import { messages as later } from './later-messages.ts';
import { messages as legal } from './legal-messages.ts';
import { messages as outlook } from './outlook-messages.ts';
import { messages as tipping } from './tipping-messages.ts';
import { messages as webhook } from './webhook-messages.ts';

export const messages = {
  ...first,
  ...later,
  ...admin,
  ...legal,
  ...commentary,
  ...outlook,
  ...bracket,
  ...division,
  ...tipping,
  ...webhook,
  common: { ...first.common, ...later.common },
  errors: { ...first.errors, ...later.errors },
  leagues: { ...first.leagues, ...later.leagues },
  match: { ...first.match, ...later.match },
};
