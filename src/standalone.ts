import 'reflect-metadata';
import { run } from './run';
import { startStandalone } from './service';

void run(startStandalone);
