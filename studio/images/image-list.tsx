import { SearchIcon } from "@sanity/icons/Search";
import {
  Badge,
  Box,
  Button,
  Card,
  Checkbox,
  Dialog,
  Flex,
  Inline,
  Stack,
  Text,
  TextInput,
} from "@sanity/ui";
import { type ReactNode, useId, useState } from "react";
import { type AssetSource, type AssetSourceComponentProps, useSchema } from "sanity";
import { LoadFailed, Loading } from "../feedback/read-states.tsx";
import { DocumentLink, titleOfDocument } from "../links/document-link.tsx";
import { type StoredImage, findImages, useStoredImages } from "./stored-images.ts";

/** Number of rows that a click on “more” adds. The number is limited because each row loads a picture. */
const STEP = 50;

const kilobytes = new Intl.NumberFormat("pt-BR");

interface ImageListProps {
  /** Function that renders content above the list, for example a button that deletes the chosen images. */
  children?: (images: readonly StoredImage[]) => ReactNode;
  renderAction: (image: StoredImage) => ReactNode;
}

export function ImageList(props: ImageListProps) {
  const [attempt, setAttempt] = useState(0);
  return <ReadImages key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />;
}

function ReadImages({ children, renderAction, onRetry }: ImageListProps & { onRetry: () => void }) {
  const images = useStoredImages();
  if (images === "loading") return <Loading text="Procurando as imagens…" />;
  if (images === "failed") {
    return (
      <LoadFailed text="Não foi possível ler as imagens. Verifique a conexão e tente de novo.">
        <Inline>
          <Button mode="ghost" text="Tentar de novo" onClick={onRetry} />
        </Inline>
      </LoadFailed>
    );
  }
  return (
    <>
      {children?.(images)}
      <SearchedImages images={images} renderAction={renderAction} />
    </>
  );
}

interface SearchedImagesProps {
  images: readonly StoredImage[];
  renderAction: ImageListProps["renderAction"];
}

function SearchedImages({ images, renderAction }: SearchedImagesProps) {
  const [words, setWords] = useState("");
  const [isUnusedOnly, setUnusedOnly] = useState(false);
  const [limit, setLimit] = useState(STEP);
  const checkboxId = useId();
  const schema = useSchema();
  const unused = images.filter(({ usedIn }) => usedIn.length === 0);
  const found = findImages(isUnusedOnly ? unused : images, words, (document) =>
    titleOfDocument(document, schema.get(document._type)?.title),
  );
  return (
    <Stack gap={4}>
      <TextInput
        type="search"
        icon={SearchIcon}
        aria-label="Procurar imagens"
        placeholder="Nome do arquivo ou do documento"
        value={words}
        onChange={({ currentTarget }) => setWords(currentTarget.value)}
      />
      <Flex justify="space-between" align="center" gap={3} wrap="wrap">
        <Flex gap={3} align="center">
          <Checkbox
            id={checkboxId}
            checked={isUnusedOnly}
            onChange={({ currentTarget }) => setUnusedOnly(currentTarget.checked)}
          />
          <Text as="label" htmlFor={checkboxId}>
            Só as sem uso ({unused.length})
          </Text>
        </Flex>
        <Text as="output" size={1} muted>
          {found.length === 1 ? "1 imagem" : `${found.length} imagens`}
        </Text>
      </Flex>
      {found.length === 0 && (
        <Card tone={isUnusedOnly && !words ? "positive" : "default"} padding={4} radius={2} border>
          <Text>{whyNothing(images.length, isUnusedOnly && !words)}</Text>
        </Card>
      )}
      <Stack as="ul" gap={2} style={{ listStyle: "none", margin: 0, padding: 0 }}>
        {found.slice(0, limit).map((image) => (
          <Card as="li" key={image._id} border radius={2} padding={3}>
            <ImageRow image={image}>{renderAction(image)}</ImageRow>
          </Card>
        ))}
      </Stack>
      {found.length > limit && (
        <Button mode="ghost" text="Mostrar mais" onClick={() => setLimit(limit + STEP)} />
      )}
    </Stack>
  );
}

function whyNothing(count: number, isUnusedWanted: boolean): string {
  if (count === 0) return "Ainda não há imagens. Envie a primeira em um campo de imagem.";
  if (isUnusedWanted) return "Nenhuma: todas as imagens aparecem em algum documento.";
  return "Nenhuma imagem corresponde à busca.";
}

function ImageRow({ image, children }: { image: StoredImage; children: ReactNode }) {
  const { name, url, width, height, size, usedIn } = image;
  return (
    <Flex gap={3} align="center">
      <img
        src={`${url}?w=160&h=120&fit=max`}
        alt=""
        width={80}
        height={60}
        loading="lazy"
        style={{ objectFit: "contain", flex: "none" }}
      />
      <Stack gap={3} flex={1} style={{ minWidth: 0, overflowWrap: "anywhere" }}>
        <Text weight="medium">
          <a href={url} target="_blank" rel="noreferrer">
            {name}
          </a>
        </Text>
        <Text size={1} muted>
          {width !== null && `${width} × ${height} pixels, `}
          {kilobytes.format(Math.ceil(size / 1000))} kB
        </Text>
        {usedIn.length === 0 ? (
          <Inline>
            <Badge>Sem uso</Badge>
          </Inline>
        ) : (
          <Text size={1}>
            Em{" "}
            {usedIn.map((document, index) => (
              <span key={document._id}>
                {index > 0 && ", "}
                <DocumentLink document={document} />
              </span>
            ))}
          </Text>
        )}
      </Stack>
      {children}
    </Flex>
  );
}

/** Adds an image source with a search by name, which the Studio's own source lacks. */
export function imageSources(sources: AssetSource[]): AssetSource[] {
  const search: AssetSource = {
    name: "procurar",
    title: "Procurar pelo nome",
    icon: SearchIcon,
    component: ImageSearchDialog,
  };
  // The Studio's own source gets a new title, because its default title is the name of the workspace.
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
