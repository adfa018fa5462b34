import { z } from 'zod';
import type { ContactKind } from '#domain/chat/contact-mask.ts';

/** Fields that lead to a person. The server masks them for admins who do not see contacts, wherever they stand in a reply (http/mask-contacts.ts). */
const fields = z.registry<{ kind: ContactKind }>();

/** A field with a contact of some kind. */
export const contactField = (kind: ContactKind) => z.string().register(fields, { kind });

/** What kind of contact a field holds; undefined for all others. */
export const contactKindOf = (schema: z.core.$ZodType): ContactKind | undefined => fields.get(schema)?.kind;
