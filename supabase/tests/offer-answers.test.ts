import { describe, expect, test } from "vitest";
import { z } from "zod";
import { clauseTitles, offerGround } from "./support/offer-ground.ts";

const ground = offerGround();

describe("an answer that is no acceptance", () => {
  const wish = "Posso pagar em duas vezes?";
  const refusal = "Encontrei outra garantia.";
  const line = async (view: string) => {
    const { rows } = Object(await ground.asStaff("queue_page", { view }));
    return rows.map((row: unknown) => Object(row).offerStatus);
  };

  test("asks for others once, tells staff and leaves the offer open", async () => {
    const offer = await ground.offered();
    await ground.sql`delete from public.outgoing_mail`;
    const version = async () => Object(await ground.asStaff("staff_counts", {})).version;
    const before = await version();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => ground.answer(offer, "adjust", ` ${wish} `)),
    );
    expect(new Set(answers.map((answer) => Object(answer).outcome))).toEqual(new Set(["answered"]));
    expect(await version()).not.toBe(before);
    expect(await ground.answer(offer, "adjust", "Outro pedido de ajuste.")).toEqual({
      outcome: "asked",
    });
    expect(await ground.mails()).toEqual(["offer-notice"]);
    const [mail] = await ground.sql`
      select recipient, payload, private.subject_of_mail(mail) -> 'answered' ->> 'adjustment' as wish
      from public.outgoing_mail as mail`;
    expect(mail).toEqual({ recipient: null, payload: {}, wish });
    const tracked = await ground.track(offer.secret_hash);
    expect(tracked.offer).toMatchObject({
      status: "open",
      adjustmentAskedAt: expect.any(String),
      tenantName: "Ana Márcia da Conceição",
      tenantCpf: "***.982.247-**",
      propertyAddress: "Av. Brasil, 1000, Maringá, PR",
    });
    // Whoever has the link is not shown what was written.
    expect(JSON.stringify(tracked)).not.toContain("duas vezes");
    expect([await line("answered"), await line("offers")]).toEqual([["adjust"], []]);
    expect(await ground.asStaff("list_offers", { simulation_id: offer.id })).toMatchObject([
      { adjustmentReason: wish },
    ]);
    const trail = await ground.sql`
      select actor, details ->> 'decision' as decision from public.audit_trail
      where action = 'answer-offer' and subject_id = ${offer.id}`;
    expect([...trail]).toEqual([{ actor: null, decision: "adjust" }]);
    expect(await ground.accept(offer)).toMatchObject({ outcome: "accepted" });
    expect(await line("answered")).toEqual([]);
  });

  test("turns it down for good; the request may get others", async () => {
    const offer = await ground.offered();
    await ground.answer(offer, "adjust", wish);
    for (let click = 0; click < 2; click += 1) {
      expect(await ground.answer(offer, "decline", refusal)).toEqual({ outcome: "answered" });
    }
    // The mail of the offer would tell of conditions that are no more.
    expect(await ground.mails()).toEqual(["offer-notice", "offer-notice"]);
    for (const again of ["adjust", "decline"]) {
      expect(await ground.answer(offer, again, "Outra resposta.")).toEqual({ outcome: "declined" });
    }
    expect(await ground.accept(offer)).toEqual({ outcome: "declined" });
    expect((await ground.track(offer.secret_hash)).offer?.status).toBe("declined");
    expect(await line("answered")).toEqual(["declined"]);
    const others = ground.draft(offer.id);
    expect(await ground.make(others)).toEqual({ changed: true, outcome: "made" });
    expect(await line("answered")).toEqual([]);
    expect(await ground.accept({ ...offer, offer: others })).toMatchObject({ outcome: "accepted" });
  });

  describe("a question", () => {
    const question = "O condomínio atrasado conta para o limite?";
    const reply = "Conta, sim, até o limite da cobertura.";
    const questionsOf = async ({ id }: { id: string }) => {
      const [offer] = z
        .array(z.object({ questions: z.array(z.record(z.string(), z.unknown())) }))
        .parse(await ground.asStaff("list_offers", { simulation_id: id }));
      return offer?.questions ?? [];
    };
    const marks = async () => {
      const { rows } = Object(await ground.asStaff("queue_page", { view: "answered" }));
      return rows.map((row: unknown) => [Object(row).offerStatus, Object(row).hasQuestion]);
    };
    const answerIt = (offer: { offer: { id: string } }, question_id: unknown, answer = reply) =>
      ground.asStaff("answer_question", { offer_id: offer.offer.id, question_id, answer });

    test("leaves the offer as it is and waits until staff answer it, by mail and once", async () => {
      const offer = await ground.offered();
      await ground.sql`delete from public.outgoing_mail`;
      const version = async () => Object(await ground.asStaff("staff_counts", {})).version;
      const before = await version();
      const clause = clauseTitles[0];
      await Promise.all(
        Array.from({ length: 4 }, () => ground.answer(offer, "question", ` ${question} `, clause)),
      );
      const [asked, ...more] = await questionsOf(offer);
      expect([asked, more]).toEqual([
        { id: expect.any(String), clause, text: question, askedAt: expect.any(String) },
        [],
      ]);
      expect(await ground.mails()).toEqual(["offer-notice"]);
      expect(await version()).not.toBe(before);
      expect(await marks()).toEqual([["open", true]]);
      const tracked = await ground.track(offer.secret_hash);
      expect(tracked.offer?.status).toBe("open");
      expect(JSON.stringify(tracked)).not.toContain("condomínio atrasado");
      // Accepted meanwhile: it is to be answered all the same.
      expect(await ground.accept(offer)).toMatchObject({ outcome: "accepted" });
      expect(await marks()).toEqual([["accepted", true]]);

      await ground.sql`delete from public.outgoing_mail`;
      await expect(answerIt(offer, asked?.["id"], " curto ")).rejects.toMatchObject({
        code: "23514",
      });
      await expect(answerIt(offer, offer.offer.id)).rejects.toMatchObject({ code: "PT404" });
      const answers = [await answerIt(offer, asked?.["id"]), await answerIt(offer, asked?.["id"])];
      expect(answers).toEqual([{ changed: true }, { changed: false }]);
      expect(await questionsOf(offer)).toEqual([
        { ...asked, answer: reply, answeredAt: expect.any(String) },
      ]);
      expect(await marks()).toEqual([]);
      const mails = await ground.sql`
        select template, payload, recipient = simulation.email as is_theirs,
          private.subject_of_mail(mail) -> 'answered' -> 'question' ->> 'answer' as answer
        from public.outgoing_mail as mail
        join public.simulations as simulation on simulation.id = mail.simulation_id`;
      expect([...mails]).toEqual([
        { template: "question-answered", payload: {}, is_theirs: true, answer: reply },
      ]);
      const trail = await ground.sql`
        select action, actor is not null as by_staff from public.audit_trail
        where action in ('answer-offer', 'answer-question') and subject_id = ${offer.id}
        order by id`;
      expect([...trail]).toEqual([
        { action: "answer-offer", by_staff: false },
        { action: "answer-question", by_staff: true },
      ]);
    });

    test("may be asked five times, each with a mail of its own, of clauses that there are", async () => {
      const offer = await ground.offered();
      await ground.answer(offer, "adjust", wish);
      expect(await ground.answer(offer, "question", question, "Outra cláusula")).toEqual({
        outcome: "unknown-clause",
      });
      await expect(ground.answer(offer, "question", "x".repeat(9))).rejects.toMatchObject({
        code: "23514",
      });
      for (let time = 1; time <= 5; time += 1) {
        const answer = await ground.answer(offer, "question", `${question} (${time})`);
        expect(answer).toEqual({ outcome: "answered" });
      }
      expect(await ground.answer(offer, "question", question)).toEqual({ outcome: "enough" });
      const told = await ground.sql`
        select private.subject_of_mail(mail) -> 'answered' -> 'question' ->> 'text' as text
        from public.outgoing_mail as mail where template = 'offer-notice'`;
      expect(new Set(told.map(({ text }) => text)).size).toBe(6);
      expect(await questionsOf(offer)).toHaveLength(5);
      const [first] = await questionsOf(offer);
      await answerIt(offer, first?.["id"]);
      expect(await marks()).toEqual([["adjust", true]]);
      expect((await questionsOf(offer)).map(({ text }) => text)).toEqual(
        [1, 2, 3, 4, 5].map((time) => `${question} (${time})`),
      );
      await ground.asStaff("withdraw_offer", { offer_id: offer.offer.id });
      expect(await ground.answer(offer, "question", "Uma outra pergunta.")).toEqual({
        outcome: "withdrawn",
      });
    });
  });

  test.each([
    ["nine characters", "x".repeat(9)],
    ["spaces", " ".repeat(12)],
    ["more than 1,000", "x".repeat(1001)],
  ])("is not of %s", async (_what, reason) => {
    const offer = await ground.offered();
    for (const answer of ["adjust", "decline"]) {
      await expect(ground.answer(offer, answer, reason)).rejects.toMatchObject({ code: "23514" });
    }
    expect((await ground.track(offer.secret_hash)).offer?.status).toBe("open");
  });

  test("needs the link of its request, an open offer and an answer that there is", async () => {
    const mine = await ground.offered();
    const { offer } = await ground.offered();
    expect(await ground.answer({ ...mine, offer }, "decline", refusal)).toBeNull();
    expect(
      await ground.answer({ ...mine, secret_hash: "f".repeat(64) }, "decline", refusal),
    ).toBeNull();
    await expect(ground.answer(mine, "accept", refusal)).rejects.toMatchObject({ code: "22023" });
    await ground.sql`update public.offers set created_at = now() - interval '2 days',
      valid_until = now() - interval '1 second'`;
    expect(await ground.answer(mine, "decline", refusal)).toEqual({ outcome: "expired" });
    const taken = await ground.offered();
    await ground.asStaff("withdraw_offer", { offer_id: taken.offer.id });
    expect(await ground.answer(taken, "adjust", wish)).toEqual({ outcome: "withdrawn" });
    const accepted = await ground.offered();
    await ground.accept(accepted);
    expect(await ground.answer(accepted, "decline", refusal)).toEqual({ outcome: "accepted" });
  });
});
