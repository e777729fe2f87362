import type { components } from '../../generated/types.ts';
import type { AssetType } from './file-type.ts';

/** An asset announced in a v2 batch: its file is uploaded later. */
export interface AnnouncedAsset {
  /** Our random, unguessable key, which names the asset in its upload link. */
  assetKey: string;
  /** The partner's `asset_id`. */
  assetId: string;
  assetType: AssetType;
}

/** The assets of a batch, in its order, each with a key from `keyOf`. */
export function announcedAssets(
  batch: components['schemas']['CredentialBatch'],
  keyOf: (asset: Omit<AnnouncedAsset, 'assetKey'>) => string,
): AnnouncedAsset[] {
  const items = [...batch.education_items, ...batch.microcredential_items, ...batch.english_proficiency_items];
  return items
    .flatMap((item) => item.assets ?? [])
    .map(({ asset_id, asset_type }) => ({ assetId: asset_id, assetType: asset_type }))
    .map((asset) => ({ ...asset, assetKey: keyOf(asset) }));
}
