/** The address of a host is not one that this service connects to. Names neither the host nor the address. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
  readonly code = 'ERR_ADDRESS_REFUSED';

  constructor() {
    super('The host has no address that this service connects to');
  }
}
