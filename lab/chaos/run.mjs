// Runs the service while faults happen to it, and checks that it has kept its promises. See README.md.
import { buildIfChanged } from '../../scripts/build-if-changed.mjs';
import { fail, optionsOf, QUEUE, SEED } from '../support/arguments.mjs';
import { runProgram } from '../support/at-end.mjs';
import { runAsProgram } from './support/program.mjs';

const options = optionsOf('chaos/run', {
  seconds: [180, 'of load and faults together with the time for the drain, at least; 0 for the provocations alone'],
  kills: [0, 'goes on until this many processes were killed, and each fail point was hit a tenth as often'],
  submissions: [0, 'goes on until this many submissions were accepted'],
  rate: [120, 'submissions a second that the clients try to send'],
  queue: QUEUE,
  seed: SEED,
  provoke: [undefined, 'only these provocations, separated by commas'],
  save: [undefined, 'a file to which the report is written, too, as Markdown'],
  prove: [false, 'shows instead that every build of lab/chaos/faults/planted is refused'],
  planted: [undefined, 'with --prove: only this one of them'],
});
if (options.seconds > 0 && options.seconds < 60) fail('--seconds takes 0 or a number from 60.');

if (options.prove) {
  await buildIfChanged();
  await runProgram(async () => (await import('./prove.mjs')).prove(options.planted));
} else {
  const trial = async () => (await import('./support/chaos.mjs')).chaos(options);
  await runAsProgram(trial, { withinSeconds: 2 * options.seconds + 1_800, save: options.save });
}
