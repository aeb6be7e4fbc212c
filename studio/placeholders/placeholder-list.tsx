import { WarningOutlineIcon } from "@sanity/icons/WarningOutline";
import { useEffect, useState } from "react";
import { useClient, useSchema } from "sanity";
import { IntentLink } from "sanity/router";
import type { StructureBuilder } from "sanity/structure";
import { contentApiVersion } from "../../content-api-version.ts";
import { type FoundPlaceholder, findPlaceholders } from "../seed/placeholders.ts";
import { readDocuments } from "./read-documents.ts";

type State = { found: readonly FoundPlaceholder[] } | "loading" | "failed";

function PlaceholderList() {
  const client = useClient({ apiVersion: contentApiVersion });
  const schema = useSchema();
  const [state, setState] = useState<State>("loading");

  useEffect(() => {
    let isShown = true;
    const read = () =>
      readDocuments(client)
        .then((documents): State => ({ found: findPlaceholders(documents) }))
        .catch((): State => "failed")
        .then((next) => isShown && setState(next));
    const changes = client
      .listen(
        '*[!(_id in path("_.**"))]',
        {},
        // The list is read again after each connection and each change, so that no change is missed.
        { events: ["welcome", "mutation"], includeResult: false, visibility: "query" },
      )
      .subscribe({ next: () => void read(), error: () => isShown && setState("failed") });
    return () => {
      isShown = false;
      changes.unsubscribe();
    };
  }, [client]);

  if (state === "loading") return <p style={textStyle}>Procurando…</p>;
  if (state === "failed") return <p style={textStyle}>A lista não pôde ser lida. Abra de novo.</p>;
  if (state.found.length === 0) {
    return <p style={textStyle}>Nenhum valor provisório: o site pode ir ao ar.</p>;
  }
  return (
    <div style={textStyle} data-testid="placeholder-list">
      <p>Troque estes valores antes de colocar o site no ar.</p>
      <ul>
        {state.found.map(({ documentId, documentType, path, placeholder }) => (
          <li key={`${documentId} ${path} ${placeholder.value}`} style={{ margin: "0.75em 0" }}>
            <IntentLink intent="edit" params={{ id: documentId, type: documentType }}>
              {schema.get(documentType)?.title ?? documentType}
            </IntentLink>
            : “{placeholder.value}” → {placeholder.replaceWith}
          </li>
        ))}
      </ul>
    </div>
  );
}

const textStyle = { padding: "1.25rem", lineHeight: 1.5 };

export function placeholderItem(S: StructureBuilder) {
  const title = "Antes de ir ao ar";
  return S.listItem()
    .id("provisorios")
    .title(title)
    .icon(WarningOutlineIcon)
    .child(S.component(PlaceholderList).id("provisorios").title(title));
}
