// Deno runs this file. It serves every folder of supabase/functions that has an index.ts, under /functions/v1/<name>.
// This one process serves all functions. The hosted runtime starts one process for each function.

type Handler = (request: Request, info: object) => Response | Promise<Response>;
type Serve = (first: Handler | object, second?: Handler) => object;
declare const Deno: {
  args: string[];
  readDir(path: URL): AsyncIterable<{ name: string }>;
  stat(path: URL): Promise<object>;
  serve: Serve;
};

const [folder = "", port = "0"] = Deno.args;
const root = new URL(folder);
const listen = Deno.serve;
const handlers = new Map<string, Handler>();

// `waitUntil` lets a function work after its HTTP answer. This process keeps running anyway, so `waitUntil` only logs
// errors.
Object.assign(globalThis, {
  EdgeRuntime: {
    waitUntil(work: Promise<unknown>) {
      work.catch((error: unknown) => console.error(error));
    },
  },
});

const names: string[] = [];
for await (const { name } of Deno.readDir(root)) {
  const hasEntry = await Deno.stat(new URL(`${name}/index.ts`, root)).then(
    () => true,
    () => false,
  );
  if (hasEntry) names.push(name);
}

// The functions are imported one after the other, because each passes its handler to Deno.serve while it is imported.
for (const name of names.toSorted()) {
  Deno.serve = (first, second) => {
    const handler = second ?? first;
    if (typeof handler === "function") handlers.set(name, (...call) => handler.apply(null, call));
    return {};
  };
  try {
    await import(new URL(`${name}/index.ts`, root).href);
  } catch (error) {
    // If one function fails to start, the others start anyway, as on a hosted project.
    console.error(`${name} failed to start`, error);
  }
}

listen({ port: Number(port), hostname: "127.0.0.1", onListen: () => console.log("ready") }, answer);

async function answer(request: Request, info: object): Promise<Response> {
  const url = new URL(request.url);
  const [, name = "", rest = ""] =
    /^\/functions\/v1\/([a-z0-9-]+)(\/.*)?$/.exec(url.pathname) ?? [];
  const handler = handlers.get(name);
  if (!handler) {
    const known = names.includes(name);
    return Response.json(
      known
        ? { code: "BOOT_ERROR", message: "Function failed to start (please check logs)" }
        : { code: "NOT_FOUND", message: "Requested function was not found" },
      { status: known ? 503 : 404 },
    );
  }
  // A hosted function sees its own name as the first part of the URL's path.
  url.pathname = `/${name}${rest}`;
  return await handler(new Request(url, request), info);
}

// A file without an import or export is no module and may not use await at the top level.
// oxlint-disable-next-line unicorn/require-module-specifiers
export {};
