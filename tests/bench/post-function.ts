import { type Agent, request as httpRequest } from "node:http";
import { text } from "node:stream/consumers";
import type { BackendStack } from "./backend-stack.ts";

interface FunctionCall {
  agent: Agent;
  name: string;
  body: unknown;
  /** Loopback address of the caller, because limits count calls by network address. */
  localAddress: string;
}

/** Calls an edge function as the pages of the site do and returns the HTTP status. */
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
