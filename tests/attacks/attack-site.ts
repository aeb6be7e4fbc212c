import { sendRaw } from "./raw-http.ts";
import { onEach, type Tally } from "./tally.ts";

const places = [
  "/",
  "/contato",
  "/_dados/",
  "/imagens/",
  "/imagens/pagina/",
  "/assets/",
  "/_ao-vivo",
];
const ups = [
  "../",
  "..%2f",
  "%2e%2e/",
  "%2e%2e%2f",
  "..%5c",
  "..\\",
  "%252e%252e%252f",
  "....//",
  "..;/",
  "..%00/",
  "%c0%ae%c0%ae/",
  ".%09./",
];
const targets = [
  "etc/passwd",
  "package.json",
  "proc/self/environ",
  ".git/config",
  ".vite/manifest.json",
];
const oddPaths = [
  "/%",
  "/%zz",
  "/%ff%fe",
  "/%00",
  "/a%0d%0ax-injetado:%201",
  "/a%0aset-cookie:%20x=1",
  "/?a=%0d%0ax-injetado:1",
  "/%E2%80%A8",
  `/${"a".repeat(8_000)}`,
  `/?${"a=1&".repeat(2_000)}`,
  "/_dados/_dados/_dados",
  "/_dados/%2e%2e/contato?versao=../../x",
  "/_dados/contato?versao=__proto__",
  "/_dados/contato?versao=constructor",
  "/__proto__",
  "/constructor",
  "/hasOwnProperty",
  "/imagens/__proto__/640.webp",
  "/imagens/a-1x1-webp/constructor",
  "/imagens/a-99999999x99999999-webp/640.webp?rect=0,0,99999,99999",
  "/_ao-vivo?caminho=/%0d%0adata:x",
  "/_ao-vivo?caminho[]=/",
  "/robots.txt/",
  "/sitemap.xml?%00",
  "/site.webmanifest/..",
  "/.env",
  "/index.html",
  "/main.js",
  "/snapshot.json",
  "/server/main.js",
  "/@fs/etc/passwd",
  "/@vite/client",
  "/node_modules/",
  "*",
];
const methods = [
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
  "TRACE",
  "CONNECT",
  "PROPFIND",
  "PURGE",
  "M-SEARCH",
  "get",
  "GET\t",
  "NONSENSE",
];
const headers = [
  "Host: evil.example",
  "Host: localhost:99999",
  "Host: a b",
  "Host: localhost@evil.example",
  "Host: [::1",
  "Host: ",
  "Host: evil.example/caminho?",
  "X-Forwarded-Host: evil.example",
  "X-Forwarded-Proto: javascript",
  "X-Original-URL: /admin/simulacoes",
  "X-Rewrite-URL: /admin/simulacoes",
  "Forwarded: host=evil.example",
  "Range: bytes=0-",
  "Range: bytes=-1",
  "Range: bytes=9-1,2-3,0-0",
  "Range: bytes=0-0,0-0,0-0,0-0,0-0,0-0",
  "If-None-Match: *",
  'If-None-Match: """"""',
  `If-None-Match: ${'"a",'.repeat(2_000)}`,
  "If-Modified-Since: x",
  "Accept-Encoding: ,,;q=9,br;q=x",
  "Accept-Encoding: br, br, br;q=0",
  "Accept-Language: ../../etc",
  "Cookie: __proto__=1; a=%00",
  "Content-Length: 5",
  "Content-Length: -1",
  "Content-Length: 0x10",
  "Transfer-Encoding: chunked",
  "Transfer-Encoding: chunked, identity",
  "Transfer-Encoding : chunked",
  "Expect: 100-continue",
  "Expect: 200-maybe",
  "Upgrade: websocket",
  "Upgrade: h2c",
  "Connection: close, host",
  " X-Dobrada: 1",
  "X\u0000Y: 1",
  "NoColon",
  ": empty",
  `X-Long: ${"a".repeat(20_000)}`,
  Array.from({ length: 2_100 }, (_value, index) => `X-${index}: 1`).join("\r\n"),
];

const close = "Connection: close\r\n";
const get = (path: string, header = "Host: localhost") =>
  `GET ${path} HTTP/1.1\r\n${header}\r\n${close}\r\n`;

function requests(): string[] {
  const walks = places.flatMap((place) =>
    ups.flatMap((up) => targets.map((target) => place + up.repeat(6) + target)),
  );
  const smuggled = "GET /admin/simulacoes HTTP/1.1\r\nHost: localhost\r\n\r\n";
  return [
    ...walks.map((path) => get(path)),
    ...oddPaths.map((path) => get(path)),
    ...oddPaths.map((path) => get(`http://evil.example${path}`)),
    ...methods.flatMap((method) =>
      ["/", "/simular", "/_dados/contato", "/_relatos", "/imagens/a/b"].map(
        (path) =>
          `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n${close}\r\n{}`,
      ),
    ),
    ...headers.flatMap((header) =>
      ["/", "/contato/", "/favicon.svg"].map((path) =>
        header.startsWith("Host") ? get(path, header) : get(path, `Host: localhost\r\n${header}`),
      ),
    ),
    `GET / HTTP/1.1\r\n${close}\r\n`,
    `GET / HTTP/9.9\r\nHost: localhost\r\n${close}\r\n`,
    "GET /\r\n\r\n",
    "\r\n\r\n\r\n",
    "\u0016\u0003\u0001\u0000",
    `GET / HTTP/1.1\nHost: localhost\n${close}\n`,
    `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n${close}\r\n0\r\n\r\n${smuggled}`,
    `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n${close}\r\nab`,
    `POST /_relatos HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n${close}\r\nfffffffff\r\n`,
    `POST /_relatos HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n${close}\r\nzz\r\n\r\n`,
  ];
}

const filesOfTheMachine = /root:x:0|"dependencies"|\[core\]\s|PATH=\/|"isEntry"/;

/** Sends malformed and hostile HTTP requests to the site, as raw bytes. */
export async function attackSite(siteUrl: string, tally: Tally): Promise<void> {
  await onEach(requests(), async (bytes) => {
    const { text, statuses, headers: received } = await sendRaw(siteUrl, bytes);
    tally.add("raw HTTP at the site");
    const shown = JSON.stringify(bytes.slice(0, 160));
    const fault = (what: string) => tally.fault(`${what}: ${shown} -> ${text.slice(0, 200)}`);
    if (statuses.some((status) => status >= 500)) fault("a status of 5xx");
    if (/^x-injetado:/im.test(text.split("\r\n\r\n")[0] ?? "")) fault("a header of the caller's");
    if (received.has("set-cookie")) fault("a cookie");
    if (filesOfTheMachine.test(text)) fault("a file of the machine");
    if (/\n\s+at [^\n]+:\d+:\d+|node:internal/.test(text)) fault("a stack trace");
    if (statuses.length > 1) fault("an answer to a request that was smuggled");
    judgeLocation(received.get("location"), siteUrl, fault);
  });
}

/** Checks that a redirect leads to a page of the site, whatever the Host header was. */
export function judgeLocation(
  location: string | undefined,
  siteUrl: string,
  fault: (what: string) => void,
): void {
  if (location !== undefined && new URL(location, siteUrl).origin !== siteUrl) {
    fault(`a redirect to ${location}`);
  }
}

/** Checks that two HTTP requests in one packet get one answer each, in their order. */
export async function attackByPipelining(siteUrl: string, tally: Tally): Promise<void> {
  const pairs = oddPaths.filter((path) => path.length < 200 && path.startsWith("/"));
  await onEach(pairs, async (path) => {
    const first = `GET ${path.startsWith("/_ao-vivo") ? "/termos" : path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
    const { text, statuses } = await sendRaw(siteUrl, first + get("/robots.txt"));
    tally.add("raw HTTP: pipelined", 2);
    if (statuses.length !== 2 || !text.includes("User-agent: *")) {
      tally.fault(`${path} and robots.txt in one packet: ${statuses.join(", ")}`);
    }
  });
}
