/** Somebody with accounts elsewhere, as the demo plays it. */
export interface ElsewherePerson {
  /** Their id at Telegram, and their subject at Google. */
  id: number;
  /** As they write it, whatever the order of its parts. */
  name: string;
  firstName: string;
  lastName: string;
  username: string;
  email: string;
  language: string;
}

/** Invented people: whoever visits the demo chooses who they are elsewhere. */
export const PEOPLE: readonly ElsewherePerson[] = [
  {
    id: 70_001,
    name: 'Mara Ellison',
    firstName: 'Mara',
    lastName: 'Ellison',
    username: 'mara_demo',
    email: 'mara@gmail.example',
    language: 'en',
  },
  { id: 70_002, name: '林晓', firstName: '晓', lastName: '林', username: 'linxiao_demo', email: 'linxiao@gmail.example', language: 'zh' },
  {
    id: 70_003,
    name: 'Phan Thảo',
    firstName: 'Thảo',
    lastName: 'Phan',
    username: 'thao_demo',
    email: 'thao@gmail.example',
    language: 'vi',
  },
  {
    id: 70_004,
    name: 'Jonas Reinholt',
    firstName: 'Jonas',
    lastName: 'Reinholt',
    username: 'jonas_demo',
    email: 'jonas@gmail.example',
    language: 'en',
  },
];

export const findPerson = (id: unknown): ElsewherePerson | undefined => PEOPLE.find((person) => String(person.id) === id);
