import { vi } from "vitest";

/** Methods of the client's observables that the tests need. */
interface Stream<Event> {
  subscribe(observer: { next(event: Event): void; error(error: unknown): void }): {
    unsubscribe(): void;
  };
}

/** Collects the events of a stream of the Sanity client until the test calls `stop`. */
export function collectEvents<Event extends { type: string }>(stream: Stream<Event>) {
  const events: Event[] = [];
  const errors: unknown[] = [];
  const subscription = stream.subscribe({
    next: (event) => events.push(event),
    error: (error) => errors.push(error),
  });
  return {
    events,
    errors,
    stop: () => subscription.unsubscribe(),
    ofType: <Type extends Event["type"]>(type: Type) =>
      events.filter((event): event is Extract<Event, { type: Type }> => event.type === type),
    /** Waits until `count` events of a type have come. */
    async wait(type: Event["type"], count = 1) {
      await vi.waitFor(
        () => {
          // A failed stream sends no more events, so the wait ends. The recorded error is thrown after the wait.
          if (errors.length > 0) return;
          const seen = events.filter((event) => event.type === type).length;
          if (seen < count) throw new Error(`${seen} of ${count} "${type}" events have come`);
        },
        { timeout: 20_000, interval: 10 },
      );
      if (errors.length > 0) throw errors[0];
    },
  };
}
