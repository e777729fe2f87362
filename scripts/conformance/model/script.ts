import type { Sent } from './course.ts';

/**
 * A sequence as a shell script that sends it again; what answers called by a new identifier is taken from the new
 * answers. It needs curl and jq, and the tokens of the partners in TOKEN and OTHER_TOKEN.
 */
export function scriptOf(baseUrl: string, exchanges: readonly Sent[]): string {
  const named: [string, string][] = [];
  const quoted = (text: string) =>
    named.reduce(
      (found, [value, name]) => found.replaceAll(value, `'"$${name}"'`),
      `'${text.replaceAll("'", "'\\''")}'`,
    );
  const lines = exchanges.map(({ actor, prepared, answer }, i) => {
    const { method, target, headers, body } = prepared.wire;
    const line = [
      'curl -sS',
      ...(method === 'GET' ? [] : [`-X ${method}`]),
      quoted(baseUrl + target),
      ...Object.entries(headers).map(([name, value]) =>
        name === 'authorization'
          ? `-H "Authorization: Bearer $${actor === 1 ? 'OTHER_TOKEN' : 'TOKEN'}"`
          : `-H ${quoted(`${name}: ${value}`)}`,
      ),
      ...(body === undefined ? [] : [`-d ${quoted(Buffer.from(body).toString())}`]),
    ].join(' ');
    const later = exchanges.slice(i + 1).map((each) => each.prepared.wire.target + (each.prepared.wire.body ?? ''));
    const isUsed = (value: unknown) =>
      typeof value === 'string' && value.length > 7 && later.some((text) => text.includes(value));
    const made = Object.entries((answer.json as object | null) ?? {}).find(([, value]) => isUsed(value));
    if (made === undefined || named.some(([value]) => value === made[1])) return line;
    named.push([made[1], `ID${named.length + 1}`]);
    return `ID${named.length}=$(${line} | tee /dev/stderr | jq -r '.${made[0]}')`;
  });
  return `${lines.join('\n')}\n`;
}
