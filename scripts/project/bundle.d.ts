import type { BuildOptions } from 'esbuild';

export declare const WHOLE_BUNDLE: Readonly<BuildOptions>;
export declare function bundled(entry: string): Promise<string>;
export declare function copyAssets(folder: string): Promise<void>;
