import { z } from 'zod';
import type { ContactKind } from '#domain/chat/contact-mask.ts';

/** Contact data. The server masks these fields for admins who do not see contacts, anywhere in a reply (http/mask-contacts.ts). */
const fields = z.registry<{ kind: ContactKind }>();

/** A field with contact data of some kind. */
export const contactField = (kind: ContactKind) => z.string().register(fields, { kind });

/** The kind of contact that a field holds; undefined for all other fields. */
export const contactKindOf = (schema: z.core.$ZodType): ContactKind | undefined => fields.get(schema)?.kind;
