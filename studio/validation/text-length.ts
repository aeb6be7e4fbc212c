/** Accepts text of at most `limit` characters; otherwise says by how much it is too long. */
export function checkTextLength(limit: number, reason: string) {
  return (text: string | undefined): true | string => {
    const length = text?.length ?? 0;
    if (length <= limit) return true;
    return `São ${length} caracteres, e o limite é ${limit}: ${reason}`;
  };
}
