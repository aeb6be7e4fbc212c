import { Card, Label, Stack, TextArea, TextInput } from "@sanity/ui";
import { useId } from "react";
import { type StringInputProps, set, useFormValue } from "sanity";
import { readLink } from "./read-link.ts";
import { readWhatsApp, type WhatsApp, whatsAppAddress } from "./whatsapp-address.ts";

/** An address as text; that of a WhatsApp conversation by its number and first message. */
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
