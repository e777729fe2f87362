import type { Contract } from '../generate/contract.ts';

const HEADING = /^## (\S+) \((\d{4}-\d\d-\d\d)\)\n/m;

/** The changelog as a feed (Atom, RFC 4287), the newest entry first. An entry keeps its identifier for ever. */
export function changelogFeed(changelog: string, { info, servers }: Contract): string {
  const { url = '' } = servers.find((server) => server['x-environment'] === 'production') ?? {};
  const [, ...parts] = changelog.split(new RegExp(HEADING, 'gm'));
  const entries = [];
  for (let at = 0; at < parts.length; at += 3) {
    const [version = '', date = '', text = ''] = parts.slice(at);
    entries.push({ version, date, text: text.trim() });
  }
  const link = `${url}/reference#/changelog`;
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `  <title>${escaped(info.title)}: changelog</title>`,
    `  <id>${url}/reference/changelog.atom</id>`,
    `  <link rel="self" href="${url}/reference/changelog.atom"/>`,
    `  <link href="${link}"/>`,
    `  <author><name>${escaped(info.title)}</name></author>`,
    `  <updated>${entries[0]?.date}T00:00:00Z</updated>`,
    ...entries.flatMap(({ version, date, text }) => [
      '  <entry>',
      `    <title>${version}</title>`,
      `    <id>${url}/reference/changelog.atom#${version}</id>`,
      `    <link href="${link}"/>`,
      `    <updated>${date}T00:00:00Z</updated>`,
      `    <content type="text">${escaped(text)}</content>`,
      '  </entry>',
    ]),
    '</feed>',
    '',
  ].join('\n');
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
