import { failed, ok, skipped, type Check } from "../check.ts";

export const studioReached: Check = {
  title: "Estúdio",
  async run({ studio }) {
    if (!studio) return skipped("sem STUDIO_URL");
    const response = await fetch(studio);
    const text = await response.text();
    return response.ok && text.includes("<script")
      ? ok(`${studio} responde`)
      : failed(`${studio} responde ${response.status}`);
  },
};
