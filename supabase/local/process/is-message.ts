/** Whether a line begins a message, and is not of its stack or its details. */
export function isMessage(line: string): boolean {
  return /^[^\s}]/.test(line);
}
