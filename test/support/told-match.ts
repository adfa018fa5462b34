/** What a match tells as it ends: each occurs nowhere else, so that it is found wherever it is told. The sum of both scores is a smallint. */
export const TOLD = {
  homeScore: 12_317,
  awayScore: 14_241,
  /** Of both sides. */
  goals: 26_558,
  scorer: 'Zebulon Quarrington',
  shots: 66_173,
  price: 47.39,
  movement: 46.83,
  rating: 9.87123,
  otherRating: 8.76321,
  snapshot: 55_519,
  payout: 76_543,
  ownScore: -0.918273,
  modelScore: -0.192837,
  message: 'What a finish by our goalkeeper',
} as const;

/** The ids of the played match and of what belongs to it. */
export interface ToldMatch {
  id: number;
  leagueId: number;
  teamId: number;
  /** A player whom what happened alone names, and one who was known before. */
  scorerId: number;
  ratedId: number;
  contestId: string;
  /** What the user shares: the bet. */
  shareId: string;
  /** The table of the user's group after the round of the match. */
  tableShareId: string;
  /** A tipping group of the user, who tipped the match. */
  groupId: string;
  /** Bonus questions of the group that have closed: the result of one was entered after the match, that of the other is derived from it. */
  questionIds: [string, string];
  /** A survivor game, and the user's entry, which picked a team of the match. */
  survivorId: string;
  survivorEntryId: string;
}

/** Each value as a text may contain it: an integer with or without separators of thousands, a fraction with either decimal mark. */
const FORMS = Object.entries(TOLD).map(([name, value]): [string, RegExp] => {
  const plain = String(value);
  if (typeof value === 'string') return [name, new RegExp(plain)];
  const form = Number.isInteger(value) ? plain.replace(/(?=\d{3}$)/, '[.,\u00a0\u202f]?') : plain.replace('.', '[.,]');
  return [name, new RegExp(`(?<![\\w.])${form}(?!\\w)`)];
});

/** Returns the names of what a text tells of the match. */
export const toldBy = (text: string): string[] => FORMS.flatMap(([name, form]) => (form.test(text) ? [name] : []));
