import './start/node-version';
import 'reflect-metadata';
import { runProcess } from './start/run-process';

void runProcess('api');
