/** Forwards /functions/v1/*. Overwrites cf-connecting-ip, like the hosted gateway, because callers could forge it. */
export function functionsProxy(origin: string) {
  return async (request: Request, callerAddress: string): Promise<Response> => {
    const url = new URL(request.url);
    const headers = new Headers(request.headers);
    headers.set("cf-connecting-ip", callerAddress);
    headers.delete("host");
    headers.delete("connection");
    // `fetch` cannot forward the HTTP method TRACE, and no function uses TRACE.
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
      // Answers are short, so each answer is read whole. The request is then aborted, because a function may answer
      // before it has read the whole request body.
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
