/** Runs `work` up to `times` times, 200 ms apart; throws what the last one threw. */
export async function retry<Result>(times: number, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (times <= 1) throw error;
    await new Promise((resolve) => setTimeout(resolve, 200));
    return retry(times - 1, work);
  }
}
