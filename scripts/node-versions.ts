import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './project/root.ts';

const { engines } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

/** Supported versions of Node, such as `20.19` and `22`, from `engines` in package.json. */
export const nodeVersions: readonly string[] = engines.node.match(/\d[\d.]*/g);
