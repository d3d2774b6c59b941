import 'reflect-metadata';
import { runProcess } from './start/run-process';

void runProcess('api');
