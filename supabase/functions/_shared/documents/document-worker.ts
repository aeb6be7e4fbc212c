// This thread checks one document. judge-document.ts may end the thread before the check is finished.
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
