import { ArgumentError } from '../../conformance/arguments.ts';

/** Takes the place of our own server and mock in the kit: the package has no server to check. */
export function startOwnServer(): never {
  throw new ArgumentError('--base-url is needed: what is to be held to the contract.');
}

export const startOwnMock = startOwnServer;
