import { useFormatter, useTranslations } from 'use-intl';
import type { Drivers, Projection } from '#contract/forecasts.ts';
import type { MatchDetail } from '#contract/matches.ts';
import { SIDES, type Side } from '#domain/matches/sport.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useLocalName } from '#web/lib/local-name.ts';

type Whole = NonNullable<Projection['projection']>;

const PARTS = ['level', 'home', 'attack', 'opponent_defence', 'form', 'rest', 'other'] as const satisfies readonly (keyof Drivers)[];

/** The logarithm of the side's expected goals. */
const sumOf = (drivers: Drivers): number => PARTS.reduce((sum, part) => sum + drivers[part], 0);

interface DriversProps {
  match: MatchDetail;
  drivers: NonNullable<Whole['drivers']>;
  expected: Whole['expected'];
}

/** Shows the parts of each side's expected goals as signed bars on one scale; they add up to the logarithm of the goals. */
export function ProjectionDrivers({ match, drivers, expected }: DriversProps) {
  const t = useTranslations('forecast');
  const most = Math.max(0.05, ...SIDES.flatMap((side) => PARTS.map((part) => Math.abs(drivers[side][part]))));
  return (
    <section>
      <h3 className="text-[13px] font-semibold text-muted">{t('drivers')}</h3>
      <p className="mt-0.5 mb-3 text-[12px] text-muted">{t('drivers_note')}</p>
      <div className="grid grid-cols-1 gap-5 md:grid-cols-2">
        {SIDES.map((side) => (
          <SideDrivers key={side} match={match} side={side} drivers={drivers[side]} expected={expected[side]} most={most} />
        ))}
      </div>
      <Formula match={match} drivers={drivers} expected={expected} />
    </section>
  );
}

/** The formula for those who want it: "Avalon Town: +0.56 = ln 1.75". */
function Formula({ match, drivers, expected }: DriversProps) {
  const t = useTranslations('forecast');
  const nameOf = useLocalName();
  const signed = useSigned();
  const goals = useGoals();
  return (
    <details className="mt-3 text-[12px] text-muted">
      <summary className="thumb w-fit cursor-pointer hover:text-text">{t('drivers_formula')}</summary>
      <p className="mt-1">{t('drivers_formula_note')}</p>
      {SIDES.map((side) => (
        <p key={side} className="num mt-1">
          {nameOf(match[side])}: {signed(sumOf(drivers[side]))} = ln {goals(expected[side])}
        </p>
      ))}
    </details>
  );
}

interface SideProps {
  match: MatchDetail;
  side: Side;
  drivers: Drivers;
  expected: number;
  /** The longest bar of either side. */
  most: number;
}

function SideDrivers({ match, side, drivers, expected, most }: SideProps) {
  const t = useTranslations('forecast');
  const nameOf = useLocalName();
  const signed = useSigned();
  const goals = useGoals();
  return (
    <div className="min-w-0">
      <h4 className="mb-2 truncate text-[13px] font-semibold">{nameOf(match[side])}</h4>
      <dl className="grid gap-1.5 text-[13px]">
        {PARTS.map((part) => (
          <div key={part} className="grid grid-cols-[minmax(0,1fr)_88px_48px] items-center gap-2">
            <dt>{t(`driver.${part}`)}</dt>
            <dd aria-hidden>
              <SignedBar share={drivers[part] / most} side={side} />
            </dd>
            <dd className="num text-right font-semibold">{signed(drivers[part])}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-2 border-t border-line pt-1.5 font-semibold">
          <dt>{t('driver_sum')}</dt>
          <dd className="num">{t('driver_goals', { sum: signed(sumOf(drivers)), goals: goals(expected) })}</dd>
        </div>
      </dl>
    </div>
  );
}

/** Formats as "+0.10"; a number that rounds to zero has no sign. */
function useSigned() {
  const format = useFormatter();
  return (value: number) => format.number(value, { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'exceptZero' });
}

/** Formats expected goals as "1.75". */
function useGoals() {
  const format = useFormatter();
  return (expected: number) => format.number(expected, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/** Extends from the middle to the right for more goals, to the left for fewer. */
function SignedBar({ share, side }: { share: number; side: Side }) {
  return (
    <span className="relative block h-2.5 rounded-[3px] bg-line">
      <i className="absolute inset-y-0 left-1/2 w-px bg-line-strong" />
      <i
        className={classNames('absolute inset-y-0 rounded-[3px]', side === 'home' ? 'bg-home' : 'bg-away')}
        style={{ [share < 0 ? 'right' : 'left']: '50%', width: `${Math.abs(share) * 50}%` }}
      />
    </span>
  );
}
