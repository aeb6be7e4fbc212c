import { defineType } from "sanity";
import { callToAction } from "../objects/call-to-action.ts";

/** A free page's invitation with buttons. */
export const callToActionBlock = defineType({
  ...callToAction,
  name: "callToActionBlock",
});
