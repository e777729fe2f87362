import type { BuildOptions, Metafile } from 'esbuild';

export declare const WHOLE_BUNDLE: Readonly<BuildOptions>;
export declare function bundled(entry: string): Promise<string>;
export declare function copyAssets(folder: string): Promise<void>;
export declare function writeServer(folder: string, options: BuildOptions): Promise<Metafile>;
