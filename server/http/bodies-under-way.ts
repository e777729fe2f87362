import { service } from '../../generated/operations.ts';

const { of_partner_bytes: OF_PARTNER, in_all_bytes: IN_ALL } = service.bodies_under_way;

/** Counts the bodies that are being received or worked on in this process, so that no memory is filled with them. */
export class BodiesUnderWay {
  #inAll = 0;
  readonly #ofPartners = new Map<string, number>();

  /** Makes room for a body of a partner, in bytes; false when there is none. To be left again, when it is answered. */
  enter(clientId: string, bytes: number): boolean {
    const own = (this.#ofPartners.get(clientId) ?? 0) + bytes;
    if (own > OF_PARTNER || this.#inAll + bytes > IN_ALL) return false;
    this.#inAll += bytes;
    this.#ofPartners.set(clientId, own);
    return true;
  }

  leave(clientId: string, bytes: number): void {
    this.#inAll -= bytes;
    const own = (this.#ofPartners.get(clientId) ?? 0) - bytes;
    if (own > 0) this.#ofPartners.set(clientId, own);
    else this.#ofPartners.delete(clientId);
  }
}
