import 'reflect-metadata';
import { runProcess } from './process-entry';
import { startStandalone } from './service';

void runProcess(startStandalone);
