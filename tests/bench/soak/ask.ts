import {
  Agent,
  type IncomingMessage,
  request as httpRequest,
  type RequestOptions,
} from "node:http";
import { buffer } from "node:stream/consumers";

const TIMEOUT_MS = 30_000;
const agent = new Agent({ keepAlive: true });

export interface Question {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** Loopback address of the caller, because limits count calls by network address. */
  localAddress?: string;
}

export interface Answer {
  status: number;
  headers: IncomingMessage["headers"];
  body: Buffer;
}

/** Sends an HTTP request over keep-alive connections, like a browser. @throws when no complete answer comes. */
export async function ask(url: string, question: Question = {}): Promise<Answer> {
  const { localAddress } = question;
  const options = {
    // A request with its own address gets a new connection, because hardly any other request has that address.
    agent: localAddress ? false : agent,
    ...(localAddress && { localAddress }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  };
  // The server may have closed the reused connection. HTTP clients then open a new connection.
  const response = await open(url, question, options).catch((error: unknown) => {
    if (error instanceof ClosedConnection) return open(url, question, { ...options, agent: false });
    throw error;
  });
  const body = await buffer(response);
  return { status: response.statusCode ?? 0, headers: response.headers, body };
}

/** Sends an HTTP request and resolves when the head of its answer has arrived. */
export function open(
  url: string,
  { method = "GET", headers = {}, body }: Question,
  options: RequestOptions,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const address = url.replace("//localhost:", "//127.0.0.1:");
    const request = httpRequest(address, { method, headers, ...options }, resolve);
    request.on("error", (error: NodeJS.ErrnoException) => {
      const isClosed = request.reusedSocket && error.code === "ECONNRESET";
      reject(isClosed ? new ClosedConnection() : error);
    });
    request.end(body);
  });
}

/** Error for a keep-alive connection that the server closed during a request (RFC 9112, section 9.3.1). */
class ClosedConnection extends Error {}

/** Throws unless the answer has this status and, when a text is given, contains that text. */
export function expectAnswer(
  what: string,
  answer: Pick<Answer, "status" | "body">,
  status: number,
  text = "",
): void {
  if (answer.status !== status) {
    throw new Error(`${what}: ${answer.status}, ${answer.body.toString().slice(0, 200)}`);
  }
  if (!answer.body.includes(text)) throw new Error(`${what}: the answer lacks “${text}”`);
}
