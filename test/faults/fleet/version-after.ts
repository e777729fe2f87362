import { readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { build, type Plugin } from 'esbuild';
import { WHOLE_BUNDLE } from '../../../scripts/bundle.js';
import { ROOT } from '../../support/process.ts';

export interface Version {
  /** Files for Node. */
  server: string;
  cli: string;
}

/** A migration that adds a column, a table and an index, beside the migrations of this version. */
const expansion: Plugin = {
  name: 'expansion',
  setup({ onLoad }) {
    onLoad({ filter: /store\/engine\/migrations\.ts$/ }, async (file) => {
      const text = await readFile(file.path, 'utf8');
      const last = '(db) => initialSchema(db, types) },';
      if (!text.includes(last)) throw new Error('The list of migrations ends otherwise');
      const added = `${last}
        '9001_expand': {
          up: async (db) => {
            await sql.raw(\`alter table partners add column motto \${types.text} not null default ''\`).execute(db);
            await sql.raw(\`create table mottos (motto \${types.text})\`).execute(db);
            await sql.raw('create index submissions_age on submissions (created_at)').execute(db);
          },
        },`;
      return { contents: text.replace(last, added), loader: 'ts' };
    });
  },
};

/** Builds a version after this one, which expands the schema, in an empty folder. */
export async function buildVersionAfter(folder: string): Promise<Version> {
  await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  await build({
    ...WHOLE_BUNDLE,
    plugins: [expansion, ...(WHOLE_BUNDLE.plugins ?? [])],
    entryPoints: ['server/main.ts', 'server/cli.ts'],
    outdir: folder,
    outbase: ROOT,
    outExtension: { '.js': '.mjs' },
  });
  return { server: path.join(folder, 'server/main.mjs'), cli: path.join(folder, 'server/cli.mjs') };
}
