import { mkdir, rm, writeFile } from "node:fs/promises";
import type { Browser } from "@playwright/test";
import sharp from "sharp";
import { buildSite } from "../../scripts/build/build-site.ts";
import { launchBrowser, openVisit } from "../support/pages/browser.ts";
import { type FullStack, startFullStack } from "../support/stacks/full-stack.ts";
import { openScreen } from "./open-screen.ts";
import type { Screen } from "./screen.ts";
import { screens } from "./screens.ts";
import { takeGuideScreens } from "./take-guide-screens.ts";

const widths = [360, 768, 1440] as const;
/** Width of a screenshot in its image, as a share of the original width. */
const SCALE = 0.5;
/** Maximum height of a screenshot in CSS pixels. The rest of a longer page is cut off. */
const LONGEST = 3_000;
/** Space in CSS pixels above the text at the top of a picture. */
const MARGIN = 28;
const directory = "docs/images/screens";

/**
 * Pictures of the product for the pages of the site, saved as images of the seed. Each picture shows part of a screen
 * from the text `from` downwards, with two pixels for each CSS pixel.
 */
const pictures = [
  {
    file: "screen-tracking",
    screen: "acompanhar",
    width: 360,
    height: 540,
    from: "Etapas do pedido",
  },
  {
    file: "screen-conditions",
    screen: "acompanhar-condicoes",
    width: 360,
    height: 570,
    from: "Limite da cobertura",
  },
  {
    file: "screen-letter",
    screen: "verificar-em-vigor",
    width: 360,
    height: 610,
    from: "Código da carta",
  },
  { file: "screen-queue", screen: "simulacoes", width: 480, height: 342, from: "3 simulações" },
] as const;

const wanted = process.argv.slice(2);
const chosen = screens.filter(({ name }) => wanted.length === 0 || wanted.includes(name));

if (wanted[0] === "guia") await takeGuideScreens();
else if (wanted[0] === "conteudo") await takePictures();
else await takeScreens();

async function takePictures(): Promise<void> {
  await buildSite();
  const stack = await startFullStack();
  const browser = await launchBrowser();
  try {
    for (const { file, screen: name, width, height, from } of pictures) {
      const screen = screens.find((each) => each.name === name);
      if (!screen) throw new Error(`There is no screen called ${name}.`);
      const visit = await openVisit(browser, { width, height: 780, density: 2 });
      await openScreen(stack, visit.page, screen);
      const text = visit.page.getByText(new RegExp(`^${from}`)).first();
      const top = await text.evaluate((found) => found.getBoundingClientRect().top + scrollY);
      const clip = { x: 0, y: top - MARGIN, width, height };
      await sharp(await visit.page.screenshot({ fullPage: true, clip }))
        .webp({ quality: 80, effort: 6 })
        .toFile(`studio/seed/images/${file}.webp`);
      await visit.close();
      console.info(file);
    }
  } finally {
    await browser.close();
    await stack.close();
  }
}

async function takeScreens(): Promise<void> {
  await buildSite();
  const stack = await startFullStack();
  const browser = await launchBrowser();
  try {
    if (wanted.length === 0) await rm(directory, { recursive: true, force: true });
    await mkdir(directory, { recursive: true });
    for (const screen of chosen) {
      const shots: Buffer[] = [];
      for (const width of widths) shots.push(await takeShot(browser, stack, screen, width));
      await writeSheet(shots, `${directory}/${screen.name}.webp`);
      console.info(screen.name);
    }
    await writeFile("docs/screens.md", describeScreens());
  } finally {
    await browser.close();
    await stack.close();
  }
}

async function takeShot(
  from: Browser,
  of: FullStack,
  screen: Screen,
  width: number,
): Promise<Buffer> {
  const height = width < 700 ? 780 : 900;
  const visit = await openVisit(from, { width, height });
  await openScreen(of, visit.page, screen);
  const image = await visit.page.screenshot({ fullPage: !screen.windowOnly });
  await visit.close();
  return image;
}

/** Writes the screenshots of the three widths into one image, side by side at one scale. */
async function writeSheet(shots: readonly Buffer[], file: string): Promise<void> {
  const gap = 16;
  const parts = await Promise.all(
    shots.map(async (shot, index) => {
      const { width, height } = await sharp(shot).metadata();
      const shown = Math.min(height, LONGEST);
      const input = await sharp(shot)
        .extract({ left: 0, top: 0, width, height: shown })
        .resize({ width: Math.round(width * SCALE) })
        .toBuffer();
      const left = widths
        .slice(0, index)
        .reduce((sum, before) => sum + Math.round(before * SCALE) + gap, gap);
      return { input, left, top: gap, bottom: gap + Math.round(shown * SCALE) + gap };
    }),
  );
  const width = widths.reduce((sum, each) => sum + Math.round(each * SCALE) + gap, gap);
  const height = Math.max(...parts.map(({ bottom }) => bottom));
  await sharp({ create: { width, height, channels: 3, background: "#c9d3d2" } })
    .composite(parts.map(({ input, left, top }) => ({ input, left, top })))
    .webp({ quality: 50, effort: 6 })
    .toFile(file);
}

function describeScreens(): string {
  const parts = screens.map(
    ({ name, title, path }) =>
      `## ${title}\n\n\`${path}\`\n\n![${title} a 360, 768 e 1440 pixels de largura](images/screens/${name}.webp)`,
  );
  return `# As telas

Cada tela a 360, 768 e 1440 pixels de largura, pela metade do tamanho; páginas longas terminam antes do fim.
\`npm run screens\` as refaz; \`npm run screens -- simular\` refaz só a que tem esse nome;
\`npm run screens -- conteudo\` refaz as telas que o conteúdo inicial mostra nas páginas.

${parts.join("\n\n")}
`;
}
