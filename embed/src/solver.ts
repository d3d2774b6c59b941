import { SOLVER } from './challenge.types';
import { serveHostedPage } from './hosted-page';
import { solve } from './solve';

/** Provides the solver to `embed.js`, which loads this script for forms that require it, and to the pages of the service. */
Object.defineProperty(window, SOLVER, { value: solve, configurable: true });
serveHostedPage();
