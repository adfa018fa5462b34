import { createDb, createPool } from '#server/platform/db/pool.ts';
import { givePoints } from './factories.ts';
import { playToldMatch } from './play-told-match.ts';

/** A process that plays the match for the user with this address, and prints its ids: for journeys, which import nothing of the server. */
const [databaseUrl = '', email = ''] = process.argv.slice(2);
const db = createDb(createPool(databaseUrl, { max: 2 }));
const user = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow();
await givePoints(db, user.id, 1_000, new Date());
console.log(JSON.stringify(await playToldMatch(db, user)));
await db.destroy();
