import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { multiLine, optionalTextField, singleLine, textField } from "./text.ts";

const anyText = fc.string({ unit: "binary", maxLength: 40 });

describe("typed text", () => {
  it("is one clean line, however it was pasted", () => {
    expect(singleLine("  Ana\u200b\tMaria\r\nBcc: x\u0000 ")).toBe("Ana Maria Bcc: x");
  });

  it("loses half characters, which PostgreSQL refuses", () => {
    expect(singleLine("a\ud83db")).toBe("ab");
    expect(multiLine("a\udc00")).toBe("a");
  });

  it("is composed, so that an accent counts once", () => {
    expect(singleLine("Joa\u0303o")).toBe("João");
  });

  it("does not change when it is cleaned again", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(singleLine(singleLine(text))).toBe(singleLine(text));
        expect(multiLine(multiLine(text))).toBe(multiLine(text));
      }),
    );
  });

  it("never keeps what PostgreSQL cannot store", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(singleLine(text)).not.toMatch(/\p{Cc}|\p{Cs}/u);
        expect(multiLine(text)).not.toMatch(/[^\P{Cc}\n]|\p{Cs}/u);
      }),
    );
  });

  it("is counted in characters, not in UTF-16 units", () => {
    const field = textField({ min: 3, max: 4, message: "curto" });
    expect(field.safeParse("😀a").error?.issues[0]?.message).toBe("curto");
    expect(field.safeParse("😀😀😀😀").data).toBe("😀😀😀😀");
    expect(field.safeParse("abcde").error?.issues[0]?.message).toBe("Use no máximo 4 caracteres");
  });
});

describe("an optional text area", () => {
  it("keeps its line breaks and treats blank as absent", () => {
    const field = optionalTextField(10);
    expect(field.safeParse(" um\r\n dois ").data).toBe("um\ndois");
    expect(field.safeParse(" \n ")).toEqual({ success: true, data: undefined });
    expect(field.safeParse(undefined).success).toBe(true);
    expect(field.safeParse("x".repeat(11)).success).toBe(false);
  });
});
