import { mkdir } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { type AccessRules, closeServer, listenOnLoopback } from "./http/access.ts";
import { createApp } from "./http/create-app.ts";
import { openImageCache } from "./assets/image-cache.ts";
import type { Lake } from "./http/endpoint.ts";
import { createViewCache } from "./query/perspective.ts";
import { attachPresenceSocket } from "./http/presence-socket.ts";
import { publishOnTime } from "./documents/releases.ts";
import { rebaseAssetUrls } from "./assets/files.ts";
import { openStore } from "./store.ts";
import { createStreamPorts } from "./http/event-streams.ts";

/** Maximum size of headers including the URL. Clients put queries (up to 11 kB, for listeners 15 kB) into the URL. */
const MAXIMUM_HEADER_BYTES = 64 * 1024;

export interface ContentLakeOptions extends AccessRules {
  /** Port of the server; 0 selects a free port. */
  port: number;
  /** Directory of the database, the original images and their resized copies. It is created when missing. */
  dataDirectory: string;
  projectId: string;
  dataset: string;
}

export type ContentLake = Awaited<ReturnType<typeof startContentLake>>;

/** Starts a Content Lake for one dataset on loopback. Throws when the port or the data directory is in use. */
export async function startContentLake(options: ContentLakeOptions) {
  const assetDirectory = join(options.dataDirectory, "images");
  const fileDirectory = join(options.dataDirectory, "files");
  for (const folder of [assetDirectory, fileDirectory]) await mkdir(folder, { recursive: true });
  const imageCache = await openImageCache(join(options.dataDirectory, "image-cache"));
  const store = openStore(options.dataDirectory);
  const server = createServer({
    maxHeaderSize: MAXIMUM_HEADER_BYTES,
    // Idle connections stay open for long enough that a busy client can use them again.
    keepAliveTimeout: 75_000,
  });
  const port = await listenOnLoopback(server, options.port).catch((error: unknown) => {
    store.close();
    throw error;
  });
  const url = `http://localhost:${port}`;
  const lake: Lake = {
    ...options,
    url,
    assetDirectory,
    fileDirectory,
    imageCache,
    store,
    streams: createStreamPorts(),
    view: createViewCache(store),
  };
  rebaseAssetUrls(store, url);
  server.on("request", getRequestListener(createApp(lake).fetch));
  const stopPublishing = publishOnTime(store);
  const closeSockets = attachPresenceSocket(server, lake);

  return {
    /** Base URL for a client's `apiHost`, without a slash at the end. */
    url,
    port,
    /** Ends open event streams, then frees the port and the data directory. */
    async close() {
      stopPublishing();
      closeSockets();
      await lake.streams.close();
      await closeServer(server);
      store.close();
    },
  };
}
