/**
 * Several cases in one request: each changes another place of the same sound body, and every violation is answered at
 * once (section "Errors" of the contract), so that one answer judges all of them. What is answered wrongly is asked
 * again, each case by itself.
 */
import { createHash } from 'node:crypto';
import type { ContractError } from '../contract/validators.ts';
import { escaped, isObject, type Json, memberOf, withValue } from '../json.ts';
import type { Case } from '../types.ts';
import { pointersOf } from './schema-errors.ts';

/** In what the body of a case differs from a sound one. */
export interface Change {
  /** The sound body, by identity. */
  from: Json;
  pointer: string;
  /** Absent, when it is undefined. */
  value: Json;
  /** What the contract has against it; empty when it is accepted. */
  errors: readonly ContractError[];
}

/** A case whose request has all changes of its parts. */
export interface Pack extends Case {
  parts: readonly Case[];
}

/** So many changes at most in one request: of what is answered wrongly, each is asked by itself. */
const MOST = 12;

/** JSON characters of a value that still shares a request. */
const LARGE = 500;

/** The change that comes to the same at the smallest place: one member of an object, where the others stay. */
export function narrowed(pointer: string, valid: Json, value: Json): Pick<Change, 'pointer' | 'value'> {
  if (!isObject(valid) || !isObject(value)) return { pointer, value };
  const names = new Set([...Object.keys(valid), ...Object.keys(value)]);
  const [name, ...others] = [...names].filter((name) => memberOf(valid, name) !== memberOf(value, name));
  if (name === undefined || others.length > 0) return { pointer, value };
  return narrowed(`${pointer}/${escaped(name)}`, memberOf(valid, name), memberOf(value, name));
}

const isWithin = (one: string, other: string) => one === other || one.startsWith(`${other}/`);

/** Which of the changes go into one request, by their places in the list. Those that stay alone are in none. */
export function packsOf(
  changes: readonly (Change | undefined)[],
  errorsOf: (body: Json) => readonly ContractError[],
): number[][] {
  const packs = new Map<Json, { isRefused: boolean; members: number[]; pointers: string[] }[]>();
  for (const [n, change] of changes.entries()) {
    if (change === undefined || (JSON.stringify(change.value)?.length ?? 0) > LARGE) continue;
    const { from, pointer, errors } = change;
    const isRefused = errors.length > 0;
    const known = packs.get(from) ?? [];
    packs.set(from, known);
    const open = known.find(
      (pack) =>
        pack.isRefused === isRefused &&
        pack.members.length < MOST &&
        pack.pointers.every((other) => !isWithin(pointer, other) && !isWithin(other, pointer)),
    );
    if (open === undefined) known.push({ isRefused, members: [n], pointers: [pointer] });
    else {
      open.members.push(n);
      open.pointers.push(pointer);
    }
  }
  return [...packs.values()].flat().flatMap(({ members }) => {
    const [first, ...others] = members.map((n) => changes[n] as Change);
    if (first === undefined || others.length === 0) return [];
    const body = withChanges(withValue(first.from, first.pointer, first.value), others);
    // One may take away what another is judged by.
    const wanted = [first, ...others].flatMap(({ errors }) => errors);
    return violationsOf(errorsOf(body)) === violationsOf(wanted) ? [members] : [];
  });
}

/** In an order that does not depend on that of the members. */
const violationsOf = (errors: readonly ContractError[]) =>
  JSON.stringify(errors.flatMap((error) => pointersOf(error).map((at) => `${at} ${error.schemaPath}`)).sort());

const withChanges = (body: Json, changes: readonly Pick<Change, 'pointer' | 'value'>[]) =>
  changes.reduce((changed, { pointer, value }) => withValue(changed, pointer, value), body);

/** One case of several, with the identifiers of the first. */
export function packed(parts: readonly { made: Case; change: Change }[]): Pack {
  const [first, ...others] = parts as [(typeof parts)[number], ...typeof parts];
  const { made } = first;
  const names = parts.map(({ made: { name } }) => name).join('\n');
  const digest = createHash('sha256').update(names).digest('hex').slice(0, 8);
  const body = made.request.body as { json: Json };
  return {
    ...made,
    name: `${made.name} and ${others.length} more at once (${digest})`,
    request: {
      ...made.request,
      body: {
        json: withChanges(
          body.json,
          others.map(({ change }) => change),
        ),
      },
    },
    covers: parts.flatMap(({ made: { covers } }) => covers),
    parts: parts.map(({ made }) => made),
  };
}
