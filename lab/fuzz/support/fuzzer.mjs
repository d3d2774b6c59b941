import { makeRaw } from '../generate/raw.mjs';
import { bytesOf, makeRequest } from '../generate/request.mjs';
import { isInterrupted } from '../../support/at-end.mjs';
import { answerFaults } from '../verdicts/answer.mjs';
import { documentedFaults } from '../verdicts/documented.mjs';
import { Connection, exchange } from './connection.mjs';
import { Findings, readSeeds } from './findings.mjs';
import { options } from './options.mjs';
import { Statistics } from './statistics.mjs';

/** The share of requests that are bytes on a connection of their own. */
const RAW = 0.1;

/** Sends the seeds and then made-up requests on several connections, and judges each answer. */
export class Fuzzer {
  statistics = new Statistics();
  sent = 0;

  constructor(service, resources, random, stored) {
    this.service = service;
    this.resources = resources;
    this.random = random;
    this.findings = new Findings(service);
    this.stored = stored;
  }

  async run() {
    for (const seed of readSeeds(this.replacements(this.resources.pick()))) await this.sendRaw(seed);
    const endsAt = performance.now() + options.seconds * 1000;
    const isOver = () => this.sent >= options.requests || performance.now() > endsAt || this.service.ended() !== null || isInterrupted();
    const worker = async () => {
      const connection = new Connection(this.service.port, this.random);
      while (!isOver()) await (this.random.chance(RAW) ? this.sendRaw(makeRaw(this.resources, this.random)) : this.sendRequest(connection));
      connection.end();
    };
    await Promise.all(Array.from({ length: options.connections }, worker));
  }

  async sendRequest(connection) {
    const request = makeRequest(this.resources, this.random);
    const bytes = bytesOf(request);
    const context = { operation: request.operation.id, replacements: this.replacements(request.entry) };
    this.sent += 1;
    try {
      const answer = await connection.send({ method: request.method, bytes });
      const faults = [...answerFaults(answer), ...documentedFaults(request, answer)];
      this.stored.note(bytes, answer);
      this.statistics.note(request.operation.id, answer);
      this.resources.learn(request, answer);
      if (faults.length > 0) this.findings.add(faults, [bytes], { ...context, answer });
    } catch (error) {
      if (!isInterrupted()) this.findings.add([error.message], [bytes], context);
    }
  }

  async sendRaw({ segments, most, file }) {
    const context = { operation: file ?? 'raw', replacements: this.replacements(this.resources.entries[0]) };
    this.sent += 1;
    try {
      const answers = await exchange(this.service.port, this.random, segments);
      const faults = answers.flatMap(answerFaults);
      if (answers.length > most) faults.push(`There were ${answers.length} answers to ${most} requests.`);
      for (const answer of answers) {
        this.stored.note(Buffer.concat(segments), answer);
        this.statistics.note('raw', answer);
      }
      if (faults.length > 0) this.findings.add(faults, segments, { ...context, answer: answers.at(-1) });
    } catch (error) {
      if (!isInterrupted()) this.findings.add([error.message], segments, context);
    }
  }

  replacements(entry) {
    const { form, submissions, files, runs, token } = entry;
    return Object.entries({
      key: this.resources.key,
      token,
      form,
      submission: submissions[0],
      file: files[0][1],
      run: runs[0],
    }).filter(([, value]) => value !== undefined);
  }

  /** Judges what remains to be judged after the last request, and resolves with the number of findings. */
  async finish() {
    await this.resources.settled();
    const reason = this.service.ended();
    if (reason !== null) this.findings.add([reason], null);
    else if (!(await fetch(`${this.service.url}/readyz`)).ok) this.findings.add(['The service is not ready any more.'], null);
    if (this.resources.failure) this.findings.add([`A resource could not be made: ${this.resources.failure.message}`], null);
    for (const fault of await this.stored.faults()) this.findings.add([fault], null);
    return this.findings.count;
  }

  report() {
    const { count } = this.findings;
    return `${this.statistics.text()}\n\nseed ${options.seed}, ${this.sent} requests in ${this.statistics.seconds()} s, ${count} findings`;
  }
}
