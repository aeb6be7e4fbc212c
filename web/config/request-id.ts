import { AsyncLocalStorage } from "node:async_hooks";

/** The id of the request that is being answered, for the log. */
export const requestIds = new AsyncLocalStorage<string>();
