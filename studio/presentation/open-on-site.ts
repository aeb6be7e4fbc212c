import { LaunchIcon } from "@sanity/icons/Launch";
import type { DocumentActionComponent } from "sanity";
import { pageOf } from "./pages-of-types.ts";

/** Makes the action that shows a document as visitors see it, on the page where it is. */
export function openOnSite(siteUrl: string): DocumentActionComponent {
  return function OpenOnSite({ type, draft, published }) {
    const path = pageOf(type, published ?? draft);
    if (!path) return null;
    return {
      label: "Abrir no site",
      icon: LaunchIcon,
      disabled: !published,
      title: published ? `Abre ${path} em outra aba` : "Publique para ver no site",
      onHandle: () => void window.open(siteUrl + path, "_blank", "noopener"),
    };
  };
}
