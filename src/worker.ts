import 'reflect-metadata';
import { runProcess } from './process-entry';

/** A worker has room, since it is one process for several of the API, and takes up to a fifth less processor time for a run with it. */
const OLD_GROWTH_PERCENT = 100;

void runProcess(async () => (await import('./service.js')).startWorker, OLD_GROWTH_PERCENT);
