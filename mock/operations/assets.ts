import { refusalOfFile } from '../../server/contract/file-refusal.ts';
import { assetOf } from '../../server/http/caller.ts';
import type { Adaptations } from '../adapt.ts';

/** Uploads: the file is checked and not stored. */
export const adaptAssets = {
  uploadAsset: (request, call) => {
    const assetType = assetOf(call).assetType;
    const refusal = refusalOfFile(assetType, request);
    if (refusal !== null) return { refusal };
    const size = request.body.byteLength;
    return { adapt: (example) => ({ ...example, asset_type: assetType, size }) };
  },
} satisfies Adaptations;
