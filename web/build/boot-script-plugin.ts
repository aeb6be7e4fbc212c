import { build, type Plugin } from "vite";

const VIRTUAL_ID = "virtual:boot-script";

/** Bundles and minifies the boot script. Code imports the script as text and inlines the text in every page. */
export function bootScript(entry: string): Plugin {
  return {
    name: "boot-script",
    resolveId: (id) => (id === VIRTUAL_ID ? `\0${VIRTUAL_ID}` : undefined),
    async load(id) {
      if (id !== `\0${VIRTUAL_ID}`) return;
      this.addWatchFile(entry);
      const output = await build({
        configFile: false,
        logLevel: "silent",
        publicDir: false,
        build: {
          write: false,
          minify: true,
          modulePreload: false,
          lib: { entry, formats: ["iife"], name: "boot" },
        },
      });
      const [bundle] = [output].flat();
      const chunk = bundle && "output" in bundle ? bundle.output[0] : undefined;
      if (!chunk) throw new Error("The boot script did not build.");
      return `export default ${JSON.stringify(chunk.code.trim())};`;
    },
  };
}
