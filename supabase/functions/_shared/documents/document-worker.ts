// A thread of its own for one document (judge-document.ts), which may be ended while it works.
import { RequestFailure } from "../http/request-failure.ts";
import { cleanDocument } from "./clean-document.ts";

declare const self: {
  addEventListener(name: "message", take: (event: { data: Uint8Array }) => void): void;
  postMessage(message: unknown, transfer?: ArrayBufferLike[]): void;
};

self.addEventListener("message", ({ data }) => {
  try {
    const document = cleanDocument(data);
    self.postMessage({ document }, [document.bytes.buffer]);
  } catch (error) {
    const isRefusal = error instanceof RequestFailure;
    self.postMessage(isRefusal ? { refusal: error.message } : { failure: String(error) });
  }
});
self.postMessage("ready");
