import { service } from '../../generated/operations.ts';
import { subscriberOf } from '../domain/client-address.ts';

const { of_partner_bytes, in_all_bytes, anonymous } = service.bodies_under_way;

export type InFlightBodies = ReturnType<typeof createInFlightBodies>;

/** Limits the memory for request bodies that this process has received and not yet handled. */
export function createInFlightBodies() {
  const openOfAnyone = createBodyPool(anonymous.of_address_bytes, anonymous.in_all_bytes);
  return {
    open: createBodyPool(of_partner_bytes, in_all_bytes),
    openAnonymous: (address: string | undefined): InFlightBody => openOfAnyone(subscriberOf(address)),
  };
}

export interface InFlightBody {
  /** Counts received bytes. Calls `cutOff`, now or later, if the body must be dropped to stay within the limits. */
  add(bytes: number, cutOff: () => void): void;
  /** Marks the body as fully received: it can no longer be cut off, but its bytes count until `release`. */
  complete(): void;
  release(): void;
}

interface Sender {
  bytes: number;
  arriving: Set<ArrivingBody>;
}

interface ArrivingBody {
  bytes: number;
  startedAt: number;
  cutOff(): void;
}

function createBodyPool(maxSenderBytes: number, maxPoolBytes: number) {
  const senders = new Map<string, Sender>();
  let bytesInPool = 0;

  return (name: string): InFlightBody => {
    const body: ArrivingBody = { bytes: 0, startedAt: 0, cutOff: () => {} };
    let sender: Sender = { bytes: 0, arriving: new Set() };
    const count = (bytes: number) => {
      body.bytes += bytes;
      sender.bytes += bytes;
      bytesInPool += bytes;
    };
    const release = () => {
      if (body.bytes === 0) return;
      sender.arriving.delete(body);
      count(-body.bytes);
      if (sender.bytes === 0) senders.delete(name);
    };
    return {
      add: (bytes, cutOff) => {
        if (body.bytes === 0) body.startedAt = performance.now();
        sender = senders.get(name) ?? sender;
        senders.set(name, sender);
        sender.arriving.add(body);
        body.cutOff = () => {
          release();
          cutOff();
        };
        count(bytes);
        while (sender.arriving.has(body) && sender.bytes > maxSenderBytes) slowestOf(sender).cutOff();
        while (sender.arriving.has(body) && bytesInPool > maxPoolBytes) slowestOf(largestOf(senders)).cutOff();
      },
      complete() {
        sender.arriving.delete(body);
      },
      release,
    };
  };
}

function largestOf(senders: ReadonlyMap<string, Sender>): Sender {
  const arriving = [...senders.values()].filter((sender) => sender.arriving.size > 0);
  return arriving.reduce((largest, each) => (each.bytes > largest.bytes ? each : largest));
}

function slowestOf({ arriving }: Sender): ArrivingBody {
  const now = performance.now();
  const rateOf = ({ bytes, startedAt }: ArrivingBody) => bytes / (now - startedAt);
  return [...arriving].reduce((slowest, each) => (rateOf(each) < rateOf(slowest) ? each : slowest));
}
