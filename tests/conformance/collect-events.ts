import { vi } from "vitest";

/** As much of the client's observables as is needed here. */
interface Stream<Event> {
  subscribe(observer: { next(event: Event): void; error(error: unknown): void }): {
    unsubscribe(): void;
  };
}

/** Gathers what a stream of the client yields until the test ends it. */
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
    /** Waits until that many events of a type have come. */
    async wait(type: Event["type"], count = 1) {
      await vi.waitFor(
        () => {
          // No more will come: waiting ends here, and fails below.
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
