import type { SanityClient } from "@sanity/client";

/** Publishes the draft of a document as the studio does. */
export async function publish(editor: SanityClient, publishedId: string): Promise<void> {
  await editor.action({
    actionType: "sanity.action.document.publish",
    draftId: `drafts.${publishedId}`,
    publishedId,
  });
}

/** Takes a document off the site. The content of the document stays as a draft. */
export async function unpublish(editor: SanityClient, publishedId: string): Promise<void> {
  await editor.action({
    actionType: "sanity.action.document.unpublish",
    draftId: `drafts.${publishedId}`,
    publishedId,
  });
}

/** Returns a paragraph in the format of Sanity's rich text. */
export function paragraph(text: string) {
  return {
    _type: "block",
    _key: "paragraph",
    style: "normal",
    markDefs: [],
    children: [{ _type: "span", _key: "words", text, marks: [] }],
  };
}
