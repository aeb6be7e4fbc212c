import { mediaAssetSource } from "sanity-plugin-media";
import type { AssetSource } from "sanity";

/**
 * Where images come from: the Studio's own source, which takes what is dragged to a field, with the
 * library in place of its dialog to choose from. The plugin's two would only be the same again.
 */
export function chooseInLibrary(sources: AssetSource[]): AssetSource[] {
  return sources
    .filter(({ Uploader }) => Uploader)
    .map((source) => ({ ...source, component: mediaAssetSource.component }));
}
