import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";

/** HTTP request of an attacker, sent exactly as written here. */
export interface Probe {
  method?: string;
  /** Path and query as they are sent, without any correction. */
  path: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array | undefined;
  /** Loopback address from which the probe is sent, because limits count calls by network address. */
  from?: string | undefined;
}

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** Creates a sender of probes to one server. The sender keeps its connections open and reuses them. */
export function createSender(url: string) {
  const { hostname, port } = new URL(url);
  const agents = new Map<string, Agent>();

  function agentFrom(address: string): Agent {
    const agent = agents.get(address) ?? new Agent({ keepAlive: true, maxSockets: 16 });
    agents.set(address, agent);
    return agent;
  }

  function sendOnce(
    { method = "GET", path, headers = {}, body, from }: Probe,
    agent: Agent | false,
  ) {
    return new Promise<Answer>((resolve, reject) => {
      const length =
        body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
      const sent = request(
        {
          hostname,
          port,
          method,
          path,
          headers: { ...length, ...headers },
          agent,
          ...(from ? { localAddress: from } : {}),
        },
        (reply) => {
          const { statusCode: status = 0, headers: received } = reply;
          text(reply).then((read) => resolve({ status, headers: received, body: read }), reject);
        },
      );
      sent.on("error", reject);
      sent.end(body);
    });
  }

  return {
    async send(probe: Probe): Promise<Answer> {
      try {
        return await sendOnce(probe, agentFrom(probe.from ?? ""));
      } catch (error) {
        // The server may have closed the reused connection. The probe is then sent again over a new connection.
        if (!isReset(error)) throw error;
        return sendOnce({ ...probe, headers: { ...probe.headers, connection: "close" } }, false);
      }
    },
    close() {
      for (const agent of agents.values()) agent.destroy();
    },
  };
}

export type Sender = ReturnType<typeof createSender>;

function isReset(error: unknown): boolean {
  return error instanceof Error && "code" in error && /ECONNRESET|EPIPE/.test(String(error.code));
}
