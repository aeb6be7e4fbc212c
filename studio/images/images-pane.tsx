import { TrashIcon } from "@sanity/icons/Trash";
import { Button, Card, Checkbox, Dialog, Flex, Stack, Text } from "@sanity/ui";
import { type RefObject, useEffect, useId, useRef, useState } from "react";
import { useClient } from "sanity";
import { contentApiVersion } from "../../content-api-version.ts";
import { ImageList } from "./image-list.tsx";
import { type Deletion, deleteImages, type StoredImage } from "./stored-images.ts";

/** Studio pane “Imagens”. It lists all images with the documents that show them, and deletes unused images. */
export function ImagesPane() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());

  function choose(id: string, isChosen: boolean) {
    const others = [...chosen].filter((other) => other !== id);
    setChosen(new Set(isChosen ? [...others, id] : others));
  }

  return (
    <Card padding={4} height="fill" overflow="auto" data-testid="images-pane">
      <Stack gap={5}>
        <ImageList
          renderAction={({ _id: id, name, usedIn }) =>
            usedIn.length === 0 && (
              <Checkbox
                aria-label={`Escolher ${name}, para excluir`}
                checked={chosen.has(id)}
                onChange={({ currentTarget }) => choose(id, currentTarget.checked)}
              />
            )
          }
        >
          {(images) => (
            // A chosen image is no longer offered for deletion once a document shows the image.
            <DeleteButton
              images={images.filter(({ _id, usedIn }) => chosen.has(_id) && usedIn.length === 0)}
            />
          )}
        </ImageList>
      </Stack>
    </Card>
  );
}

const inWords = (count: number) => (count === 1 ? "1 imagem" : `${count} imagens`);

function DeleteButton({ images }: { images: readonly StoredImage[] }) {
  const client = useClient({ apiVersion: contentApiVersion });
  const dialogId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [isAsking, setAsking] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const [outcome, setOutcome] = useState<Deletion>();

  const outcomeCard = useRef<HTMLDivElement>(null);
  // When the dialog closes, the keyboard focus returns to the button.
  useEffect(() => {
    const opener = button.current;
    return isAsking ? () => opener?.focus() : undefined;
  }, [isAsking]);
  // When a result is shown, the keyboard focus moves to the result.
  useEffect(() => {
    if (outcome) outcomeCard.current?.focus();
  }, [outcome]);

  async function remove() {
    setDeleting(true);
    setOutcome(await deleteImages(client, images));
    setDeleting(false);
    setAsking(false);
  }

  return (
    <Stack gap={4}>
      <Flex justify="space-between" align="center" gap={3} wrap="wrap">
        <Text muted>Marque as imagens sem uso que quer excluir.</Text>
        <Button
          ref={button}
          mode="ghost"
          icon={TrashIcon}
          text={images.length === 0 ? "Excluir" : `Excluir ${inWords(images.length)}`}
          disabled={images.length === 0}
          onClick={() => setAsking(true)}
        />
      </Flex>
      {outcome && <Outcome {...outcome} card={outcomeCard} />}
      {isAsking && (
        <Dialog
          id={dialogId}
          header={`Excluir ${inWords(images.length)}?`}
          width={1}
          onClose={() => setAsking(false)}
          footer={
            <Flex gap={3} justify="flex-end" padding={3}>
              <Button mode="bleed" text="Cancelar" onClick={() => setAsking(false)} />
              <Button
                text={isDeleting ? "Excluindo…" : `Sim, excluir ${inWords(images.length)}`}
                disabled={isDeleting || images.length === 0}
                onClick={() => void remove()}
              />
            </Flex>
          }
        >
          <Stack gap={4} padding={4}>
            <Text>Nenhum documento, nem rascunho, mostra o que será excluído:</Text>
            <Text weight="medium" style={{ overflowWrap: "anywhere" }}>
              {images.map(({ name }) => name).join(", ")}
            </Text>
            <Text>Não é possível desfazer.</Text>
          </Stack>
        </Dialog>
      )}
    </Stack>
  );
}

interface OutcomeProps extends Deletion {
  card: RefObject<HTMLDivElement | null>;
}

function Outcome({ deleted, used, failed, card }: OutcomeProps) {
  const names = (images: readonly StoredImage[]) => images.map(({ name }) => name).join(", ");
  const lines = [
    deleted.length > 0 &&
      (deleted.length === 1
        ? "1 imagem foi excluída."
        : `${deleted.length} imagens foram excluídas.`),
    used.length > 0 && `Não foi excluído, porque um documento passou a mostrar: ${names(used)}.`,
    failed.length > 0 &&
      `Não foi possível excluir: ${names(failed)}. Verifique a conexão e tente de novo.`,
  ].filter((line) => line !== false);
  const isComplete = used.length + failed.length === 0;
  return (
    <Card
      ref={card}
      tabIndex={-1}
      tone={isComplete ? "positive" : "critical"}
      padding={3}
      radius={2}
      border
      role={isComplete ? "status" : "alert"}
    >
      <Stack gap={3}>
        {lines.map((line) => (
          <Text key={line} size={1}>
            {line}
          </Text>
        ))}
      </Stack>
    </Card>
  );
}
