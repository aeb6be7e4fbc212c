import { useEffect, useState } from "react";
import { type StringInputProps, useClient, useFormValue } from "sanity";
import { contentApiVersion } from "../../content-api-version.ts";
import { ChoiceInput } from "./choice-input.tsx";
import { type Anchor, findAnchors } from "./find-anchors.ts";
import { readLink } from "./read-link.ts";

/** The parts of the chosen page, by name. */
export function AnchorInput(props: StringInputProps) {
  const client = useClient({ apiVersion: contentApiVersion });
  const { kind, place, document } = readLink(useFormValue(props.path.slice(0, -1)));
  const id = document?._ref;
  const [anchors, setAnchors] = useState<readonly Anchor[]>([]);

  useEffect(() => {
    let isCurrent = true;
    const show = (found: readonly Anchor[]) => isCurrent && setAnchors(found);
    const link = { kind, place, ...(id !== undefined && { document: { _ref: id } }) };
    findAnchors(client.withConfig({ perspective: "published" }), link)
      .then(show)
      .catch(() => show([]));
    return () => {
      isCurrent = false;
    };
  }, [client, kind, place, id]);

  return <ChoiceInput {...props} choices={anchors} none="O início da página" />;
}
