import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { root } from './root.ts';

interface Bom {
  metadata: { component: { name: string } };
  components: { 'bom-ref': string; name: string; group?: string; scope?: string }[];
  dependencies: { ref: string; dependsOn?: string[] }[];
}

/**
 * The bill of materials (CycloneDX, as JSON) of what runs with `name`, by the lock file: the packages `named`, with all
 * that they need. `npm sbom --omit=dev` would leave out what a development dependency needs too.
 */
export async function billOfMaterials(name: string, named: readonly string[]): Promise<string> {
  const options = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--loglevel=error'];
  const { stdout } = await promisify(execFile)('npm', options, { cwd: root, maxBuffer: 64 * 1024 ** 2 });
  const bom: Bom = JSON.parse(stdout);
  const { component } = bom.metadata;
  // npm takes the name of the folder.
  component.name = name;
  keepWhat(bom, named);
  return `${JSON.stringify(bom, null, 2)}\n`;
}

/** Keeps the packages of these names and what they need, and the project itself as what needs them. */
function keepWhat(bom: Bom, named: readonly string[]): void {
  const needs = new Map(bom.dependencies.map(({ ref, dependsOn = [] }) => [ref, dependsOn]));
  const [self] = bom.dependencies.filter(({ ref }) => !bom.components.some((each) => each['bom-ref'] === ref));
  if (self === undefined) throw new Error('npm sbom does not say what the project needs');
  const fullName = ({ group, name }: Bom['components'][number]) => (group === undefined ? name : `${group}/${name}`);
  const direct = bom.components.filter(
    (each) => named.includes(fullName(each)) && self.dependsOn?.includes(each['bom-ref']),
  );
  const kept = new Set<string>();
  const keep = (ref: string): void => {
    if (kept.has(ref)) return;
    kept.add(ref);
    for (const needed of needs.get(ref) ?? []) keep(needed);
  };
  for (const each of direct) keep(each['bom-ref']);
  self.dependsOn = direct.map((each) => each['bom-ref']);
  bom.components = bom.components.filter((each) => kept.has(each['bom-ref']));
  bom.dependencies = [self, ...bom.dependencies.filter(({ ref }) => kept.has(ref))];
}
