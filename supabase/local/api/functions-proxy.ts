/**
 * Hands /functions/v1/* to the functions process. Like the hosted gateway it overwrites
 * cf-connecting-ip with the caller's address, so that nobody can choose their own.
 */
export function functionsProxy(origin: string) {
  return async (request: Request, callerAddress: string): Promise<Response> => {
    const url = new URL(request.url);
    const headers = new Headers(request.headers);
    headers.set("cf-connecting-ip", callerAddress);
    headers.delete("host");
    headers.delete("connection");
    // Not to be handed on by fetch, and known to no function.
    if (request.method === "TRACE") return new Response(null, { status: 405 });
    try {
      const answer = await fetch(`${origin}${url.pathname}${url.search}`, {
        method: request.method,
        headers,
        body: request.body,
        redirect: "manual",
        ...(request.body ? { duplex: "half" } : {}),
      });
      return new Response(answer.body, answer);
    } catch {
      return Response.json(
        { code: "BOOT_ERROR", message: "Function failed to start (please check logs)" },
        { status: 503, headers: { "access-control-allow-origin": "*" } },
      );
    }
  };
}
