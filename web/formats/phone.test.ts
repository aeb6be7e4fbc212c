import { expect, test } from "vitest";
import { phoneHref, whatsappHref } from "./phone.ts";

test("phoneHref and whatsappHref keep a number's own country code", () => {
  expect(phoneHref("+14155552671")).toBe("tel:+14155552671");
  expect(phoneHref("+55 44 99999-8888")).toBe("tel:+5544999998888");
  expect(phoneHref("351912345678")).toBe("tel:351912345678");
  expect(phoneHref("0800 123 4567")).toBe("tel:08001234567");
  expect(whatsappHref("+14155552671", "Oi")).toBe("https://wa.me/14155552671?text=Oi");
});

test("phoneHref and whatsappHref add the Brazilian country code", () => {
  expect(phoneHref("(44) 3000-1111")).toBe("tel:+554430001111");
  expect(whatsappHref("44999998888", "Olá & até já")).toBe(
    "https://wa.me/5544999998888?text=Ol%C3%A1%20%26%20at%C3%A9%20j%C3%A1",
  );
});
