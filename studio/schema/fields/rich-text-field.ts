import { defineField } from "sanity";
import { checkRichTextCopy, checkRichTextWording } from "../../validation/rich-text.ts";

interface RichTextField {
  name: string;
  title: string;
  optional?: boolean;
}

/**
 * Running text that visitors read. The rules are here and not on the type, because a field's
 * `validation` replaces the one of its type.
 */
export function richTextField({ optional = false, ...field }: RichTextField) {
  return defineField({
    ...field,
    type: "richText",
    validation: (rule) => [
      (optional ? rule : rule.required().min(1)).custom(checkRichTextCopy),
      rule.custom(checkRichTextWording).warning(),
    ],
  });
}
