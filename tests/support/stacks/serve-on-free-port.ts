import { once } from "node:events";
import { type RequestListener, createServer } from "node:http";

export interface FreePortServer {
  url: string;
  /** Ends all open connections. The server still accepts new connections. */
  cut(): void;
  close(): Promise<void>;
}

/** Starts a server on a free port of this machine. `answer` handles the HTTP requests. */
export async function serveOnFreePort(answer: RequestListener): Promise<FreePortServer> {
  const server = createServer(answer);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The port has no number");
  const cut = () => server.closeAllConnections();
  return {
    url: `http://localhost:${address.port}`,
    cut,
    async close() {
      server.close();
      cut();
      await once(server, "close");
    },
  };
}
