import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ConformanceReport } from '../types.ts';
import { htmlReport } from './html.ts';
import { junitReport } from './junit.ts';
import { sarifReport } from './sarif.ts';

/**
 * Writes `conformance.xml` (JUnit), `conformance.html` (self-contained), `conformance.json` (the whole report) and
 * `conformance.sarif` into a folder, which is made when it is missing.
 *
 * @returns the paths, in this order
 * @throws an Error that names the folder when it cannot be written
 */
export async function writeReport(folder: string, report: ConformanceReport): Promise<string[]> {
  const contents: readonly (readonly [string, string])[] = [
    ['conformance.xml', junitReport(report)],
    ['conformance.html', htmlReport(report)],
    ['conformance.json', `${JSON.stringify(report, null, 2)}\n`],
    ['conformance.sarif', sarifReport(report)],
  ];
  try {
    await mkdir(folder, { recursive: true });
    return await Promise.all(
      contents.map(async ([name, content]) => {
        const file = path.join(folder, name);
        await writeFile(file, content);
        return file;
      }),
    );
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The report cannot be written into ${path.resolve(folder)}: ${why}`, { cause });
  }
}
