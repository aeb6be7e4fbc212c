import { type Agent, request as httpRequest } from "node:http";
import { text } from "node:stream/consumers";
import type { BackendStack } from "./backend-stack.ts";

interface FunctionCall {
  agent: Agent;
  name: string;
  body: unknown;
  /** A loopback address, because limits count by address. */
  localAddress: string;
}

/** Calls an edge function as a browser of the site does; gives the status of the answer. */
export function postFunction(
  stack: Pick<BackendStack, "url" | "siteUrl" | "publishableKey">,
  { agent, name, body, localAddress }: FunctionCall,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      `${stack.url}/functions/v1/${name}`,
      {
        method: "POST",
        agent,
        localAddress,
        headers: {
          origin: stack.siteUrl,
          apikey: stack.publishableKey,
          "content-type": "application/json",
        },
      },
      (response) => {
        text(response).then(() => resolve(response.statusCode ?? 0), reject);
      },
    );
    request.on("error", reject);
    request.end(JSON.stringify(body));
  });
}
