import { isInterrupted } from '../../support/at-end.mjs';
import { makeRaw } from '../generate/raw.mjs';
import { bytesOf, makeRequest } from '../generate/request.mjs';
import { answerFaults } from './answer.mjs';
import { Connection, exchange } from './connection.mjs';
import { Findings, readSeeds } from './findings.mjs';

/** The share of requests that are bytes on a connection of their own. */
const RAW = 0.3;

/** Sends the seeds and then made-up requests on several connections, and judges each answer. */
export class Fuzzer {
  sent = 0;

  constructor({ options, service, resources, random, stored }) {
    Object.assign(this, { options, service, resources, random, stored });
    this.findings = new Findings(options);
    const { form, key, token } = resources;
    this.replacements = Object.entries({ key, token, form });
  }

  async run() {
    const { options, service, resources, random } = this;
    for (const seed of readSeeds(this.replacements)) await this.sendRaw(seed);
    const endsAt = performance.now() + options.seconds * 1000;
    const isOver = () => this.sent >= options.requests || performance.now() > endsAt || service.ended() !== null || isInterrupted();
    const worker = async () => {
      const connection = new Connection(service.port, random);
      while (!isOver()) await (random.chance(RAW) ? this.sendRaw(makeRaw(resources, random)) : this.sendRequest(connection));
      connection.end();
    };
    await Promise.all(Array.from({ length: options.connections }, worker));
  }

  sendRequest(connection) {
    const request = makeRequest(this.resources, this.random);
    const bytes = bytesOf(request);
    return this.judged(request.target.replaceAll(this.resources.form, '{form}'), [bytes], 1, async () => [
      await connection.send({ method: request.method, bytes }),
    ]);
  }

  sendRaw({ segments, most, file = 'raw' }) {
    return this.judged(file, segments, most, () => exchange(this.service.port, this.random, segments));
  }

  async judged(operation, segments, most, send) {
    const context = { operation, replacements: this.replacements };
    this.sent += 1;
    try {
      const answers = await send();
      const faults = answers.flatMap(answerFaults);
      if (answers.length > most) faults.push(`There were ${answers.length} answers to ${most} requests.`);
      for (const answer of answers) this.stored.note(Buffer.concat(segments), answer);
      if (faults.length > 0) this.findings.add(faults, segments, { ...context, answer: answers.at(-1) });
    } catch (error) {
      if (!isInterrupted()) this.findings.add([error.message], segments, context);
    }
  }

  /** Judges what remains to be judged after the last request, and resolves with the number of findings. */
  async finish() {
    const reason = this.service.ended();
    if (reason !== null) this.findings.add([reason], null);
    else if (!(await fetch(`${this.service.url}/readyz`)).ok) this.findings.add(['The service is not ready any more.'], null);
    for (const fault of await this.stored.faults()) this.findings.add([fault], null);
    return this.findings.count;
  }
}
