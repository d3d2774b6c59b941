/** Does the work at the first call, and returns its result at every call. */
export function once<Result>(work: () => Result): () => Result {
  let done: { result: Result } | undefined;
  return () => (done ??= { result: work() }).result;
}
