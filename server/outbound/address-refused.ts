/** The service does not connect to any address of the host. The error names neither host nor address. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
  readonly code = 'ERR_ADDRESS_REFUSED';

  constructor() {
    super('The host has no address that this service connects to');
  }
}
