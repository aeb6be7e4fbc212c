import { allChecks, checkFilledIn, checkGuaranteeWording, checkTokens } from "./texts.ts";

type Check = (text: string) => true | string;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

// A token split over two spans (half of it bold) would not be filled in, so spans are checked
// one by one rather than as joined text.
function spanTexts(blocks: unknown): string[] {
  if (!Array.isArray(blocks)) return [];
  return blocks
    .flatMap((block: unknown) =>
      isRecord(block) && Array.isArray(block["children"]) ? block["children"] : [],
    )
    .flatMap((span: unknown) =>
      isRecord(span) && typeof span["text"] === "string" ? [span["text"]] : [],
    );
}

function checkSpans(check: Check) {
  return (blocks: unknown): true | string =>
    spanTexts(blocks)
      .map(check)
      .find((result) => result !== true) ?? true;
}

/** Checks the `{{tokens}}` of every piece of a rich text, and that no template's words are left. */
export const checkRichTextCopy = checkSpans(allChecks(checkTokens, checkFilledIn));

/** Warns about words of insurance anywhere in a rich text. */
export const checkRichTextWording = checkSpans(checkGuaranteeWording);
