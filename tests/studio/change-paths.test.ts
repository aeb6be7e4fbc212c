import type { Locator } from "@playwright/test";
import { expect, test } from "vitest";
import { runStudio } from "./run-studio.ts";

const studio = runStudio();

/** Where the site sends whoever asks for a path; the status alone when it sends nobody anywhere. */
async function answerOf(path: string): Promise<string> {
  const reply = await fetch(studio.stack.siteUrl + path, { redirect: "manual" });
  return `${reply.status} ${reply.headers.get("location") ?? ""}`.trim();
}

/** Gives the open document another path and publishes it; `prepare` answers the question first. */
async function rename(slug: string, answer: string, prepare?: () => Promise<void>) {
  const { page, publishButton, write } = studio.desk;
  await write("slug", slug);
  const dialog = page.getByRole("dialog");
  await clickUntil(publishButton, async () => dialog.getByText(`/${slug}`).first().isVisible());
  await prepare?.();
  await clickUntil(dialog.getByRole("button", { name: answer }), () => dialog.isHidden());
}

/** The studio drops a click that comes while it still takes in the last edit. */
async function clickUntil(button: Locator, isDone: () => Promise<boolean>) {
  const attempt = async () => {
    if (!(await isDone())) await button.click({ timeout: 2_000 }).catch(() => {});
    return isDone();
  };
  await expect.poll(attempt, { timeout: 60_000, interval: 1_000 }).toBe(true);
}

test("a former path leads to the new one, however often it changes, and back", async () => {
  const { desk, stack } = studio;
  const redirects = "*[_type == 'redirect'] | order(from){ from, 'to': target.document._ref }";
  const to = "product-pag-payser";
  await desk.open(`structure/orderable-product;${to}`);

  await rename("maquininha", "Publicar e redirecionar");
  await expect.poll(() => answerOf("/pag-payser")).toBe("301 /maquininha");
  expect(await answerOf("/maquininha")).toBe("200");
  expect(await stack.visitor.fetch(redirects)).toEqual([{ from: "/pag-payser", to }]);

  await rename("ponto-de-venda", "Publicar e redirecionar");
  await expect.poll(() => answerOf("/maquininha")).toBe("301 /ponto-de-venda");
  expect(await answerOf("/pag-payser")).toBe("301 /ponto-de-venda");

  // Its own former path is free for it, and no redirect begins at a page.
  await rename("pag-payser", "Publicar sem redirecionar", async () => {
    await desk.page.getByLabel("Manter /ponto-de-venda como redirecionamento").uncheck();
  });
  await expect.poll(() => answerOf("/pag-payser")).toBe("200");
  expect(await answerOf("/maquininha")).toBe("301 /pag-payser");
  expect(await answerOf("/ponto-de-venda")).toBe("404");
  expect(await stack.visitor.fetch(redirects)).toEqual([{ from: "/maquininha", to }]);
});
