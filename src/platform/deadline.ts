/** Rejects when the work takes longer than the limit. The work itself is not cancelled, and its later outcome is ignored. */
export async function withTimeout<Result>(limitMs: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const expiry = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`There was no answer within ${limitMs / 1000} seconds.`)), limitMs);
  });
  try {
    return await Promise.race([work, expiry]);
  } finally {
    clearTimeout(timer);
  }
}
