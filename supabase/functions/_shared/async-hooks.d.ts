/** What the functions use of node:async_hooks, whose own types Deno would look for in a package. */
export class AsyncLocalStorage<Store> {
  run<Result>(store: Store, work: () => Result): Result;
  getStore(): Store | undefined;
}
