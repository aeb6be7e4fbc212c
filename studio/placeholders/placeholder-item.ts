import { WarningOutlineIcon } from "@sanity/icons/WarningOutline";
import type { StructureBuilder } from "sanity/structure";
import { PlaceholderList } from "./placeholder-list.tsx";

/** Leads to what has to be replaced before the site goes live. */
export function placeholderItem(S: StructureBuilder) {
  const title = "Antes de ir ao ar";
  return S.listItem()
    .id("provisorios")
    .title(title)
    .icon(WarningOutlineIcon)
    .child(S.component(PlaceholderList).id("provisorios").title(title));
}
