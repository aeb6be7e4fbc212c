import { Card, Label, Select, Stack, TextArea, TextInput } from "@sanity/ui";
import { useCallback, useEffect, useId } from "react";
import {
  type ObjectInputProps,
  type StringInputProps,
  set,
  unset,
  useClient,
  useFormValue,
} from "sanity";
import { contentApiVersion } from "../../content-api-version.ts";
import { useRead } from "../feedback/use-read.ts";
import { fieldsOfKind, findAnchors, readLink } from "./read-link.ts";
import { type WhatsApp, readWhatsApp, sitePlaces, whatsAppAddress } from "./site-places.ts";

const allFields = [...new Set(Object.values(fieldsOfKind).flat())];

/**
 * Input of a link. A change of the link's kind clears the fields of the former kind, because a reference in a hidden
 * field would prevent the deletion of its target.
 */
export function LinkInput(props: ObjectInputProps) {
  const { value, onChange, readOnly, renderDefault } = props;
  const link = readLink(value);
  const kept: readonly string[] = link.kind ? fieldsOfKind[link.kind] : allFields;
  const stale = allFields.filter((name) => link[name] !== undefined && !kept.includes(name)).join();

  useEffect(() => {
    if (stale && !readOnly) onChange(stale.split(",").map((name) => unset([name])));
  }, [stale, readOnly, onChange]);

  return renderDefault(props);
}

/** Input of a URL. A WhatsApp URL is entered as a phone number and a first message. */
export function AddressInput(props: StringInputProps) {
  const { value, onChange, readOnly, path, elementProps } = props;
  const { kind } = readLink(useFormValue(path.slice(0, -1)));
  const messageId = useId();
  if (kind !== "whatsapp") return props.renderDefault(props);

  const conversation = readWhatsApp(value);
  const write = (change: Partial<WhatsApp>) =>
    onChange(set(whatsAppAddress({ ...conversation, ...change })));
  return (
    <Card>
      <Stack gap={3}>
        <Label htmlFor={elementProps.id} as="label" size={1}>
          Número, com DDD
        </Label>
        <TextInput
          {...elementProps}
          inputMode="tel"
          placeholder="44999999999"
          value={conversation.number}
          readOnly={readOnly === true}
          onChange={({ currentTarget }) =>
            write({ number: currentTarget.value.replaceAll(/\D/g, "") })
          }
        />
        <Label htmlFor={messageId} as="label" size={1}>
          Mensagem que já vem escrita
        </Label>
        <TextArea
          id={messageId}
          rows={3}
          value={conversation.message}
          readOnly={readOnly === true}
          onChange={({ currentTarget }) => write({ message: currentTarget.value })}
        />
      </Stack>
    </Card>
  );
}

/** Input of an anchor: a list with the sections of the chosen page. */
export function AnchorInput(props: StringInputProps) {
  const client = useClient({ apiVersion: contentApiVersion });
  const { kind, place, document } = readLink(useFormValue(props.path.slice(0, -1)));
  const id = document?._ref;
  const anchors = useRead(
    useCallback(() => {
      const link = { kind, place, ...(id !== undefined && { document: { _ref: id } }) };
      return findAnchors(client.withConfig({ perspective: "published" }), link);
    }, [client, kind, place, id]),
  );
  const choices = typeof anchors === "string" ? [] : anchors;
  return <ChoiceInput {...props} choices={choices} none="O início da página" />;
}

export function PlaceInput(props: StringInputProps) {
  return <ChoiceInput {...props} choices={sitePlaces} none="Escolha…" />;
}

interface ChoiceInputProps extends StringInputProps {
  choices: readonly { value: string; title: string }[];
  /** Label of the option that chooses nothing. */
  none: string;
}

/** HTML select whose options are not in the schema. A stored value that is not among the options stays visible. */
function ChoiceInput({ choices, none, value, onChange, ...props }: ChoiceInputProps) {
  const readOnly = props.readOnly === true;
  const isListed = !value || choices.some((choice) => choice.value === value);
  return (
    <Select
      {...props.elementProps}
      value={value ?? ""}
      readOnly={readOnly}
      disabled={readOnly}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value ? set(currentTarget.value) : unset())
      }
    >
      <option value="">{none}</option>
      {!isListed && <option value={value}>{value}</option>}
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.title}
        </option>
      ))}
    </Select>
  );
}
