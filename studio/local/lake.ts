import type { AccessRules } from "./http/access.ts";
import type { ImageCache } from "./assets/image-cache.ts";
import type { Perspective, View } from "./query/perspective.ts";
import type { Store } from "./store.ts";
import type { StreamPorts } from "./http/event-streams.ts";

/** What the endpoints share: one dataset of one project and the parts that serve it. */
export interface Lake extends AccessRules {
  projectId: string;
  dataset: string;
  /** Base of the URLs of assets, without a slash at the end. */
  url: string;
  /** Folder of the uploaded pictures. */
  assetDirectory: string;
  /** Folder of what else was uploaded. */
  fileDirectory: string;
  imageCache: ImageCache;
  store: Store;
  streams: StreamPorts;
  view(perspective: Perspective, editor: boolean): View;
}
