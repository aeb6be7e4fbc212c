import { connect } from "node:net";

const SILENCE_MS = 3_000;

/** What came back over one connection: the head and body of each answer, as they came. */
export interface RawAnswer {
  text: string;
  statuses: number[];
  /** Of the first answer, names in lower case. */
  headers: Map<string, string>;
}

/** Sends bytes as no HTTP client would, and reads until the server ends the connection. */
export function sendRaw(url: string, bytes: string | Buffer): Promise<RawAnswer> {
  const { port } = new URL(url);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), "127.0.0.1", () => socket.write(bytes));
    // A server may wait for the rest of a request that never comes.
    socket.setTimeout(SILENCE_MS, () => socket.destroy());
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("error", () => socket.destroy());
    socket.on("close", () => resolve(readAnswers(Buffer.concat(chunks).toString("latin1"))));
  });
}

function readAnswers(text: string): RawAnswer {
  // The next answer begins right behind the body of the one before.
  const statusLines = [...text.matchAll(/HTTP\/1\.1 ([2-5]\d\d) [A-Za-z -]+\r\n/g)];
  const statuses = statusLines.map(([, status]) => Number(status));
  const [head = ""] = text.split("\r\n\r\n");
  const lines = head.split("\r\n").slice(1);
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { text, statuses, headers: new Map(headers) };
}
