import { service } from '../../generated/operations.ts';

const { of_partner_bytes: OF_PARTNER, in_all_bytes: IN_ALL } = service.bodies_under_way;

/** Limits the total size of the request bodies in progress in this process, to limit memory usage. */
export class InFlightBodies {
  #inAll = 0;
  readonly #ofPartners = new Map<string, number>();

  /** Reserves `bytes` for a partner's request body. Returns false if a limit would be exceeded. */
  reserve(clientId: string, bytes: number): boolean {
    const own = (this.#ofPartners.get(clientId) ?? 0) + bytes;
    if (own > OF_PARTNER || this.#inAll + bytes > IN_ALL) return false;
    this.#inAll += bytes;
    this.#ofPartners.set(clientId, own);
    return true;
  }

  release(clientId: string, bytes: number): void {
    this.#inAll -= bytes;
    const own = (this.#ofPartners.get(clientId) ?? 0) - bytes;
    if (own > 0) this.#ofPartners.set(clientId, own);
    else this.#ofPartners.delete(clientId);
  }
}
