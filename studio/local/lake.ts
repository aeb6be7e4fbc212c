import type { AccessRules } from "./access.ts";
import type { ImageCache } from "./image-cache.ts";
import type { Perspective, View } from "./perspective.ts";
import type { Store } from "./store.ts";
import type { StreamPorts } from "./stream-ports.ts";

/** What the endpoints share: one dataset of one project and the parts that serve it. */
export interface Lake extends AccessRules {
  projectId: string;
  dataset: string;
  /** Base of the URLs of assets, without a slash at the end. */
  url: string;
  /** Folder of the uploaded originals. */
  assetDirectory: string;
  imageCache: ImageCache;
  store: Store;
  streams: StreamPorts;
  view(perspective: Perspective, editor: boolean): View;
}
