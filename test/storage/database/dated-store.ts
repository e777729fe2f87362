import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock, Micros } from '../../../server/domain/clock.ts';
import type { Store } from '../../../server/storage/database/store.ts';

/** Argument properties that set the time of a call, in order of precedence. */
const TIME_PROPERTIES = ['now', 'createdAt', 'uploadedAt'] as const;

type Dated<A> = A extends readonly (infer Item)[]
  ? readonly Dated<Item>[]
  : A extends object
    ? A & { [Name in (typeof TIME_PROPERTIES)[number]]?: Micros }
    : A;

/**
 * A store whose calls can set the time of their transaction: in a property of an argument, in a property of the first
 * item if the argument is a list, or in an additional last argument.
 */
export type DatedStore = {
  [Method in keyof Store]: Store[Method] extends (...args: infer A) => infer R
    ? (...args: [...{ [Index in keyof A]: Dated<A[Index]> }, now?: Micros]) => R
    : Store[Method];
};

const times = new AsyncLocalStorage<Micros>();

export const datedClock = (clock: Clock): Clock => ({ now: () => times.getStore() ?? clock.now() });

/** Wraps a store that was opened with a `datedClock`. */
export function datedStore(store: Store): DatedStore {
  const call = (method: (...args: unknown[]) => unknown, args: unknown[]) => {
    const now = timeIn(method.length, args);
    return now === undefined ? method(...args) : times.run(now, () => method(...args.slice(0, method.length)));
  };
  const get = (target: object, name: string) => {
    const value = Reflect.get(target, name);
    return typeof value === 'function' ? (...args: unknown[]) => call(value, args) : value;
  };
  return new Proxy(store, { get } as ProxyHandler<Store>) as DatedStore;
}

function timeIn(length: number, args: readonly unknown[]): Micros | undefined {
  if (args.length > length) return args[length] as Micros;
  const dated = args.map((arg) => Object(Array.isArray(arg) ? arg[0] : arg) as Partial<Record<string, Micros>>);
  return TIME_PROPERTIES.flatMap((name) => dated.map((each) => each[name])).find((time) => time !== undefined);
}
