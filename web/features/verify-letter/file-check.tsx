import { useMutation } from "@tanstack/react-query";
import { type DragEvent, useState } from "react";
import { Icon } from "../../ui/brand/icons.tsx";
import { hashFile } from "./hash-file.ts";
import type { VerifyTexts } from "./verify-texts.ts";

interface FileCheckProps {
  /** Of the file that was issued. */
  sha256: string;
  texts: VerifyTexts["file"];
}

/** Whether a file, dropped or chosen, is the one that was issued. */
export function FileCheck({ sha256, texts }: FileCheckProps) {
  const [isOver, setIsOver] = useState(false);
  const check = useMutation({
    // Off the network as well.
    networkMode: "always",
    mutationFn: async (file: File) => ({
      name: file.name,
      isSame: (await hashFile(file)) === sha256,
    }),
  });

  function take(file: File | undefined) {
    if (file) check.mutate(file);
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files[0]);
  }

  function dragOver(event: DragEvent) {
    event.preventDefault();
    setIsOver(true);
  }

  return (
    <div className="grid gap-3 border-t border-sand-200 pt-6">
      <h3 className="text-base">{texts.title}</h3>
      <p className="text-soft">{texts.text}</p>
      <label
        className={`relative grid cursor-pointer justify-items-center gap-2 rounded-md border-2 border-dashed p-6 text-center focus-within:outline-2 focus-within:outline-petrol-600 ${isOver ? "border-petrol-600 bg-petrol-50" : "border-border bg-sand-50"}`}
      >
        <Icon name="document" className="size-8 text-petrol-600" />
        <span className="font-medium">{texts.dropLabel}</span>
        <input
          type="file"
          accept="application/pdf,.pdf"
          // Over all of the place, so that it takes what is dropped there.
          className="absolute inset-0 cursor-pointer opacity-0"
          onDrop={drop}
          onDragOver={dragOver}
          onDragLeave={() => setIsOver(false)}
          onChange={({ target }) => {
            take(target.files?.[0]);
            // So that the same file can be chosen again.
            target.value = "";
          }}
        />
      </label>
      <output className="grid gap-1">
        {check.data && (
          <p className="flex items-start gap-3">
            <Icon
              name={check.data.isSame ? "check" : "close"}
              className={`size-6 flex-none ${check.data.isSame ? "text-petrol-600" : "text-danger"}`}
            />
            <span className="min-w-0 wrap-anywhere">
              <strong>{check.data.isSame ? texts.sameText : texts.otherText}</strong>
              <span className="block text-sm text-muted">{check.data.name}</span>
            </span>
          </p>
        )}
        {check.error && <p>{texts.failedText}</p>}
      </output>
    </div>
  );
}
