/**
 * Runs `work` once no pointer is down. A message that appears while a button is pressed would move
 * it away, and the click would be lost.
 */
export function afterPress(work: () => void): void {
  if (!document.querySelector(":active")) return work();
  addEventListener("mouseup", () => setTimeout(work), { once: true });
}
