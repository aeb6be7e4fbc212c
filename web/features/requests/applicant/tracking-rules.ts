import { trackingLinkFormSchema, trackingSecretFormSchema } from "#contracts/requests/tracking.ts";
import { emailLook } from "../../../content/email-field.tsx";
import { defineFields } from "../../../ui/form/field-table.ts";

export const lostLinkRules = {
  ...defineFields(trackingLinkFormSchema, {
    protocol: {
      control: "text",
      autoComplete: "off",
      autoCapitalize: "characters",
      spellCheck: false,
    },
    email: { ...emailLook, autoComplete: "email" },
  }),
  functionName: "request-tracking-link",
};

/**
 * Form for the secret link when JavaScript is off. The server cannot read the secret from the URL fragment, so the
 * person pastes the link.
 */
export const secretRules = {
  ...defineFields(trackingSecretFormSchema, {
    secret: { control: "text", autoComplete: "off", spellCheck: false },
  }),
  functionName: "track-request",
};
