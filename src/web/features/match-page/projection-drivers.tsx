import { useFormatter, useTranslations } from 'use-intl';
import type { Drivers, Projection } from '#contract/forecasts.ts';
import type { MatchDetail } from '#contract/matches.ts';
import { SIDES, type Side } from '#domain/matches/sport.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useLocalName } from '#web/lib/local-name.ts';

type Whole = NonNullable<Projection['projection']>;

/** Without `form`, which is part of attack and defence. */
const PARTS = ['level', 'home', 'attack', 'opponent_defence', 'rest', 'other'] as const satisfies readonly (keyof Drivers)[];

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
    </section>
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
  const format = useFormatter();
  const nameOf = useLocalName();
  const signed = useSigned();
  const goals = format.number(expected, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
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
          <dd className="num">
            {signed(PARTS.reduce((sum, part) => sum + drivers[part], 0))} = ln {goals}
          </dd>
        </div>
      </dl>
      <p className="mt-1 text-[12px] text-muted">{t('driver_form', { value: signed(drivers.form) })}</p>
    </div>
  );
}

/** Formats as "+0.10"; a number that rounds to zero has no sign. */
function useSigned() {
  const format = useFormatter();
  return (value: number) => format.number(value, { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'exceptZero' });
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
