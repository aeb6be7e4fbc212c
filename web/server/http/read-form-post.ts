/** The longest valid form is about 5 kB, and as much again for its encoding. */
const MAXIMUM_BYTES = 16 * 1024;

export type FormPost =
  | { fields: URLSearchParams; refused?: undefined }
  | { fields?: undefined; refused: { status: 403 | 413 | 415; text: string } };

/**
 * Reads a form that a page of this site posted by itself: not another site's, not larger than a form
 * can be, whatever its length claims, and encoded as browsers do it.
 */
export async function readFormPost(request: Request, siteOrigin: string): Promise<FormPost> {
  const { headers } = request;
  // Browsers write both, pages neither; some leave out one of them.
  const isOwn =
    headers.get("sec-fetch-site") === "same-origin" || headers.get("origin") === siteOrigin;
  if (!isOwn) return { refused: { status: 403, text: "Envie o formulário a partir do site." } };
  const type = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded") {
    return { refused: { status: 415, text: "Este formato de envio não é aceito." } };
  }
  const text = await readText(request);
  if (text === undefined) {
    return { refused: { status: 413, text: "Os dados enviados passam do tamanho permitido." } };
  }
  return { fields: new URLSearchParams(text) };
}

async function readText({ body }: Request): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let length = 0;
  let text = "";
  if (!body) return text;
  for await (const part of body) {
    length += part.byteLength;
    if (length > MAXIMUM_BYTES) return undefined;
    text += decoder.decode(part, { stream: true });
  }
  return text + decoder.decode();
}
