import type { ReplyPlan } from '#server/platform/http/response-cache.ts';

/** Returns the plan of a reply that is made from another one: it becomes stale by the same topics. */
export const mapped = <From, To>({ key, topics, make }: ReplyPlan<From>, map: (reply: From) => To): ReplyPlan<To> => ({
  key,
  topics,
  make: async () => map(await make()),
});
