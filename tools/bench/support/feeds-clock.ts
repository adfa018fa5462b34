/** A task's rest: when it goes on, and how. */
interface Rest {
  task: string;
  wakeMs: number;
  goOn: () => void;
}

/** What a task cost this process. */
export interface Cost {
  /** Processor time in milliseconds, that of garbage collection included. */
  cpuMs: number;
  /** The most processor time between two rests. */
  cpuMsMax: number;
}

/**
 * A clock that moves only while all tasks rest. One task runs at a time, until it rests again, so that the processor time of this process
 * is that task's. Times are milliseconds since 1970.
 */
export class SteppedClock {
  readonly #rests: Rest[] = [];
  readonly #costs = new Map<string, Cost>();
  #nowMs: number;
  #endTurn = (): void => {};

  constructor(beginMs: number) {
    this.#nowMs = beginMs;
  }

  nowMs = (): number => this.#nowMs;
  now = (): Date => new Date(this.#nowMs);
  costs = (): ReadonlyMap<string, Cost> => this.#costs;

  /** Adds a task, which begins when `run` moves the clock. It must rest by `rest` only. */
  add(task: string, work: () => Promise<void>): Promise<void> {
    return this.rest(task, 0).then(() => work().finally(() => this.#endTurn()));
  }

  /** Resolves when the clock has moved on by `ms`. */
  rest(task: string, ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.#rests.push({ task, wakeMs: this.#nowMs + ms, goOn: resolve });
      this.#endTurn();
    });
  }

  /** Lets the tasks run until `untilMs`; calls `end` then, and lets each of them come to its end. */
  async run(untilMs: number, end: () => void): Promise<void> {
    for (let next = this.#takeNext(); next !== undefined; next = this.#takeNext()) {
      if (next.wakeMs > untilMs) end();
      this.#nowMs = Math.max(this.#nowMs, Math.min(next.wakeMs, untilMs));
      await this.#turnOf(next);
    }
  }

  #takeNext(): Rest | undefined {
    if (this.#rests.length === 0) return undefined;
    const first = this.#rests.reduce((index, rest, other) => (rest.wakeMs < this.#rests[index]!.wakeMs ? other : index), 0);
    return this.#rests.splice(first, 1)[0];
  }

  async #turnOf({ task, goOn }: Rest): Promise<void> {
    const before = process.cpuUsage();
    await new Promise<void>((resolve) => {
      this.#endTurn = resolve;
      goOn();
    });
    const { user, system } = process.cpuUsage(before);
    const cpuMs = (user + system) / 1_000;
    const cost = this.#costs.get(task) ?? { cpuMs: 0, cpuMsMax: 0 };
    this.#costs.set(task, { cpuMs: cost.cpuMs + cpuMs, cpuMsMax: Math.max(cost.cpuMsMax, cpuMs) });
  }
}
