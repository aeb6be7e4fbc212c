/** Has the browser save a file that was made or fetched here, under this name. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Not at once: the browser has yet to begin.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
