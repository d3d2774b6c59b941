const steps = [];
let ending = Promise.resolve();
let hasBeenInterrupted = false;

/** Registers a step that ends something. The steps are taken in reverse order by `endAll`, also after Ctrl-C. */
export function atEnd(step) {
  steps.push(step);
}

/** The number of registered steps, for an `endAll` of those that are registered from now on. */
export const stepsSoFar = () => steps.length;

/** Ends everything that was registered after so many steps. A failing step does not keep the others from being taken. */
export function endAll(kept = 0) {
  ending = ending.then(() => takeSteps(kept));
  return ending;
}

async function takeSteps(kept) {
  while (steps.length > kept) {
    try {
      await steps.pop()();
    } catch (error) {
      console.error(error);
    }
  }
}

/** True once the process ends because of a signal: what fails from then on fails for that reason. */
export const isInterrupted = () => hasBeenInterrupted;

/** Ends everything on Ctrl-C and similar signals, and then exits with the code that shells use for that signal. */
function endOnSignals() {
  for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 })) {
    process.on(signal, () => {
      hasBeenInterrupted = true;
      void endAll().then(() => process.exit(code));
    });
  }
}

/** Does the work of a program, and ends everything afterwards, however it ends. The work resolves with the exit code, if that is not 0. */
export async function runProgram(work) {
  endOnSignals();
  try {
    process.exitCode = await work();
  } catch (error) {
    if (!isInterrupted()) console.error(error);
    process.exitCode = 1;
  } finally {
    await endAll();
  }
}
