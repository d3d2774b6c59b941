import 'reflect-metadata';
import { runProcess } from './process-entry';

void runProcess(async () => (await import('./service.js')).startApi);
