import { folded } from '#domain/chat/folding.ts';
import { type CsvLine, readYes } from './import-csv.ts';
import { faultAt, type LineFault } from './import-faults.ts';
import {
  DEADLINES,
  DEFAULT_TIPS,
  FACTOR_MAX,
  JOKERS_MAX,
  POINTS_MAX,
  PRESET_NAMES,
  PRESETS,
  rulesFault,
  type TippingRules,
} from './rules.ts';

const words = (list: string): readonly string[] => list.split(', ');

const LEVELS = {
  exact: words(
    'exact, exact score, exact result, ergebnis, exaktes ergebnis, richtiges ergebnis, 比分全中, 准确比分, dung ty so, ty so chinh xac',
  ),
  difference: words('difference, margin, goal difference, differenz, tordifferenz, 净胜球, hieu so'),
  close: words('close, near miss, knapp, 接近, gan dung'),
  tendency: words('tendency, winner, outcome, tendenz, sieger, 胜平负, 赛果, dung ket qua, ket qua'),
  team: words('team, team goals, goals of one side, tore eines teams, 单队进球, ban thang mot doi'),
} as const;

const KEYS = {
  preset: words('preset, rules, vorlage, 模板, mau'),
  quota: words('quota, quote, quotenregel, 冷门加分, he so'),
  jokers: words('jokers, joker, jokers per round, joker pro spieltag, 加倍场, ngoi sao hy vong'),
  factor: words('joker factor, jokerfaktor, joker faktor, 加倍倍数, he so ngoi sao'),
  deadline: words('deadline, tippschluss, tippabgabe, 截止, 截止时间, han chot, han doan'),
  default: words('default tip, default, standardtipp, 默认比分, 默认, mac dinh, doan mac dinh'),
  basis: words('counts, score, wertung, 计分, 计分时间, tinh theo'),
  draws: words('draw has margin, unentschieden mit differenz, 平局算净胜球, hoa tinh hieu so'),
  header: words('rule, key, regel, einstellung, 规则, quy tac, luat'),
} as const;

const WORDS_OF_DEADLINES = {
  match: words('match, game, spiel, jedes spiel, 每场, 比赛, tran, tung tran'),
  round: words('round, matchday, spieltag, runde, 轮次, 每轮, vong, vong dau'),
} as const;
const WORDS_OF_DEFAULTS = {
  none: words('none, no, nothing, kein, keiner, keine, 无, 没有, khong'),
  zero: words('0 0, zero, null'),
  model: words('model, modell, 模型, mo hinh'),
} as const;
const WORDS_OF_BASES = {
  ninety_minutes: words('90, 90 minutes, ninety minutes, 90 minuten, 90分钟, 90 phut'),
  extra_time: words('120, extra time, verlangerung, nach verlangerung, 加时, 加时赛, hiep phu'),
} as const;

/** Changes rules by a value; null if it cannot be one of this key's. */
type Change = (rules: TippingRules, value: string) => TippingRules | null;

const worth = (value: string, max: number): number | null => (/^\d{1,3}$/.test(value) && Number(value) <= max ? Number(value) : null);
const chosen = <T extends string>(options: Readonly<Record<T, readonly string[]>>, names: readonly T[], value: string): T | null =>
  names.find((name) => name === value || options[name].includes(folded(value))) ?? null;

const CHANGES: Record<Exclude<keyof typeof KEYS, 'header'>, Change> = {
  preset: (_, value) => {
    const preset = PRESET_NAMES.find((name) => name === folded(value));
    return preset ? PRESETS[preset] : null;
  },
  quota: (rules, value) => {
    if (readYes(value) === false) return { ...rules, quota: null };
    const [, least, most] = /^(\d{1,3}) ?[-–:] ?(\d{1,3})$/.exec(value) ?? [];
    const isValid = least !== undefined && Math.max(Number(least), Number(most)) <= POINTS_MAX;
    return isValid ? { ...rules, quota: { least: Number(least), most: Number(most) } } : null;
  },
  jokers: ({ jokers, ...rules }, value) => {
    const perRound = worth(value, JOKERS_MAX);
    return perRound === null ? null : { ...rules, jokers: { ...jokers, perRound } };
  },
  factor: ({ jokers, ...rules }, value) => {
    const factor = worth(value, FACTOR_MAX);
    return factor === null || factor < 1 ? null : { ...rules, jokers: { ...jokers, factor } };
  },
  deadline: (rules, value) => {
    const deadline = chosen(WORDS_OF_DEADLINES, DEADLINES, value);
    return deadline && { ...rules, deadline };
  },
  default: (rules, value) => {
    const defaultTip = chosen(WORDS_OF_DEFAULTS, DEFAULT_TIPS, value);
    return defaultTip && { ...rules, defaultTip };
  },
  basis: (rules, value) => {
    const basis = chosen(WORDS_OF_BASES, ['ninety_minutes', 'extra_time'], value);
    return basis && { ...rules, basis };
  },
  draws: (rules, value) => {
    const drawHasMargin = readYes(value);
    return drawHasMargin === null || value === '' ? null : { ...rules, drawHasMargin };
  },
};

function changeOf(key: string): { name: string; change: Change } | null {
  const level = (Object.keys(LEVELS) as (keyof typeof LEVELS)[]).find((name) => LEVELS[name].includes(key));
  if (level) {
    const change: Change = (rules, value) => {
      const points = worth(value, POINTS_MAX);
      return points === null ? null : { ...rules, points: { ...rules.points, [level]: points } };
    };
    return { name: level, change };
  }
  const name = (Object.keys(CHANGES) as (keyof typeof CHANGES)[]).find((one) => KEYS[one].includes(key));
  return name ? { name, change: CHANGES[name] } : null;
}

/**
 * Reads a file of rules, a key and its value on each line, as a change of `rules`. A preset comes before everything else, wherever it is
 * named. Rules that contradict themselves are a fault of the file (line 0).
 */
export function readRules(lines: readonly CsvLine[], rules: TippingRules): { rules: TippingRules; faults: LineFault[] } {
  const [faults, seen] = [[] as LineFault[], new Set<string>()];
  const isHeader = lines[0] !== undefined && KEYS.header.includes(folded(lines[0].cells[0] ?? ''));
  const read = lines.slice(isHeader ? 1 : 0).flatMap(({ line, cells }) => {
    const [key = '', value = ''] = cells.map((cell) => cell.trim());
    const known = changeOf(folded(key));
    const fault = known === null ? 'unknown_rule' : seen.has(known.name) ? 'rule_twice' : null;
    if (known) seen.add(known.name);
    if (fault !== null || known === null) {
      faults.push(faultAt(line, fault ?? 'unknown_rule', key));
      return [];
    }
    return [{ line, value, ...known }];
  });
  let changed = rules;
  for (const { line, value, change } of read.toSorted((a, b) => Number(b.name === 'preset') - Number(a.name === 'preset'))) {
    const next = change(changed, value);
    if (next === null) faults.push(faultAt(line, 'bad_value', value));
    else changed = next;
  }
  if (rulesFault(changed) !== null) faults.push(faultAt(0, 'contradiction'));
  return { rules: changed, faults: faults.sort((a, b) => a.line - b.line) };
}
