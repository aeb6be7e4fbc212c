import { describe, expect, it } from "vitest";
import { createKick } from "./workers.ts";

describe("starting delivery", () => {
  it("runs once more for any number of kicks during a run, and never twice at once", async () => {
    const finish: (() => void)[] = [];
    const work: Promise<void>[] = [];
    let atOnce = 0;
    const post = async () => {
      atOnce += 1;
      await new Promise<void>((resolve) => finish.push(resolve));
      atOnce -= 1;
    };
    const kick = createKick(post, (running) => void work.push(running));
    for (let count = 0; count < 20; count += 1) kick();
    expect(atOnce).toBe(1);
    finish[0]?.();
    await expect.poll(() => finish.length).toBe(2);
    expect(atOnce).toBe(1);
    finish[1]?.();
    await Promise.all(work);
    expect(finish).toHaveLength(2);
    kick();
    expect(finish).toHaveLength(3);
  });

  it("survives a failed delivery", async () => {
    let posts = 0;
    const work: Promise<void>[] = [];
    const kick = createKick(
      async () => {
        posts += 1;
        throw new Error("down");
      },
      (running) => void work.push(running),
    );
    kick();
    await work[0];
    kick();
    await work[1];
    expect(posts).toBe(2);
  });
});
