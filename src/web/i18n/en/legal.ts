import { privacy } from './legal-privacy.ts';
import { responsible } from './legal-responsible.ts';
import { terms } from './legal-terms.ts';

/**
 * Terms, privacy notice and responsible play. A page's sections are shown in the order of these files: a text is a paragraph, a group of
 * texts a list, and a text that comes out empty is left out. Numbers are arguments, named in src/contract/legal.ts.
 */
export const legal = {
  load_failed: 'We couldn’t load this page',
  contents: 'On this page',
  version: 'Version {version}, {date}',
  date: 'As of {date}',
  template: 'This text is a template. It applies to this site only once a lawyer has checked it.',
  operator: {
    heading: 'Who runs this site',
    missing: 'The operator of this site has not given a name and contact yet.',
    name: 'Operator',
    address: 'Postal address',
    email: 'Email',
    support: 'Support',
    support_link: 'Contact support',
    law: 'Governing law',
    complaints: 'Unresolved complaints',
  },
  terms,
  privacy,
  responsible,
} as const;
