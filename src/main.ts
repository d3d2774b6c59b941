import 'reflect-metadata';
import { run } from './run';
import { startService } from './service';

void run(startService);
