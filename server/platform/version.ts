import { contractVersion } from '../../generated/operations.ts';

/** Version of the service. The service, the contract, and the packages of a release have the same version. */
export const version = contractVersion;
