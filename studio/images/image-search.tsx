import { SearchIcon } from "@sanity/icons/Search";
import { Box, Button, Dialog } from "@sanity/ui";
import { useId } from "react";
import type { AssetSource, AssetSourceComponentProps } from "sanity";
import { ImageList } from "./image-list.tsx";

/**
 * Where the image of a field comes from: the Studio's own source, which takes what is sent and shows
 * all there are, and a search by name, which it has not.
 */
export function imageSources(sources: AssetSource[]): AssetSource[] {
  const search: AssetSource = {
    name: "procurar",
    title: "Procurar pelo nome",
    icon: SearchIcon,
    component: ImageSearchDialog,
  };
  // The Studio calls its own by the title of the workspace.
  const named = sources.map((source) =>
    source.name === "sanity-default" ? { ...source, title: "Ver todas as imagens" } : source,
  );
  return [...named, search];
}

function ImageSearchDialog({ onSelect, onClose }: AssetSourceComponentProps) {
  return (
    <Dialog id={useId()} header="Escolha uma imagem" width={1} onClose={onClose}>
      <Box padding={4}>
        <ImageList
          renderAction={({ _id: value, name }) => (
            <Button
              mode="ghost"
              text="Usar"
              aria-label={`Usar ${name}`}
              onClick={() => onSelect([{ kind: "assetDocumentId", value }])}
            />
          )}
        />
      </Box>
    </Dialog>
  );
}
