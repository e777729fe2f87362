import { readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { build, type Plugin } from 'esbuild';
import { WHOLE_BUNDLE } from '../../scripts/project/bundle.ts';
import { ownAddress } from './bundle.ts';
import { ROOT } from './process.ts';

export interface Version {
  server: string;
  cli: string;
}

/** esbuild plugin that adds a migration, which creates a column, a table and an index, to those of this version. */
const expansion: Plugin = {
  name: 'expansion',
  setup({ onLoad }) {
    onLoad({ filter: /database\/engine\/migrations\.ts$/ }, async (file) => {
      const text = await readFile(file.path, 'utf8');
      const last = '(db) => initialSchema(db, types) },';
      if (!text.includes(last)) throw new Error('The last migration is not the expected one');
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

/** Builds a later version, which has an additional migration, in an empty folder. */
export async function buildVersionAfter(folder: string): Promise<Version> {
  await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  await build({
    ...WHOLE_BUNDLE,
    plugins: [expansion, ownAddress],
    entryPoints: ['server/main.ts', 'server/cli.ts'],
    outdir: folder,
    outbase: ROOT,
    outExtension: { '.js': '.mjs' },
  });
  return { server: path.join(folder, 'server/main.mjs'), cli: path.join(folder, 'server/cli.mjs') };
}
