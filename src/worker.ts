import 'reflect-metadata';
import { runProcess } from './process-entry';

void runProcess(async (config) => (await import('./service.js')).startWorker(config));
