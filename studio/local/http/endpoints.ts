import type { Endpoint } from "./endpoint.ts";
import { documentEndpoints } from "./routes/documents.ts";
import { fileEndpoints } from "./routes/files.ts";
import { historyEndpoints } from "./routes/history.ts";
import { imageEndpoints } from "./routes/images.ts";
import { listenEndpoints } from "./routes/listen.ts";
import { liveEndpoints } from "./routes/live-events.ts";
import { mutationEndpoints } from "./routes/mutate.ts";
import { projectEndpoints } from "./routes/project.ts";
import { queryEndpoints } from "./routes/query.ts";
import { signInEndpoints } from "./routes/sign-in.ts";
import { studioExtraEndpoints } from "./routes/studio-extras.ts";
import { uploadEndpoints } from "./routes/upload.ts";

/** Everything this server imitates, in the order in which it is matched. */
export const endpoints: readonly Endpoint[] = [
  ...queryEndpoints,
  ...documentEndpoints,
  ...mutationEndpoints,
  ...listenEndpoints,
  ...liveEndpoints,
  ...historyEndpoints,
  ...uploadEndpoints,
  ...imageEndpoints,
  ...fileEndpoints,
  ...signInEndpoints,
  ...projectEndpoints,
  ...studioExtraEndpoints,
];
