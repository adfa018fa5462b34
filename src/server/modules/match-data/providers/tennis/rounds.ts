/** Converts a round's name to ours: "1/16-finals" is the round of 32. Other names are kept; without one it is "Main draw". */
export function roundName(told: string | null | undefined): string {
  const name = told?.trim() ?? '';
  const [, ties] = /^1\/(\d{1,3})[- ]finals?$/i.exec(name) ?? [];
  if (ties === undefined) return NAMES[name.toLowerCase()] ?? (name || 'Main draw');
  return CLOSING[Number(ties)] ?? `Round of ${Number(ties) * 2}`;
}

const CLOSING: Record<number, string> = { 1: 'Final', 2: 'Semi-finals', 4: 'Quarter-finals' };
const NAMES: Record<string, string> = {
  final: 'Final',
  'semi-finals': 'Semi-finals',
  'semi-final': 'Semi-finals',
  semifinals: 'Semi-finals',
  'quarter-finals': 'Quarter-finals',
  'quarter-final': 'Quarter-finals',
  quarterfinals: 'Quarter-finals',
};
