import {
  trackingLinkFormSchema,
  trackingSecretFormSchema,
} from "../../../supabase/functions/_shared/contracts/tracking.ts";
import { defineFields } from "../../ui/form/field-table.ts";

/** The form for a lost link. */
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

/** The form for a link whose fragment no script can read. */
export const secretRules = {
  ...defineFields(trackingSecretFormSchema, {
    secret: { control: "text", autoComplete: "off", spellCheck: false },
  }),
  functionName: "track-request",
};
