import { SOLVER } from './challenge.types';
import { serveHostedPage } from './hosted-page';
import { solve } from './solve';

/** Solves challenges: for `embed.js`, which loads this script where a form asks for it, and on the pages of the service. */
Object.defineProperty(window, SOLVER, { value: solve, configurable: true });
serveHostedPage();
