// @vitest-environment jsdom
import { afterEach, describe, expect, it } from "vitest";
import { browserStorage } from "./browser-storage.ts";

const descriptor = Object.getOwnPropertyDescriptor(window, "sessionStorage");

afterEach(() => {
  if (descriptor) Object.defineProperty(window, "sessionStorage", descriptor);
  sessionStorage.clear();
});

describe("browserStorage", () => {
  it("keeps values in the storage of the browser", () => {
    browserStorage("sessionStorage").setItem("number", "PF-1");
    expect(sessionStorage.getItem("number")).toBe("PF-1");
    expect(browserStorage("sessionStorage").getItem("number")).toBe("PF-1");
  });

  it("keeps values in memory when the browser refuses to store them", () => {
    Object.defineProperty(window, "sessionStorage", {
      configurable: true,
      get: () => {
        throw new DOMException("denied", "SecurityError");
      },
    });
    const storage = browserStorage("sessionStorage");
    storage.setItem("number", "PF-1");
    expect(storage.getItem("number")).toBe("PF-1");
    storage.removeItem("number");
    expect(storage.getItem("number")).toBeNull();
  });
});
