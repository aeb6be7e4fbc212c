/** Types of the parts of node:async_hooks that the functions use. Without this file, Deno looks for an npm package. */
export class AsyncLocalStorage<Store> {
  run<Result>(store: Store, work: () => Result): Result;
  getStore(): Store | undefined;
}
