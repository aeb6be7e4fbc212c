import type { Endpoint } from "../endpoint.ts";

/**
 * What the Studio asks for beyond content: offers, help, installed applications. The empty
 * answers below hide those parts; an error would fill the console and raise dialogs. Releases and
 * the scheduling of single documents are features that this lake has.
 */
const answers: Record<string, unknown> = {
  "/features": ["contentReleases", "singleDocRelease"],
  "/help": { resources: { sectionArray: [] } },
  "/journey/announcements": [],
  "/journey/:offer": null,
  "/projects/:project/new-content-release-allowed": {
    data: {
      datasetReleaseLimit: 1_000,
      orgActiveReleaseLimit: null,
      orgMeteredActiveReleaseCount: 0,
    },
  },
  "/projects/:project/user-applications": [],
  "/subscriptions/project/:project": null,
  "/access/requests/me": [],
  "/intake/telemetry-status": { status: "denied" },
};

export const studioExtraEndpoints: Endpoint[] = Object.entries(answers).map(([path, answer]) => ({
  method: "GET",
  path,
  access: "editor",
  handle: () => Response.json(answer),
}));
