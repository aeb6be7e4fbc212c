import { describe, expect, test } from "vitest";
import { z } from "zod";
import { clauseTitles, offerFixtures } from "../support/offer-fixtures.ts";

const fixtures = offerFixtures();

describe("an answer other than an acceptance", () => {
  const wish = "Posso pagar em duas vezes?";
  const refusal = "Encontrei outra garantia.";
  const line = async (view: string) => {
    const { rows } = Object(await fixtures.asStaff("queue_page", { view }));
    return rows.map((row: unknown) => Object(row).offerStatus);
  };

  test("asks for other conditions once, notifies staff and leaves the offer open", async () => {
    const offer = await fixtures.offered();
    await fixtures.sql`delete from public.outgoing_mail`;
    const version = async () => Object(await fixtures.asStaff("staff_counts", {})).version;
    const before = await version();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => fixtures.answer(offer, "adjust", ` ${wish} `)),
    );
    expect(new Set(answers.map((answer) => Object(answer).outcome))).toEqual(new Set(["answered"]));
    expect(await version()).not.toBe(before);
    expect(await fixtures.answer(offer, "adjust", "Outro pedido de ajuste.")).toEqual({
      outcome: "asked",
    });
    expect(await fixtures.mails()).toEqual(["offer-notice"]);
    const [mail] = await fixtures.sql`
      select recipient, payload, private.subject_of_mail(mail) -> 'answered' ->> 'adjustment' as wish
      from public.outgoing_mail as mail`;
    expect(mail).toEqual({ recipient: null, payload: {}, wish });
    const tracked = await fixtures.track(offer.secret_hash);
    expect(tracked.offer).toMatchObject({
      status: "open",
      adjustmentAskedAt: expect.any(String),
      tenantName: "Ana Márcia da Conceição",
      tenantCpf: "***.982.247-**",
      propertyAddress: "Av. Brasil, 1000, Maringá, PR",
    });
    // The page behind the link does not show what the applicant wrote.
    expect(JSON.stringify(tracked)).not.toContain("duas vezes");
    expect([await line("answered"), await line("offers")]).toEqual([["adjust"], []]);
    expect(await fixtures.asStaff("list_offers", { simulation_id: offer.id })).toMatchObject([
      { adjustmentReason: wish },
    ]);
    const trail = await fixtures.sql`
      select actor, details ->> 'decision' as decision from public.audit_trail
      where action = 'answer-offer' and subject_id = ${offer.id}`;
    expect([...trail]).toEqual([{ actor: null, decision: "adjust" }]);
    expect(await fixtures.accept(offer)).toMatchObject({ outcome: "accepted" });
    expect(await line("answered")).toEqual([]);
  });

  test("refuses the offer for good, and the request may get others", async () => {
    const offer = await fixtures.offered();
    await fixtures.answer(offer, "adjust", wish);
    for (let click = 0; click < 2; click += 1) {
      expect(await fixtures.answer(offer, "decline", refusal)).toEqual({ outcome: "answered" });
    }
    // The mail offer-made was deleted, because it would announce conditions that are no longer valid.
    expect(await fixtures.mails()).toEqual(["offer-notice", "offer-notice"]);
    for (const again of ["adjust", "decline"]) {
      expect(await fixtures.answer(offer, again, "Outra resposta.")).toEqual({
        outcome: "declined",
      });
    }
    expect(await fixtures.accept(offer)).toEqual({ outcome: "declined" });
    expect((await fixtures.track(offer.secret_hash)).offer?.status).toBe("declined");
    expect(await line("answered")).toEqual(["declined"]);
    const others = fixtures.draft(offer.id);
    expect(await fixtures.make(others)).toEqual({ changed: true, outcome: "made" });
    expect(await line("answered")).toEqual([]);
    expect(await fixtures.accept({ ...offer, offer: others })).toMatchObject({
      outcome: "accepted",
    });
  });

  describe("a question", () => {
    const question = "O condomínio atrasado conta para o limite?";
    const reply = "Conta, sim, até o limite da cobertura.";
    const questionsOf = async ({ id }: { id: string }) => {
      const [offer] = z
        .array(z.object({ questions: z.array(z.record(z.string(), z.unknown())) }))
        .parse(await fixtures.asStaff("list_offers", { simulation_id: id }));
      return offer?.questions ?? [];
    };
    const marks = async () => {
      const { rows } = Object(await fixtures.asStaff("queue_page", { view: "answered" }));
      return rows.map((row: unknown) => [Object(row).offerStatus, Object(row).hasQuestion]);
    };
    const answerIt = (offer: { offer: { id: string } }, question_id: unknown, answer = reply) =>
      fixtures.asStaff("answer_question", { offer_id: offer.offer.id, question_id, answer });

    test("leaves the offer unchanged and waits until staff answer it once by mail", async () => {
      const offer = await fixtures.offered();
      await fixtures.sql`delete from public.outgoing_mail`;
      const version = async () => Object(await fixtures.asStaff("staff_counts", {})).version;
      const before = await version();
      const clause = clauseTitles[0];
      await Promise.all(
        Array.from({ length: 4 }, () =>
          fixtures.answer(offer, "question", ` ${question} `, clause),
        ),
      );
      const [asked, ...more] = await questionsOf(offer);
      expect([asked, more]).toEqual([
        { id: expect.any(String), clause, text: question, askedAt: expect.any(String) },
        [],
      ]);
      expect(await fixtures.mails()).toEqual(["offer-notice"]);
      expect(await version()).not.toBe(before);
      expect(await marks()).toEqual([["open", true]]);
      const tracked = await fixtures.track(offer.secret_hash);
      expect(tracked.offer?.status).toBe("open");
      expect(JSON.stringify(tracked)).not.toContain("condomínio atrasado");
      // Staff can still answer the question after the acceptance.
      expect(await fixtures.accept(offer)).toMatchObject({ outcome: "accepted" });
      expect(await marks()).toEqual([["accepted", true]]);

      await fixtures.sql`delete from public.outgoing_mail`;
      await expect(answerIt(offer, asked?.["id"], " curto ")).rejects.toMatchObject({
        code: "PT422",
        message: "Escreva de 10 a 2.000 caracteres.",
      });
      await expect(answerIt(offer, offer.offer.id)).rejects.toMatchObject({ code: "PT404" });
      const answers = [await answerIt(offer, asked?.["id"]), await answerIt(offer, asked?.["id"])];
      expect(answers).toEqual([{ changed: true }, { changed: false }]);
      expect(await questionsOf(offer)).toEqual([
        { ...asked, answer: reply, answeredAt: expect.any(String) },
      ]);
      expect(await marks()).toEqual([]);
      const mails = await fixtures.sql`
        select template, payload, recipient = simulation.email as is_theirs,
          private.subject_of_mail(mail) -> 'answered' -> 'question' ->> 'answer' as answer
        from public.outgoing_mail as mail
        join public.simulations as simulation on simulation.id = mail.simulation_id`;
      expect([...mails]).toEqual([
        { template: "question-answered", payload: {}, is_theirs: true, answer: reply },
      ]);
      const trail = await fixtures.sql`
        select action, actor is not null as by_staff from public.audit_trail
        where action in ('answer-offer', 'answer-question') and subject_id = ${offer.id}
        order by id`;
      expect([...trail]).toEqual([
        { action: "answer-offer", by_staff: false },
        { action: "answer-question", by_staff: true },
      ]);
    });

    test("may come five times, each with a mail of its own, about existing clauses", async () => {
      const offer = await fixtures.offered();
      await fixtures.answer(offer, "adjust", wish);
      expect(await fixtures.answer(offer, "question", question, "Outra cláusula")).toEqual({
        outcome: "unknown-clause",
      });
      await expect(fixtures.answer(offer, "question", "x".repeat(9))).rejects.toMatchObject({
        code: "PT422",
        message: "Escreva de 10 a 1.000 caracteres.",
      });
      for (let time = 1; time <= 5; time += 1) {
        const answer = await fixtures.answer(offer, "question", `${question} (${time})`);
        expect(answer).toEqual({ outcome: "answered" });
      }
      expect(await fixtures.answer(offer, "question", question)).toEqual({ outcome: "enough" });
      const told = await fixtures.sql`
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
      await fixtures.asStaff("withdraw_offer", { offer_id: offer.offer.id });
      expect(await fixtures.answer(offer, "question", "Uma outra pergunta.")).toEqual({
        outcome: "withdrawn",
      });
    });
  });

  test.each([
    ["nine characters", "x".repeat(9)],
    ["spaces", " ".repeat(12)],
    ["more than 1,000 characters", "x".repeat(1001)],
  ])("is refused with a text of %s", async (_what, reason) => {
    const offer = await fixtures.offered();
    for (const answer of ["adjust", "decline"]) {
      await expect(fixtures.answer(offer, answer, reason)).rejects.toMatchObject({ code: "23514" });
    }
    expect((await fixtures.track(offer.secret_hash)).offer?.status).toBe("open");
  });

  test("needs the link of its request, an open offer and a known answer", async () => {
    const mine = await fixtures.offered();
    const { offer } = await fixtures.offered();
    expect(await fixtures.answer({ ...mine, offer }, "decline", refusal)).toBeNull();
    expect(
      await fixtures.answer({ ...mine, secret_hash: "f".repeat(64) }, "decline", refusal),
    ).toBeNull();
    await expect(fixtures.answer(mine, "accept", refusal)).rejects.toMatchObject({
      code: "PT422",
      message: "Resposta desconhecida.",
    });
    await fixtures.sql`update public.offers set created_at = now() - interval '2 days',
      valid_until = now() - interval '1 second'`;
    expect(await fixtures.answer(mine, "decline", refusal)).toEqual({ outcome: "expired" });
    const taken = await fixtures.offered();
    await fixtures.asStaff("withdraw_offer", { offer_id: taken.offer.id });
    expect(await fixtures.answer(taken, "adjust", wish)).toEqual({ outcome: "withdrawn" });
    const accepted = await fixtures.offered();
    await fixtures.accept(accepted);
    expect(await fixtures.answer(accepted, "decline", refusal)).toEqual({ outcome: "accepted" });
  });
});
