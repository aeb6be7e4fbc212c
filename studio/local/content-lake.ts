import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { createApp } from "./http/create-app.ts";
import { openImageCache } from "./assets/image-cache.ts";
import type { Lake } from "./lake.ts";
import { createViewCache } from "./query/perspective.ts";
import { attachPresenceSocket } from "./http/presence-socket.ts";
import { publishOnTime } from "./documents/releases.ts";
import { rebaseAssetUrls } from "./assets/files.ts";
import { openStore } from "./store.ts";
import { createStreamPorts } from "./http/event-streams.ts";

/** Queries travel in the URL, up to 11 kB of them, and listeners up to 15 kB. */
const MAXIMUM_HEADER_BYTES = 64 * 1024;

export interface ContentLakeOptions {
  /** 0 picks a free one. */
  port: number;
  /** Holds the database, the originals and the derived images; created when missing. */
  dataDirectory: string;
  projectId: string;
  dataset: string;
  /** Who shows it may do everything. */
  token: string;
  /** Who shows it may read everything, drafts included. */
  viewerToken?: string | undefined;
  /** Pages from these origins may do everything, without a token. */
  studioOrigins: readonly string[];
}

export interface ContentLake {
  /** Base for `apiHost` of a client, without a slash at the end. */
  url: string;
  port: number;
  /** Ends open streams, then releases the port and the data directory. */
  close(): Promise<void>;
}

/**
 * Starts a Content Lake for one dataset on loopback.
 * Throws when the port is taken or the data directory is in use.
 */
export async function startContentLake(options: ContentLakeOptions): Promise<ContentLake> {
  const assetDirectory = join(options.dataDirectory, "images");
  const fileDirectory = join(options.dataDirectory, "files");
  for (const folder of [assetDirectory, fileDirectory]) await mkdir(folder, { recursive: true });
  const imageCache = await openImageCache(join(options.dataDirectory, "image-cache"));
  const store = openStore(options.dataDirectory);
  const server = createServer({
    maxHeaderSize: MAXIMUM_HEADER_BYTES,
    // Longer than a busy machine takes to use a connection again.
    keepAliveTimeout: 75_000,
  });
  try {
    server.listen(options.port, "127.0.0.1");
    await once(server, "listening");
  } catch (error) {
    store.close();
    throw error;
  }
  const port = portOf(server.address());
  const url = `http://localhost:${port}`;
  const lake: Lake = {
    projectId: options.projectId,
    dataset: options.dataset,
    token: options.token,
    viewerToken: options.viewerToken,
    studioOrigins: options.studioOrigins,
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
    url,
    port,
    async close() {
      stopPublishing();
      closeSockets();
      await lake.streams.close();
      server.close();
      server.closeAllConnections();
      await once(server, "close");
      store.close();
    },
  };
}

function portOf(address: ReturnType<ReturnType<typeof createServer>["address"]>): number {
  if (address === null || typeof address === "string") throw new Error("The port has no number");
  return address.port;
}
