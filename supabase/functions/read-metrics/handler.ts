import * as z from "zod/mini";
import { buildId } from "#contracts/build-id.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { equalSecrets, isUnnamed } from "../_shared/http/caller.ts";
import { unauthorized } from "../_shared/http/request-failure.ts";
import type { Parts } from "../_shared/parts.ts";
import { keyFingerprint } from "../_shared/hashes.ts";

/**
 * Reports waiting work, failures, version, key fingerprints and whether the caller's IP address is known. The report
 * has no personal data.
 */
export function createHandler(parts: Parts): Handler {
  const { publicGate, callDatabase, metricsKey } = parts;

  async function setUp(request: Request) {
    const keys = Object.entries(parts.sharedKeys).map(
      async ([name, key]) => [name, key ? await keyFingerprint(key) : null] as const,
    );
    return {
      build: buildId,
      isCallerNamed: !isUnnamed(parts.callerAddress(request) ?? ""),
      keys: Object.fromEntries(await Promise.all(keys)),
    };
  }

  return createEndpoint(publicGate, {
    name: "read-metrics",
    schema: z.object({}),
    async answer(_nothing, request) {
      // If no key is configured, every call is refused.
      if (!metricsKey || !equalSecrets(request.headers.get("x-metrics-key") ?? "", metricsKey)) {
        throw unauthorized();
      }
      const metrics = z.looseObject({}).parse(await callDatabase("backend_metrics", {}));
      return { ...metrics, functions: await setUp(request) };
    },
  });
}
