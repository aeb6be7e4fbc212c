/** Path prefix under which the server answers a page's data as JSON, for navigation in the browser. */
export const dataPathPrefix = "/_dados";
/** Event stream that tells an open page which version of its content is current. */
export const livePath = "/_ao-vivo";
/** Parameter of the data path that asks for what an HTML page was rendered from. */
export const versionParameter = "versao";
/** Dispatched on the document after each navigation in the browser. */
export const navigatedEvent = "payser:navigated";

/** What a rendered page was made from; the browser hydrates with it. */
export interface PageState {
  /** Hash of the content: when the live stream tells another, the page is out of date. */
  version: string;
  loaderData: Record<string, unknown>;
}

/** Answer of the data path. */
export type PageDataReply = PageState | { redirect: string };
