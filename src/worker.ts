import 'reflect-metadata';
import { runProcess } from './process-entry';
import { startWorker } from './service';

void runProcess(startWorker);
