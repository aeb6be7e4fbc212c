/** Path prefix under which the server returns the data of a page as JSON, for navigation in the browser. */
export const dataPathPrefix = "/_dados";
/** Path of the event stream that sends the current version of a page to browsers that show the page. */
export const livePath = "/_ao-vivo";
/** Query parameter of data requests. Its value is the version of the HTML that the browser shows. */
export const versionParameter = "versao";
/** Name of the event that is dispatched on the document after each navigation in the browser. */
export const navigatedEvent = "payser:navigated";

/** Data from which the server rendered a page. The browser hydrates the page with this data. */
export interface PageState {
  /** Hash of the content. The page is outdated when the event stream sends another hash. */
  version: string;
  loaderData: Record<string, unknown>;
}

export type PageDataReply = PageState | { redirect: string };
