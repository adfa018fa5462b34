import type { LiveChange } from '#contract/live.ts';

export interface LiveListener {
  onChange: (change: LiveChange) => void;
  /** Changes were or may have been missed: fetch again. */
  onGap: () => void;
}

interface Topic {
  listeners: Set<LiveListener>;
  /** The last number heard; null until the first `joined`. */
  seq: number | null;
  /** What happened until the next `joined` is unknown: it was asked for, or heard before, while no line was open. */
  mayHaveMissed: boolean;
}

/** Who listens to what, and how far each topic was heard: every change is numbered, so that a missing one is noticed. */
export function createTopics() {
  const topics = new Map<string, Topic>();

  function reportGap(topic: Topic): void {
    topic.mayHaveMissed = false;
    for (const listener of topic.listeners) listener.onGap();
  }

  return {
    names: () => topics.keys(),
    /** True for a topic that nobody listened to before. `isHeard` says that its changes are told from now on. */
    add(name: string, listener: LiveListener, isHeard: boolean): boolean {
      const known = topics.get(name);
      if (known) known.listeners.add(listener);
      else topics.set(name, { listeners: new Set([listener]), seq: null, mayHaveMissed: !isHeard });
      return known === undefined;
    },
    /** True when nobody listens any longer. */
    remove(name: string, listener: LiveListener): boolean {
      const topic = topics.get(name);
      if (!topic?.listeners.delete(listener) || topic.listeners.size > 0) return false;
      return topics.delete(name);
    },
    joined(name: string, seq: number): void {
      const topic = topics.get(name);
      if (!topic) return;
      const isElsewhere = topic.seq !== null && topic.seq !== seq;
      topic.seq = seq;
      if (topic.mayHaveMissed || isElsewhere) reportGap(topic);
    },
    changed(name: string, seq: number, change: LiveChange): void {
      const topic = topics.get(name);
      if (!topic || (topic.seq !== null && seq <= topic.seq)) return;
      const isNext = topic.seq === null || seq === topic.seq + 1;
      topic.seq = seq;
      if (isNext) for (const listener of topic.listeners) listener.onChange(change);
      else reportGap(topic);
    },
    /** Changes may have been missed, and the line is open. */
    tellGaps(): void {
      for (const topic of topics.values()) reportGap(topic);
    },
    /** The line was lost. */
    missAll(): void {
      for (const topic of topics.values()) topic.mayHaveMissed = true;
    },
  };
}
