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
    const sent = new AbortController();
    try {
      const answer = await fetch(`${origin}${url.pathname}${url.search}`, {
        method: request.method,
        headers,
        body: request.body,
        redirect: "manual",
        signal: sent.signal,
        ...(request.body ? { duplex: "half" } : {}),
      });
      const { status, statusText } = answer;
      const answered = { status, statusText, headers: new Headers(answer.headers) };
      // Answers are short. One that came before its request was read needs no more of that.
      const bytes = [101, 204, 205, 304].includes(status) ? null : await answer.arrayBuffer();
      return new Response(bytes, answered);
    } catch {
      return Response.json(
        { code: "BOOT_ERROR", message: "Function failed to start (please check logs)" },
        { status: 503, headers: { "access-control-allow-origin": "*" } },
      );
    } finally {
      sent.abort();
    }
  };
}
