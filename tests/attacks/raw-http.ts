import { connect } from "node:net";

const SILENCE_MS = 3_000;

/** Data that one connection received, unchanged: heads and bodies of all answers. */
export interface RawAnswer {
  text: string;
  statuses: number[];
  /** Headers of the first answer on the connection, with names in lower case. */
  headers: Map<string, string>;
}

/** Sends raw bytes that no HTTP client would send, and reads until the server closes the connection. */
export function sendRaw(url: string, bytes: string | Buffer): Promise<RawAnswer> {
  const { port } = new URL(url);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), "127.0.0.1", () => socket.write(bytes));
    // Closes a silent connection, because the server may wait for the rest of a truncated HTTP request.
    socket.setTimeout(SILENCE_MS, () => socket.destroy());
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("error", () => socket.destroy());
    socket.on("close", () => resolve(readAnswers(Buffer.concat(chunks).toString("latin1"))));
  });
}

function readAnswers(text: string): RawAnswer {
  // Status lines are searched in the whole text, because an answer begins directly after the body of the previous one.
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
