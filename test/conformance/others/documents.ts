import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** A contract in the manner of others (museum.yaml). */
export const museumFile = fileURLToPath(new URL('museum.yaml', import.meta.url));

/** A public contract, written by others: Scalar Galaxy (github.com/scalar/scalar, packages/galaxy; MIT). */
export const galaxyFile = createRequire(import.meta.url).resolve('@scalar/galaxy/3.1.yaml');
