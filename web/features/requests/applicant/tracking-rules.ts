import { trackingLinkFormSchema, trackingSecretFormSchema } from "#contracts/requests/tracking.ts";
import { defineFields } from "../../../ui/form/field-table.ts";

export const lostLinkRules = {
  ...defineFields(trackingLinkFormSchema, {
    protocol: {
      control: "text",
      autoComplete: "off",
      autoCapitalize: "characters",
      spellCheck: false,
    },
    email: { control: "email", autoComplete: "email" },
  }),
  functionName: "request-tracking-link",
};

/** Field for pasting the secret link when JavaScript is off, because the server never sees the URL fragment. */
export const secretRules = {
  ...defineFields(trackingSecretFormSchema, {
    secret: { control: "text", autoComplete: "off", spellCheck: false },
  }),
  functionName: "track-request",
};
