/** Bounds a wait, not the work itself. Rejects when the time is up. */
export async function within<Result>(seconds: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`There was no answer within ${seconds} seconds.`)), seconds * 1000);
  });
  return Promise.race([work, end]).finally(() => clearTimeout(timer));
}
