import 'reflect-metadata';
import { run } from './run';
import { startApi } from './service';

void run(startApi);
