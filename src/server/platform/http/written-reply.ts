declare const ofReply: unique symbol;

/**
 * A reply that its handler has written as JSON, because most of it is the same for many callers. The handler has parsed its parts with the
 * endpoint's reply schema: `mount` sends the text as it is.
 */
export class WrittenReply<R> {
  declare readonly [ofReply]: R;
  readonly json: string;

  constructor(json: string) {
    this.json = json;
  }
}
