import 'reflect-metadata';
import { runProcess } from './process-entry';
import { startApi } from './service';

void runProcess(startApi);
