import 'reflect-metadata';
import { run } from './run';
import { startWorker } from './service';

void run(startWorker);
