import { SCORE_MAX } from '#domain/tipping/bracket-shape.ts';

interface ScoreFieldProps {
  label: string;
  /** Which of the two goals it is for. */
  side: 0 | 1;
  /** Null while none is predicted. */
  score: readonly [home: number, away: number] | null;
  onChange: (score: readonly [home: number, away: number] | null) => void;
}

/** The goals of one team after 90 minutes. The other team's are 0 until they are entered; emptied, the score is taken back. */
export function ScoreField({ label, side, score, onChange }: ScoreFieldProps) {
  function change(text: string) {
    if (text === '') return onChange(null);
    const goals = /^\d{1,2}$/.test(text) ? Math.min(Number(text), SCORE_MAX) : null;
    if (goals === null) return;
    const [home, away] = score ?? [0, 0];
    onChange(side === 0 ? [goals, away] : [home, goals]);
  }
  return (
    <input
      aria-label={label}
      title={label}
      inputMode="numeric"
      autoComplete="off"
      maxLength={2}
      placeholder="–"
      value={score === null ? '' : String(score[side])}
      onChange={(event) => change(event.target.value)}
      onFocus={(event) => event.target.select()}
      className="num h-8 w-9 flex-none rounded-tag border border-line bg-bg text-center text-[13px] font-[620] placeholder:text-faint hover:border-line-strong pointer-coarse:h-10"
    />
  );
}
