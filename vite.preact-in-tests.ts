// Makes packages that Node loads itself render with Preact too, as in the built site. Vite replaces React only in what it transforms.
import { registerHooks } from 'node:module';
import { PREACT_MODULES } from './vite.preact.ts';

registerHooks({ resolve: (specifier, context, next) => next(PREACT_MODULES[specifier] ?? specifier, context) });
