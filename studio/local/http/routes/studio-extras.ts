import type { Endpoint } from "../endpoint.ts";

/**
 * What the Studio asks for beyond content: offers, help, installed applications. The empty
 * answers below hide those parts; an error would fill the console and raise dialogs.
 */
const emptyAnswers: Record<string, unknown> = {
  "/features": [],
  "/help": { resources: { sectionArray: [] } },
  "/journey/announcements": [],
  "/journey/:offer": null,
  "/projects/:project/user-applications": [],
  "/intake/telemetry-status": { status: "denied" },
};

export const studioExtraEndpoints: Endpoint[] = Object.entries(emptyAnswers).map(
  ([path, answer]) => ({
    method: "GET",
    path,
    access: "editor",
    handle: () => Response.json(answer),
  }),
);
